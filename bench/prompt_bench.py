"""One look at a dump of 5,004 tensors: TensorFlow's offline analyzer and `tdbg open` side by side, in
turns, on the same files in the same page cache, from the start of each process to its end.

Both open the dump, list its tensors, print one and show what follows from an op (`lt`, `pt`, `lo -r`
with the default depth), and write all of it to a pipe that is read whole. TensorFlow's analyzer lists the tensors on
its own when it starts, so that it is not asked to again. It needs TensorFlow imported first; how long that takes is measured too."""

import argparse
import json
import pathlib
import platform
import re
import statistics
import subprocess
import sys
import tempfile
import time

from benchmark_page import machine, put_section

ROOT = pathlib.Path(__file__).resolve().parent.parent
ANALYZER = "tensorflow.python.debug.cli.offline_analyzer"
TDBG_RUNS_PER_ROUND = 3


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--blocks", type=int, default=1668)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build" / "release")
    parser.add_argument("--python", default=sys.executable, help="an interpreter with TensorFlow")
    parser.add_argument("--json", type=pathlib.Path, help="where to write all figures")
    parser.add_argument("--page", type=pathlib.Path, help="the page to put the table into")
    return parser.parse_args()


def timed(command, typed=""):
    """(seconds, stdout); TensorFlow's log lines on stderr are not of interest."""
    start = time.perf_counter()
    done = subprocess.run(command, input=typed, capture_output=True, text=True)
    seconds = time.perf_counter() - start
    if done.returncode != 0:
        raise SystemExit(f"{command[0]}: exit status {done.returncode}\n{done.stderr[-2000:]}")
    return seconds, done.stdout


def run_analyzer(arguments, dump):
    typed = f"pt {dump['node']}:0\nlo -r {dump['node']}\nexit\n"
    return timed(
        [arguments.python, "-m", ANALYZER, f"--dump_dir={dump['dump']}", "--ui_type=readline"], typed
    )


def run_tdbg(arguments, dump):
    commands = f"lt; pt {dump['node']}:0; lo -r {dump['node']}"
    return timed([arguments.build / "tdbg", "open", dump["dump"], "-c", commands])


def check_agreement(dump, theirs, ours):
    """Both listed every tensor and printed the same numbers of one."""
    for who, text in (("TensorFlow", theirs), ("tdbg", ours)):
        listed = set(re.findall(r"\blayer\d+/\w+:0\b", text))
        if len(listed) != dump["tensors"]:
            raise SystemExit(f"{who} listed {len(listed)} tensors instead of {dump['tensors']}")

    def first_numbers(text):
        rows = re.search(r"\[\[\s*([^\]]*)\]", text)
        return re.findall(r"-?\d+\.\d*(?:e[-+]\d+)?", rows.group(1)) if rows else None

    if first_numbers(theirs) != first_numbers(ours) or not first_numbers(ours):
        raise SystemExit("TensorFlow and tdbg print other numbers of the same tensor")


def measure(arguments):
    with tempfile.TemporaryDirectory() as temporary:
        writer = [arguments.python, ROOT / "bench" / "write_deep_dump.py", temporary]
        written = subprocess.run(
            [*writer, "--blocks", str(arguments.blocks)], check=True, stdout=subprocess.PIPE
        )
        dump = json.loads(written.stdout.splitlines()[-1])
        theirs, ours, imports = [], [], []
        for turn in range(arguments.rounds):
            imports.append(timed([arguments.python, "-c", f"import {ANALYZER}"])[0])
            seconds, their_text = run_analyzer(arguments, dump)
            theirs.append(seconds)
            for _ in range(TDBG_RUNS_PER_ROUND):
                seconds, our_text = run_tdbg(arguments, dump)
                ours.append(seconds)
                check_agreement(dump, their_text, our_text)
            print(
                f"round {turn + 1}: TensorFlow {theirs[-1]:.2f} s, import alone {imports[-1]:.2f} s, "
                f"tdbg {', '.join(f'{s:.3f}' for s in ours[-TDBG_RUNS_PER_ROUND:])} s",
                file=sys.stderr,
            )
    return {
        "tensors": dump["tensors"],
        "rounds": arguments.rounds,
        "tensorflow_s": theirs,
        "import_s": imports,
        "tdbg_s": ours,
        "tensorflow_lines": their_text.count("\n"),
        "tdbg_lines": our_text.count("\n"),
    }


HEADINGS = [
    "tensors", "rounds", "TensorFlow, s", "of it the import, s", "tdbg, s", "faster", "without the import",
    "lines by TensorFlow", "lines by tdbg",
]  # fmt: skip


def report(arguments, figures):
    version = timed([arguments.build / "tdbg", "--version"])[1].strip()
    theirs, imports, ours = (
        statistics.median(figures[key]) for key in ("tensorflow_s", "import_s", "tdbg_s")
    )
    cells = [
        f"{figures['tensors']:,}",
        f"{figures['rounds']}",
        f"{theirs:.2f}",
        f"{imports:.2f}",
        f"{ours:.3f}",
        f"**{theirs / ours:.0f}×**",
        f"{(theirs - imports) / ours:.0f}×",
        f"{figures['tensorflow_lines']:,}",
        f"{figures['tdbg_lines']:,}",
    ]
    return "\n".join(
        [
            f"Made by `bench/prompt_bench.py --rounds {figures['rounds']}` on {machine()}; {version}; "
            f"TensorFlow's wheel, Python {platform.python_version()}. Medians.",
            "",
            "| " + " | ".join(HEADINGS) + " |",
            "|" + " ---: |" * len(HEADINGS),
            "| " + " | ".join(cells) + " |",
        ]
    )


def main():
    arguments = parse_arguments()
    figures = measure(arguments)
    text = report(arguments, figures)
    print(text)
    if arguments.json:
        arguments.json.write_text(json.dumps(figures, indent=1) + "\n")
    if arguments.page:
        put_section(arguments.page, "prompt_bench", text)


if __name__ == "__main__":
    main()
