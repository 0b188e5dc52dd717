"""Real TensorFlow programs, each with one planted bug, and clean ones: what `tdbg check` says of each.

programs/training/expected.json holds the finding of each program. A line is named by the comment at its end."""

import json
import os
import subprocess
from importlib.util import find_spec
from pathlib import Path

import pytest

import warm_python

ROOT = Path(__file__).resolve().parent.parent
PROGRAMS = ROOT / "tests/programs/training"
EXPECTED = json.loads((PROGRAMS / "expected.json").read_text())
TDBG = Path(os.environ.get("TDBG_BUILD_DIR", ROOT / "build/release")) / "tdbg"

needs_tensorflow = pytest.mark.skipif(not find_spec("tensorflow"), reason="TensorFlow is not installed")


def marked_line(program, mark):
    lines = (PROGRAMS / f"{program}.py").read_text().splitlines()
    numbers = [number for number, line in enumerate(lines, 1) if line.endswith(f"  # {mark}")]
    assert len(numbers) == 1, f"{program}.py has {len(numbers)} lines marked '# {mark}'"
    return numbers[0]


def place(program, mark):
    return f"{program}.py", marked_line(program, mark)


def place_of(alert):
    return Path(alert["file"] or "").name, alert["line"]


def check(program, report):
    command = [TDBG, "check", "--json", report, "--python", warm_python.interpreter(), PROGRAMS / f"{program}.py"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert report.exists(), done.stderr
    return done.returncode, json.loads(report.read_text())


def assert_masked(program, masked, expected):
    """The value that is meant to be bad is listed, at its line and element."""
    found = [(alert["op_type"], *place_of(alert), alert["element"]) for alert in masked]
    assert any(
        (op_type, *place(program, expected["line"]), expected["element"]) in found for op_type in expected["op_type"]
    ), found
    assert {alert["verdict"] for alert in masked} == {"masked"}


def assert_birth(program, birth, expected):
    assert birth["verdict"] == "origin"
    assert (birth["kind"], birth["source"]) == (expected["kind"], expected["source"])
    assert birth["op_type"] in expected["op_type"]
    assert place_of(birth) == place(program, expected["line"])
    if "forward" in expected:
        assert place_of(birth["forward"]) == place(program, expected["forward"])
    if "gradient" in expected:
        assert place_of(birth["gradient"]) == place(program, expected["gradient"])
    if "member" in expected:
        assert birth["member"] and birth["ran_as"]
    assert birth["element"] == expected["element"]
    if expected["step"] is not None:
        assert birth["step"] in expected["step"]


def test_each_program_has_its_expectation():
    programs = {path.stem for path in PROGRAMS.glob("*.py")} - {"state", "run_all"}
    assert programs == set(EXPECTED)


@needs_tensorflow
@pytest.mark.parametrize("program", [name for name, expected in EXPECTED.items() if expected["planted"]])
def test_the_planted_bug_is_the_first_birth(program, tmp_path):
    expected = EXPECTED[program]
    status, report = check(program, tmp_path / "report.json")
    assert (status, report["clean"]) == (1, False)
    birth = report["births"][0]
    assert_birth(program, birth, expected)
    assert birth["cause"]
    if expected.get("folded"):
        assert "before the program ran" in birth["cause"] and birth["inputs"] == []
    elif expected["source"] == "op":
        assert birth["inputs"]
        assert not any(health.get(count) for health in birth["inputs"] for count in ("nan", "pos_inf", "neg_inf"))
    if expected.get("program_fails"):
        assert report["program_status"] != 0
    if "masked" in expected:
        assert_masked(program, report["masked"], expected["masked"])


@needs_tensorflow
@pytest.mark.parametrize("program", [name for name, expected in EXPECTED.items() if not expected["planted"]])
def test_a_clean_program_is_clean(program, tmp_path):
    status, report = check(program, tmp_path / "report.json")
    assert (status, report["clean"], report["program_status"], report["births"]) == (0, True, 0, [])
    if "masked" in EXPECTED[program]:
        assert_masked(program, report["masked"], EXPECTED[program]["masked"])
    else:
        assert report["masked"] == []


@needs_tensorflow
@pytest.mark.parametrize("program", ["bad_input", "data_map", "exploding_recurrence", "keras_fit", "maximum_gradient", "v1_reference"])
def test_what_comes_of_it_is_no_birth(program, tmp_path):
    """To the end of the program: through datasets, loops, functions and the steps that follow."""
    trace = tmp_path / "trace"
    command = [TDBG, "record", "-o", trace, "--python", warm_python.interpreter(), PROGRAMS / f"{program}.py"]
    subprocess.run(command, capture_output=True, timeout=300, check=True)
    alerts = json.loads(subprocess.run([TDBG, "alerts", "--json", trace], capture_output=True).stdout)["alerts"]
    origins = {place_of(alert) for alert in alerts if alert["verdict"] == "origin"}
    assert origins == {place(program, EXPECTED[program]["line"])}
