"""`--web`: the page on a program while it is recorded, and after its end until Ctrl-C."""

import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from importlib.util import find_spec
from pathlib import Path

import pytest

import warm_python

ROOT = Path(__file__).resolve().parent.parent
TDBG = Path(os.environ.get("TDBG_BUILD_DIR", ROOT / "build/release")) / "tdbg"
PROGRAM = ROOT / "tests/programs/slow_training.py"
BIRTHS = ROOT / "tests/programs/births_when_told.py"
PATIENCE_S = 60

pytestmark = pytest.mark.skipif(not find_spec("tensorflow"), reason="TensorFlow is not installed")


def line_with(stream, pattern):
    for line in stream:
        if found := re.search(pattern, line):
            return found
    raise AssertionError(f"tdbg ended without saying {pattern}")


class Page:
    """Asks as the page does."""

    def __init__(self, stderr):
        self.base, self.token = line_with(stderr, r"the page is at (http://[^/]+)/\?token=(\w+)").groups()

    def ask(self, name, **message):
        """The answer, or what was said against it."""
        headers = {"Authorization": f"Bearer {self.token}"}
        request = urllib.request.Request(f"{self.base}/rpc/{name}", json.dumps(message).encode(), headers)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as refusal:
            return json.load(refusal)["error"]

    def run(self):
        return self.ask("overview")["runs"][0]

    def hold(self):
        """The program has agreed to be held at its next op."""
        end = time.monotonic() + PATIENCE_S
        target = self.ask("hold")
        while not target["hold_asked"]:
            assert time.monotonic() < end, f"the program did not agree: {target}"
            time.sleep(0.05)
            target = self.ask("target")

    def wait_for(self, phase):
        """The program when it is so."""
        end = time.monotonic() + PATIENCE_S
        while (target := self.ask("target"))["phase"] != phase:
            assert time.monotonic() < end, f"{phase} did not come: {target}"
            time.sleep(0.05)
        return target


@pytest.mark.parametrize("command", [["record", "-o", "{}/trace"], ["run", "--no-stop", "-o", "{}/trace"]])
def test_the_page_follows_and_stays(tmp_path, command):
    words = [word.format(tmp_path) for word in command]
    tdbg = subprocess.Popen([TDBG, *words, "--web", "--python", warm_python.interpreter(), PROGRAM, "30"],
                            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)  # fmt: skip
    try:
        page = Page(tdbg.stderr)
        first = page.run()
        assert first["state"] == "running"
        end = time.monotonic() + PATIENCE_S
        while page.run()["tensors"] <= first["tensors"]:
            assert time.monotonic() < end, "the page does not follow"
            time.sleep(0.1)
        line_with(tdbg.stderr, "the page stays until Ctrl-C")
        assert page.run()["state"] == page.ask("target")["phase"] == "finished"
        tdbg.send_signal(signal.SIGINT)
        assert tdbg.wait(PATIENCE_S) == 0
    finally:
        tdbg.kill()
        tdbg.stderr.close()
        tdbg.wait()


def tell(folder, name, text=""):
    """Has births_when_told.py do it."""
    (folder / f"{name}.part").write_text(text)
    (folder / f"{name}.part").rename(folder / name)


def wait_for_file(path):
    end = time.monotonic() + PATIENCE_S
    while not path.exists():
        assert time.monotonic() < end, f"{path.name} was not written"
        time.sleep(0.05)


@pytest.fixture
def recorded(tmp_path):
    """births_when_told.py under `tdbg record --web`, with nobody at the terminal to talk with."""
    words = ["record", "-o", tmp_path / "trace", "--web", "--python", sys.executable, BIRTHS, tmp_path]
    tdbg = subprocess.Popen([TDBG, *words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    yield tdbg
    tdbg.kill()
    tdbg.stderr.close()
    tdbg.wait()


def test_the_page_holds_a_program_that_is_recorded(recorded, tmp_path):
    page = Page(recorded.stderr)
    wait_for_file(tmp_path / "pid")
    assert page.wait_for("running")["living"] is True
    assert page.ask("continue", stop=1) == "the program is not held"
    page.hold()
    tell(tmp_path, "step_1")
    stop = page.wait_for("held")["stop"]
    assert (stop["reason"], stop["number"]) == ("asked", 1)
    line_with(recorded.stderr, "held at .*, from the page; Continue there lets it go on")
    assert page.ask("hold") == "the program is held already"
    assert page.ask("continue", stop=7) == "the program has gone on already, and is held somewhere else now"
    assert page.ask("continue", stop=1, births=0).startswith("births: ")
    assert page.ask("target")["stop"]["number"] == 1
    assert page.ask("continue", stop=1)["phase"] == "running"
    tell(tmp_path, "step_2")  # whose birth nobody asked to be held at
    assert page.ask("detach")["detached"] is True
    assert page.ask("hold") == "the program was detached, and is never held again"
    wait_for_file(tmp_path / "began_2")
    tell(tmp_path, "end", "3")
    assert page.wait_for("failed")["status"] == 3
    assert page.ask("detach") == "the program has ended"
    line_with(recorded.stderr, "the page stays until Ctrl-C")
    assert page.run()["origins"] == 2


def test_ctrl_c_interrupts_a_program_that_the_page_holds(recorded, tmp_path):
    page = Page(recorded.stderr)
    wait_for_file(tmp_path / "pid")
    page.hold()
    tell(tmp_path, "step_1")
    page.wait_for("held")
    recorded.send_signal(signal.SIGINT)
    assert page.wait_for("failed")["status"] == 128 + signal.SIGINT
