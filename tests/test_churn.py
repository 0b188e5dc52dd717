"""A program that traces functions and runs eager ops by the thousand, in eight threads: no leak, no event lost."""

import json
import subprocess
import sys
from importlib.util import find_spec

import pytest

import functions_in_turn
import warm_python
from tensor_listing import ROOT, TDBG, tensor_table

PROGRAM = ROOT / "tests/programs/many_functions.py"
FUNCTIONS, EAGER_OPS = 1_000, 100_000
MOST_MIB = 32  # that recording may keep for itself at the end

pytestmark = pytest.mark.skipif(not find_spec("tensorflow"), reason="TensorFlow is not installed")


def start(*command):
    return subprocess.Popen(list(map(str, command)), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)


def test_churn(tmp_path):
    trace = tmp_path / "trace"
    plain = start(sys.executable, PROGRAM)
    options = ["--mode", "full_health", "--retain", "all", "--python", sys.executable]
    recorded = start(TDBG, "record", "-o", trace, *options, PROGRAM)
    plain_mib, recorded_mib = (int(process.communicate(timeout=300)[0]) for process in (plain, recorded))
    assert recorded_mib - plain_mib <= MOST_MIB

    info = json.loads(subprocess.run([TDBG, "info", "--json", trace], capture_output=True).stdout)
    assert info["losses"] == []
    assert info["runs"][0]["graphs"] == FUNCTIONS
    assert tensor_table(trace, "lt -t Neg")["num_rows"] == EAGER_OPS


def test_tensors_belong_to_the_function_that_made_them(tmp_path):
    functions_in_turn.check(warm_python.interpreter(), tmp_path / "trace")
