"""Programs with trouble that is not NaN: what `tdbg check` warns of, and what allows a birth."""

import json
import os
import subprocess
from importlib.util import find_spec
from pathlib import Path

import pytest

import warm_python

ROOT = Path(__file__).resolve().parent.parent
PROGRAMS = ROOT / "tests/programs/warnings"
TDBG = Path(os.environ.get("TDBG_BUILD_DIR", ROOT / "build/release")) / "tdbg"

pytestmark = pytest.mark.skipif(not find_spec("tensorflow"), reason="TensorFlow is not installed")

KINDS = {
    "dead_relu": "dead_units",
    "divergence": "divergence",
    "f16_gradients": "underflow",
    "headroom": "headroom",
    "saturated_sigmoid": "saturation",
    "unchanged_variable": "unchanged_variable",
    "vanishing_gradient": "vanished_gradient",
}


def check(program, report, *options):
    command = [TDBG, "check", "--json", report, "--python", warm_python.interpreter(), *options, program]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert report.exists(), done.stderr
    return done, json.loads(report.read_text())


def marked_line(program):
    lines = program.read_text().splitlines()
    return next(number for number, line in enumerate(lines, 1) if line.endswith("  # trouble"))


def test_each_program_has_its_kind():
    assert {path.stem for path in PROGRAMS.glob("*.py")} == set(KINDS)


@pytest.mark.parametrize("name", KINDS)
def test_trouble_is_told_with_its_line(name, tmp_path):
    program = PROGRAMS / f"{name}.py"
    done, report = check(program, tmp_path / "report.json")
    assert (done.returncode, report["births"]) == (0, [])
    told = [(warning["kind"], warning["line"]) for warning in report["warnings"]]
    assert (KINDS[name], marked_line(program)) in told
    assert f"{len(told)} warning" in done.stderr


def test_strict_fails_with_a_warning(tmp_path):
    done, report = check(PROGRAMS / "dead_relu.py", tmp_path / "report.json", "--strict")
    assert (done.returncode, report["clean"]) == (1, False)


def test_a_mode_without_statistics_says_what_it_cannot_see(tmp_path):
    trace = tmp_path / "trace"
    check(PROGRAMS / "dead_relu.py", tmp_path / "report.json", "--mode", "curt_health", "-o", trace)
    done = subprocess.run([TDBG, "alerts", "-w", "--json", trace], capture_output=True, text=True)
    answer = json.loads(done.stdout)
    assert (done.returncode, answer["warnings"]) == (0, [])
    assert "--mode full_health" in answer["not_seen"][0]["text"]


@pytest.mark.parametrize("how", ["comment", "file", "neither"])
def test_what_is_allowed_is_no_birth(how, tmp_path):
    program = tmp_path / "program.py"
    comment = "  # tdbg: allow inf" if how == "comment" else ""
    program.write_text(f"import tensorflow as tf\n\nprint(tf.math.log(tf.constant([0.5, 0.0])).numpy()){comment}\n")
    if how == "file":
        (tmp_path / ".tdbg").mkdir()
        (tmp_path / ".tdbg/allow").write_text('# masks\nop == "Log"\n')
    done, report = check(program, tmp_path / "report.json")
    allowed = how != "neither"
    assert (done.returncode, len(report["births"]), len(report["allowed"])) == ((0, 0, 1) if allowed else (1, 1, 0))


@pytest.mark.parametrize(
    ("program", "by", "led"),
    [
        ("growth/learning_rate", "step", "update"),
        ("growth/eager_learning_rate", "step", "update"),
        ("broken/eager_descent", "round", "update"),
        ("training/exploding_recurrence", "iteration", "loop"),
    ],
)
def test_what_grew_until_it_overflowed(program, by, led, tmp_path):
    done, report = check(ROOT / "tests/programs" / f"{program}.py", tmp_path / "report.json")
    birth = report["births"][0]
    assert (done.returncode, birth["growth"]["by"], birth["growth"]["led"]) == (1, by, led)
    assert birth["growth"]["factor"] > 1.5
    assert "It had grown" in birth["cause"]


@pytest.mark.parametrize("program", ["log_zero", "sqrt_gradient", "zero_by_zero"])
def test_what_has_another_reason_did_not_grow(program, tmp_path):
    report = check(ROOT / "tests/programs/training" / f"{program}.py", tmp_path / "report.json")[1]
    assert report["births"][0]["growth"] is None
