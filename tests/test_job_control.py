"""Ctrl-Z, fg and bg with a program under `tdbg run`: the job stops and goes on as any other of the shell's."""

import os
import shlex
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

import terminal
from test_live_page import Page

ROOT = Path(__file__).resolve().parent.parent
TDBG = Path(os.environ.get("TDBG_BUILD_DIR", ROOT / "build/release")) / "tdbg"
PROMPT = "tdbg>"
SHELL = "shell$"

pytestmark = [
    pytest.mark.skipif(not find_spec("tensorflow"), reason="TensorFlow is not installed"),
    pytest.mark.skipif(not terminal.available(), reason="tmux is not installed"),
]

# Goes on counting beside the thread that computes; `go` and `ask` are files that tell it what to do.
PROGRAM = """
import os
import pathlib
import threading
import time

import tensorflow as tf

here = pathlib.Path(__file__).parent

@tf.function
def train(x):
    return tf.math.log(x)

def count():
    for number in range(10**9):
        (here / "count").write_text(str(number))
        time.sleep(0.02)

def wait_for(name):
    while not (here / name).exists():
        time.sleep(0.02)

train(tf.ones([2]))
threading.Thread(target=count, daemon=True).start()
print("ready", flush=True)
wait_for("go")
print(f"first {train(tf.constant([0.0, 1.0])).numpy()}", flush=True)
print(f"second {train(tf.constant([1.0, 0.0])).numpy()}", flush=True)
wait_for("ask")
print(f"hello {input('your name? ')}", flush=True)
(here / "ended").touch()
"""


class Job:
    """The program under `tdbg run`, started by a shell in a terminal."""

    def __init__(self, folder, *options, script=False):
        self.folder = folder
        (folder / "counts.py").write_text(PROGRAM)
        words = shlex.join([str(TDBG), "run", *options, "-o", str(folder / "trace"), "--python", sys.executable,
                            str(folder / "counts.py")])  # fmt: skip
        (folder / "start.sh").write_text(words + "\n")
        self.screen = terminal.Terminal(["true"], 110, 40, {**os.environ, "XDG_STATE_HOME": str(folder)}, shell=True)
        self.screen.wait_until(lambda: self.screen.screen().count(SHELL) == 2, "the shell")
        self.screen.send_line("set -m; clear")
        self.modes = self.terminal_modes()
        self.screen.send_line(f"sh {folder}/start.sh" if script else words)

    def terminal_modes(self):
        path = self.folder / "modes"
        path.unlink(missing_ok=True)
        self.screen.send_line(f"stty -a >{path}.part; mv {path}.part {path}")
        self.screen.wait_until(path.exists, "stty's answer")
        return path.read_text()

    def tell(self, name):
        (self.folder / name).touch()

    def count(self):
        return (self.folder / "count").read_text()

    def wait_until_it_counts(self):
        path = self.folder / "count"
        path.unlink()
        self.screen.wait_until(path.exists, "a count")

    def states(self):
        """Of tdbg and the program: T where one is stopped."""
        found = {}
        for path in Path("/proc").glob("[0-9]*/cmdline"):
            try:
                words = path.read_bytes().decode(errors="replace").split("\0")
                if str(self.folder / "counts.py") in words:
                    found[Path(words[0]).name] = (path.parent / "stat").read_text().rpartition(")")[2].split()[0]
            except (FileNotFoundError, ProcessLookupError):
                pass
        return found

    def stop(self):
        """Ctrl-Z; when the shell is back, all of the job is stopped and the terminal as the shell left it."""
        shells = self.screen.screen(scrollback=True).count(SHELL)
        self.screen.send_keys("C-z")
        self.screen.wait_until(lambda: self.screen.screen(scrollback=True).count(SHELL) > shells, "the shell")
        self.screen.wait_until(lambda: set(self.states().values()) == {"T"}, "all of the job to be stopped")
        assert len(self.states()) == 2
        assert self.terminal_modes() == self.modes

    def finish(self):
        self.tell("ask")
        self.screen.wait_for("your name?")
        self.screen.send_line("Ada")
        self.screen.wait_for("hello Ada")
        self.screen.wait_for_last(SHELL)
        assert (self.folder / "ended").exists()
        assert self.terminal_modes() == self.modes


