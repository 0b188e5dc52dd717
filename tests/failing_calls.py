#!/usr/bin/env python3
"""What becomes of a program when one call of tdbg's libraries fails in it: each of the first calls to malloc, open, mmap
and others in turn (failing_calls.c).

    tests/failing_calls.py [--most N] [FUNCTION...]     every call up to the Nth, 500 if that is not said

Whatever fails, the program must compute the same as without tdbg, and what it bore must be recorded, or somebody must
say that it is not. Each run is a process forked from one that has TensorFlow already, so that hundreds are quick."""

import argparse
import contextlib
import ctypes
import json
import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD = Path(os.environ.get("TDBG_BUILD_DIR", ROOT / "build/release"))
TDBG, HOOK, SHIM = BUILD / "tdbg", BUILD / "libtdbg_tf.so", BUILD / "libfailing_calls.so"
FUNCTIONS = ("malloc", "open", "mmap", "fallocate", "write", "mkdir", "thread")


# ---- In the process that has TensorFlow


def compute():
    """A small program with a birth: the bytes of all that it computes."""
    import numpy
    import tensorflow as tf

    weight = tf.Variable(tf.ones([4, 4]))

    @tf.function
    def train(x):
        y = tf.tanh(tf.matmul(x, weight))
        weight.assign_sub(0.125 * y)
        return tf.math.log(tf.reduce_sum(y, 0) - tf.reduce_sum(y[:, :1]) * tf.constant([1.0, 0.5, 0.25, 0.0]))

    results = [train(tf.reshape(tf.range(16.0), [4, 4]) / 16.0).numpy() for _ in range(4)]
    results.append(tf.math.rsqrt(tf.constant([0.0, 4.0])).numpy())
    results.append(weight.numpy())
    return b"".join(numpy.ascontiguousarray(result).tobytes() for result in results)


def run_one(shim, case):
    """In a process of its own: `case` has trace, words, environment, and the files to write to."""
    with open(case["said"], "wb") as said:
        os.dup2(said.fileno(), 2)
    if case["trace"]:
        from tensorflow.python.framework import load_library

        os.environ.update(case["environment"])
        os.environ["TDBG_TRACE"] = case["trace"]
        shim.failing_calls_arm(case["words"].encode())
        load_library.load_pluggable_device_library(str(HOOK))
    Path(case["results"]).write_bytes(compute())
    Path(case["made"]).write_text(str(shim.failing_calls_made()))
    sys.exit(0)


def serve():
    """Runs the case on each line of standard input, and answers with how its process ended."""
    import tensorflow  # noqa: F401

    shim = ctypes.CDLL(str(SHIM))
    shim.failing_calls_made.restype = ctypes.c_long
    shim.failing_calls_arm.argtypes = [ctypes.c_char_p]
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            run_one(shim, json.loads(line))
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)


# ---- In the process that judges


@dataclass
class Outcome:
    status: int
    results: bytes
    made: int  # how many calls of the function there were
    born: bool  # whether the births are recorded
    said: str  # by whom and how it was said that something is missing; "" if nobody did


class Programs:
    """Runs the program under failures, in a folder of its own."""

    def __init__(self):
        self.folder = Path(tempfile.mkdtemp(prefix="tdbg_failing_"))
        self.environment = self.environment_of_a_recording()
        environment = {**os.environ, "LD_PRELOAD": str(SHIM), "TF_CPP_MIN_LOG_LEVEL": "3"}
        words = [sys.executable, __file__, "--serve"]
        self.server = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment)
        self.plain = self.run("", None).results

    def close(self):
        self.server.stdin.close()
        self.server.wait()
        shutil.rmtree(self.folder)

    def environment_of_a_recording(self):
        """What `tdbg record` gives to a program."""
        script = self.folder / "environment.py"
        script.write_text("import json, os\nprint(json.dumps(dict(os.environ)))\n")
        words = [TDBG, "record", "-o", self.folder / "none", "--python", sys.executable, script]
        done = subprocess.run(words, capture_output=True, text=True, check=True)
        given = json.loads(done.stdout)
        wanted = ("TDBG_COMPANION", "TDBG_FROM_START", "TDBG_PROGRAM", "TDBG_AS_WRITTEN")
        return {**{name: given[name] for name in wanted}, "TDBG_JOB": "failing"}

    def run(self, words, trace="trace"):
        trace = trace and str(self.folder / trace)
        if trace:
            shutil.rmtree(trace, ignore_errors=True)
            os.mkdir(trace, 0o700)  # as `tdbg run` does
        files = {name: str(self.folder / name) for name in ("results", "said", "made")}
        for path in files.values():
            with contextlib.suppress(FileNotFoundError):
                os.unlink(path)
        case = {"trace": trace, "words": words, "environment": self.environment, **files}
        print(json.dumps(case), file=self.server.stdin, flush=True)
        status = int(self.server.stdout.readline())
        read = {name: Path(path).read_bytes() if os.path.exists(path) else b"" for name, path in files.items()}
        said = read["said"].decode(errors="replace")
        born, missing = self.look(trace) if trace else (False, "")
        said = "; ".join(line for line in said.splitlines() if line.startswith("tdbg: ")) or missing
        return Outcome(status, read["results"], int(read["made"] or 0), born, said)

    @staticmethod
    def look(trace):
        done = subprocess.run([TDBG, "alerts", "--json", trace], capture_output=True, text=True)
        if done.returncode not in (0, 1):
            return False, done.stderr if "nothing was recorded" in done.stderr else ""
        answer = json.loads(done.stdout)
        types = {alert["op_type"] for alert in answer["alerts"] if alert["verdict"] == "origin"}
        hidden = [loss["text"] for loss in answer["losses"] if loss["hides_births"]]
        return {"Log", "Rsqrt"} <= types, "; ".join(hidden)

    def wrong(self, words):
        """What is wrong with the program under this failure, in words, and how many calls there were."""
        outcome = self.run(words)
        texts = []
        if outcome.status != 0:
            texts.append(f"{words}: ended with {outcome.status}: {outcome.said}")
        elif outcome.results != self.plain:
            texts.append(f"{words}: computed something else")
        if not outcome.born and not outcome.said:
            texts.append(f"{words}: not recorded, and nobody says so")
        return texts, outcome.made


def sweep(programs, functions, numbers):
    """All that goes wrong; numbers beyond the calls that the program makes are left out."""
    texts = []
    for function in functions:
        for kind in ("", "+"):
            runs = 0
            for number in numbers:
                wrong, made = programs.wrong(f"{function}:{number}{kind}")
                texts += wrong
                runs += 1
                if 0 < made < number:
                    break
            print(f"{function}{kind}: {runs} runs, {len(texts)} wrong so far", flush=True)
    return texts


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--most", type=int, default=500)
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("function", nargs="*", default=[])
    options = parser.parse_args()
    if options.serve:
        return serve()
    programs = Programs()
    try:
        texts = sweep(programs, options.function or FUNCTIONS, range(1, options.most + 1))
    finally:
        programs.close()
    print("\n".join(texts))
    return 1 if texts else 0


if __name__ == "__main__":
    sys.exit(main())
