"""Programs with one planted bug each, run by the real TensorFlow: tdbg must name the birth and nothing else."""

import importlib.util
import json
import os
import pathlib
import re
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent
TDBG = pathlib.Path(os.environ.get("TDBG_BUILD_DIR", ROOT / "build" / "release")) / "tdbg"
PROGRAMS = ROOT / "tests" / "programs" / "planted_bugs.py"

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("tensorflow") is None, reason="TensorFlow is not installed, and it runs the programs here"
)

# name -> (origins as (op type, kind, source), op types that are masked)
EXPECTED = {
    "where_not_taken": ([], {"RealDiv"}),
    "attention_mask": ([], {"Log", "AddV2"}),
    "swallowed_by_division": ([], {"Exp"}),
    "half_masked": ([("Exp", "pos_inf", "op")], set()),
    "weights_go_bad": ([("SqrtGrad", "pos_inf", "op")], set()),
    "bad_data": ([("IteratorGetNext", "nan", "input")], set()),
    "bad_constant": ([("Const", "nan", "constant")], set()),
    "bad_variable": ([("ReadVariableOp", "nan", "variable")], set()),
    "inside_a_loop": ([("Mul", "pos_inf", "op")], set()),
    "inside_a_function": ([("Log", "neg_inf", "op")], set()),
    "eager_chain": ([("Log", "neg_inf", "op")], set()),
    "eager_variable": ([("Sqrt", "nan", "op")], set()),
    "keras_fit": ([("MatMul", "nan", "op")], set()),
}


@pytest.fixture(scope="module")
def recordings(tmp_path_factory):
    folder = tmp_path_factory.mktemp("planted")
    subprocess.run([sys.executable, PROGRAMS, folder], check=True, timeout=300, stderr=subprocess.DEVNULL)
    return folder


def alerts_of(logdir):
    done = subprocess.run([TDBG, "alerts", "--json", logdir], capture_output=True, text=True, timeout=60)
    alerts = json.loads(done.stdout)["alerts"]
    assert done.returncode == (1 if any(a["verdict"] != "masked" for a in alerts) else 0)
    return alerts


def birth_line(name):
    """The line of the program's source that says # BIRTH; None if it has no such line."""
    inside = False
    for number, line in enumerate(PROGRAMS.read_text().splitlines(), 1):
        if re.match(r"def ", line):
            inside = line.startswith(f"def {name}(")
        if inside and "# BIRTH" in line:
            return number
    return None


def test_every_program_has_an_expectation():
    listed = re.search(r"PROGRAMS = \[(.*?)\]", PROGRAMS.read_text(), re.S).group(1)
    assert {word.strip() for word in listed.split(",")} == set(EXPECTED)


@pytest.mark.parametrize("name", EXPECTED)
def test_verdicts(recordings, name):
    origins, masked = EXPECTED[name]
    alerts = alerts_of(recordings / name)
    assert [(a["op_type"], a["kind"], a["source"]) for a in alerts if a["verdict"] == "origin"] == origins
    assert {a["op_type"] for a in alerts if a["verdict"] == "masked"} == masked
    line = birth_line(name)
    if line is not None:
        born = next(a for a in alerts if a["verdict"] == "origin")
        assert (pathlib.Path(born["file"]).name, born["line"]) == (PROGRAMS.name, line)


def test_a_gradient_knows_its_forward_op(recordings):
    born = next(a for a in alerts_of(recordings / "weights_go_bad") if a["verdict"] == "origin")
    text = PROGRAMS.read_text().splitlines()[born["forward"]["line"] - 1]
    assert born["forward"]["op"] == "root" and 'name="root"' in text


def test_steps_count_calls_that_update_a_variable(recordings):
    steps = [a["step"] for a in alerts_of(recordings / "weights_go_bad") if a["op_type"] == "SqrtGrad"]
    assert steps == [0, 1, 2]