@pytest.fixture
def job(tmp_path):
    started = []

    def start(*options, **manner):
        started.append(Job(tmp_path, *options, **manner))
        started[0].screen.wait_for("ready", 90)
        return started[0]

    yield start
    for one in started:
        one.screen.close()


@pytest.mark.parametrize("script", [False, True])
def test_ctrl_z_at_the_prompt(job, script):
    job = job(script=script)
    screen = job.screen
    job.tell("go")
    screen.wait_for_last(PROMPT)
    job.wait_until_it_counts()  # only the thread that computes is held
    screen.send_text("pt train")
    screen.wait_for_last(PROMPT + " pt train")
    for _ in range(2):
        job.stop()
        screen.send_line("fg")
        screen.wait_for_last(PROMPT + " pt train")
        job.wait_until_it_counts()
    screen.send_line("::Log:0")
    screen.wait_for("-inf")
    screen.send_line("c")
    screen.wait_for("first [")
    screen.wait_for_last(PROMPT)
    job.stop()
    screen.send_line("fg")
    screen.wait_for_last(PROMPT)
    screen.send_line("c")
    screen.wait_for("second [")
    job.finish()


def test_ctrl_z_while_the_program_runs(job):
    job = job()
    screen = job.screen
    for _ in range(2):
        job.stop()
        screen.send_line("fg")
        job.wait_until_it_counts()
    job.stop()
    job.tell("go")
    screen.send_line("fg")
    screen.wait_for_last(PROMPT)
    screen.send_line("detach")
    screen.wait_for("second [")
    job.finish()


def test_ctrl_z_while_the_program_reads_from_the_terminal(job):
    job = job()
    screen = job.screen
    job.tell("go")
    screen.wait_for_last(PROMPT)
    screen.send_line("detach")
    screen.wait_for("second [")
    job.tell("ask")
    screen.wait_for("your name?")
    job.wait_until_it_counts()
    job.stop()
    screen.send_line("fg")
    job.wait_until_it_counts()
    screen.send_line("Ada")
    screen.wait_for("hello Ada")
    screen.wait_for_last(SHELL)


def test_in_the_background_the_program_does_not_take_the_terminal(job):
    job = job()
    screen = job.screen
    job.stop()
    screen.send_line("bg")
    job.wait_until_it_counts()
    screen.send_line("echo still $((1 + 1))")
    screen.wait_for("still 2")
    job.tell("go")
    screen.wait_until(lambda: job.states().get("tdbg") == "T", "tdbg to want the terminal for its prompt")
    screen.send_line("fg")
    screen.wait_for_last(PROMPT)
    screen.send_line("detach")
    screen.wait_for("second [")
    job.stop()
    screen.send_line("bg")
    job.wait_until_it_counts()
    job.tell("ask")
    screen.wait_until(lambda: set(job.states().values()) == {"T"}, "the program to want the terminal")
    screen.send_line("echo still $((2 + 1))")
    screen.wait_for("still 3")
    screen.send_line("fg")
    job.wait_until_it_counts()
    screen.send_line("Ada")
    screen.wait_for("hello Ada")
    screen.wait_for_last(SHELL)


def test_the_page_does_not_lose_a_program_that_was_stopped(job):
    job = job("--web")
    screen = job.screen
    job.tell("go")
    screen.wait_for_last(PROMPT)
    page = Page(screen.screen(scrollback=True).splitlines())
    job.stop()
    screen.send_line("fg")
    screen.wait_for_last(PROMPT)
    assert page.ask("target")["phase"] == "held"
    assert page.run()["state"] == "running"
    page.ask("detach")
    screen.wait_for("it was detached from elsewhere")
    job.stop()
    screen.send_line("fg")
    job.wait_until_it_counts()
    assert page.ask("target")["phase"] == "running"
    assert page.run()["state"] == "running"
