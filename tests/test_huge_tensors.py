"""Tensors so large that capture may not keep a second one alive: the program's memory stays its own."""

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
TDBG = Path(os.environ.get("TDBG_BUILD_DIR", ROOT / "build/release")) / "tdbg"
PROGRAM = ROOT / "tests/programs/huge_in_place.py"
MOST_MIB = 150  # for recording; the tensor has 272

pytestmark = pytest.mark.skipif(not find_spec("tensorflow"), reason="TensorFlow is not installed")


def run(*command):
    return subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=120).stdout


def test_an_op_in_place_stays_in_place(tmp_path):
    trace = tmp_path / "trace"
    plain = int(run(sys.executable, PROGRAM))
    recorded = int(run(TDBG, "record", "-o", trace, "--python", sys.executable, PROGRAM))
    assert recorded - plain <= MOST_MIB
    first = json.loads(run(TDBG, "alerts", "--json", trace))["alerts"][0]
    assert (first["verdict"], first["op_type"]) == ("origin", "Log")
