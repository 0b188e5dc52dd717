"""`--web`: the page on a program while it is recorded, and after its end until Ctrl-C."""

import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
TDBG = Path(os.environ.get("TDBG_BUILD_DIR", ROOT / "build/release")) / "tdbg"
PROGRAM = ROOT / "tests/programs/slow_training.py"
PATIENCE_S = 60

pytestmark = pytest.mark.skipif(not find_spec("tensorflow"), reason="TensorFlow is not installed")


def line_with(stream, pattern):
    for line in stream:
        if found := re.search(pattern, line):
            return found
    raise AssertionError(f"tdbg ended without saying {pattern}")


def overview(base, token):
    request = urllib.request.Request(f"{base}/rpc/overview", b"{}", {"Authorization": f"Bearer {token}"})
    with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
        return json.load(answer)["runs"][0]


@pytest.mark.parametrize("command", [["record", "-o", "{}/trace"], ["run", "--no-stop", "-o", "{}/trace"]])
def test_the_page_follows_and_stays(tmp_path, command):
    words = [word.format(tmp_path) for word in command]
    tdbg = subprocess.Popen([TDBG, *words, "--web", "--python", sys.executable, PROGRAM, "30"],
                            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)  # fmt: skip
    try:
        base, token = line_with(tdbg.stderr, r"the page is at (http://[^/]+)/\?token=(\w+)").groups()
        first = overview(base, token)
        assert first["state"] == "running"
        end = time.monotonic() + PATIENCE_S
        while overview(base, token)["tensors"] <= first["tensors"]:
            assert time.monotonic() < end, "the page does not follow"
            time.sleep(0.1)
        line_with(tdbg.stderr, "the page stays until Ctrl-C")
        assert overview(base, token)["state"] == "finished"
        tdbg.send_signal(signal.SIGINT)
        assert tdbg.wait(PATIENCE_S) == 0
    finally:
        tdbg.kill()
        tdbg.stderr.close()
        tdbg.wait()
