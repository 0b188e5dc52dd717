#!/usr/bin/env python3
"""A long training that is recorded and followed: whether memory, disk and answers stay as they are.

Runs SOAK_STEPS steps (200,000) over SOAK_SECONDS seconds (3600) under `tdbg record --retain 'steps 50'`, with `tdbg
serve` following. Memory of the program, the recorder's disk, memory of `record` and of the follower and how long its
answers take are looked at all the while: build/soak/soak.csv has all of it, and a table and a verdict are printed.
Fails if the most memory that the follower has in the last sixth of the time is more than 1.2 times that in the first, or the
longest answers there take more than 100 ms as a rule.

Usage: tools/soak.py [--tdbg PROGRAM]    another one to measure, as that of an earlier build
"""

import argparse
import contextlib
import csv
import json
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import time
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parent.parent
PLACE = ROOT / "build" / "soak"
SECONDS = float(os.environ.get("SOAK_SECONDS", "3600"))
STEPS = int(os.environ.get("SOAK_STEPS", "200000"))
SAMPLES = 240
LARGEST_GROWTH = 1.2
LONGEST_ANSWER_MS = 100
QUESTIONS = {
    "overview": {},
    "alerts": {"run": 0, "begin": 0, "count": 50},
    "tensors": {"run": 0, "begin": 0, "count": 50},
    "timeline": {"run": 0, "from_ns": 0, "to_ns": 0, "marks": 1000},
}
COLUMNS = ["seconds", "program_mb", "recorder_mb", "disk_mb", "follower_mb", "follower_anon_mb", "deleted_mb",
           "answer_ms"]


def memory_mb(pid, field="VmRSS"):
    """0 where the process is gone."""
    with contextlib.suppress(OSError):
        for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith(field + ":"):
                return int(line.split()[1]) / 1024
    return 0.0


def deleted_mb(pid):
    """Disk that deleted files still take because the process has them mapped."""
    size = 0
    with contextlib.suppress(OSError):
        for line in pathlib.Path(f"/proc/{pid}/maps").read_text().splitlines():
            if line.endswith("(deleted)") and ".tdbg" in line:
                begin, end = (int(one, 16) for one in line.split()[0].split("-"))
                size += end - begin
    return size / 2**20


def disk_mb(directory):
    size = 0
    for path in directory.rglob("*"):
        with contextlib.suppress(OSError):
            size += path.stat().st_blocks * 512
    return size / 2**20


class Follower:
    def __init__(self, tdbg, trace):
        self.process = subprocess.Popen([tdbg, "serve", str(trace), "--port", "0"], stdout=subprocess.PIPE, text=True)
        self.process.stdout.readline()
        url, self.token = re.fullmatch(r"(http://.*/)\?token=(\w+)\n", self.process.stdout.readline()).groups()
        self.base = url

    def ask(self, method, message):
        """Milliseconds."""
        headers = {"Authorization": f"Bearer {self.token}"}
        request = urllib.request.Request(f"{self.base}rpc/{method}", json.dumps(message).encode(), headers)
        start = time.perf_counter()
        with urllib.request.urlopen(request, timeout=600) as answer:
            answer.read()
        return (time.perf_counter() - start) * 1e3

    def longest_answer(self):
        return max(self.ask(method, message) for method, message in QUESTIONS.items())


def program_of(pid):
    """The process that the recorder started."""
    children = pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return int(children[0]) if children else pid


def wait_for_trace(trace, recorder):
    while not any(trace.glob("run-*/*")):
        if recorder.poll() is not None:
            sys.exit(f"soak: the program ended with {recorder.returncode} before it recorded anything")
        time.sleep(0.2)


def soak(tdbg):
    shutil.rmtree(PLACE, ignore_errors=True)
    PLACE.mkdir(parents=True)
    trace = PLACE / "trace"
    training = ROOT / "tools" / "soak_training.py"
    command = [tdbg, "record", "--retain", "steps 50", "-o", str(trace), "--python", sys.executable, str(training),
               str(STEPS), str(SECONDS)]
    rows = []
    with open(PLACE / "record.log", "w") as log:
        recorder = subprocess.Popen(command, stdout=log, stderr=log)
        wait_for_trace(trace, recorder)
        follower = Follower(tdbg, trace)
        start = time.monotonic()
        with open(PLACE / "soak.csv", "w", newline="") as file:
            table = csv.writer(file)
            table.writerow(COLUMNS)
            while recorder.poll() is None:
                program = program_of(recorder.pid)
                pid = follower.process.pid
                rows.append([time.monotonic() - start, memory_mb(program), memory_mb(recorder.pid), disk_mb(trace),
                             memory_mb(pid), memory_mb(pid, "RssAnon"), deleted_mb(pid), follower.longest_answer()])
                table.writerow([f"{value:.2f}" for value in rows[-1]])
                file.flush()
                time.sleep(SECONDS / SAMPLES)
        follower.process.terminate()
        follower.process.wait()
    return rows, recorder.returncode


def curve(values):
    marks = "▁▂▃▄▅▆▇█"
    most = max(values) or 1
    step = max(1, len(values) // 60)
    means = [statistics.mean(values[i:i + step]) for i in range(0, len(values), step)]
    return "".join(marks[min(7, int(mean / most * 7.99))] for mean in means)


def most(rows):
    """Of each column: segments come and go, and what is kept of them with them."""
    return [max(column) for column in zip(*rows)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tdbg", default=str(ROOT / "build" / "release" / "tdbg"))
    rows, status = soak(parser.parse_args().tdbg)
    if status != 0 or len(rows) < 20:
        sys.exit(f"soak: the program ended with {status} after {len(rows)} looks; see {PLACE / 'record.log'}")
    part = len(rows) // 6
    sixth, end = most(rows[:part]), most(rows[-part:])
    print(f"soak: {STEPS} steps in {rows[-1][0]:.0f} s, {len(rows)} looks")
    print(f"{'most in':18}{'first sixth':>12}{'last sixth':>12}{'all':>12}")
    for i, name in enumerate(COLUMNS[1:], 1):
        values = [row[i] for row in rows]
        print(f"{name:18}{sixth[i]:12.1f}{end[i]:12.1f}{max(values):12.1f}  {curve(values)}")
    memory, answer = COLUMNS.index("follower_mb"), COLUMNS.index("answer_ms")
    growth = end[memory] / sixth[memory]
    end[answer] = statistics.median(row[answer] for row in rows[-part:])  # of a machine that does other things, too
    flat = growth <= LARGEST_GROWTH and end[answer] <= LONGEST_ANSWER_MS
    print(f"follower's memory in the last sixth: {growth:.2f} times that of the first; answers: {end[answer]:.0f} ms: "
          f"{'flat' if flat else 'NOT FLAT'}")
    sys.exit(not flat)


if __name__ == "__main__":
    main()
