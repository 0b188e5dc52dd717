"""The demo: a real TensorFlow program goes wrong, and tdbg names the line."""

import json
import os
import subprocess
from pathlib import Path

import pytest

import warm_python

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = ROOT / "examples/mnist_nan.py"
RECORDING = ROOT / "tests/fixtures/mnist_nan/dump"
TDBG = Path(os.environ.get("TDBG_BUILD_DIR", ROOT / "build/release")) / "tdbg"


def line_with(text):
    numbers = [i for i, line in enumerate(PROGRAM.read_text().splitlines(), 1) if text in line]
    assert len(numbers) == 1
    return numbers[0]


def check_first_birth(logdir):
    run = subprocess.run([TDBG, "alerts", "--json", logdir], capture_output=True, text=True)
    assert run.returncode == 1, run.stderr
    alerts = json.loads(run.stdout)["alerts"]
    first = alerts[0]
    assert first["verdict"] == "origin"
    assert (first["op_type"], first["kind"], first["step"]) == ("Log", "neg_inf", 2)
    assert (Path(first["file"]).name, first["line"]) == ("mnist_nan.py", line_with("tf.math.log(p)"))
    origins = {alert["op_type"] for alert in alerts if alert["verdict"] == "origin"}
    assert origins == {"Log", "Reciprocal"}  # Reciprocal: the gradient of Log divides by the same 0


def test_the_recording_has_its_first_birth_in_loss():
    check_first_birth(RECORDING)


def test_the_recording_is_of_this_program():
    """Each line of the program is a string of the recording's source file, in the same order."""
    recorded = next(RECORDING.glob("*.source_files")).read_bytes()
    position = 0
    for line in PROGRAM.read_bytes().splitlines():
        position = recorded.index(line, position) + len(line)


def test_the_demo_without_tensorflow():
    run = subprocess.run([ROOT / "tools/demo.sh"], capture_output=True, text=True,
                         env={**os.environ, "TDBG_NO_TENSORFLOW": "1"})
    assert run.returncode == 0, run.stdout + run.stderr
    assert "TensorFlow is not installed here" in run.stdout
    assert f"mnist_nan.py:{line_with('tf.math.log(p)')}" in run.stdout and "born in Log" in run.stdout


def test_the_demo():
    pytest.importorskip("tensorflow")
    run = subprocess.run([ROOT / "tools/demo.sh"], capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
    report = run.stdout.split("●")[1]
    assert "born in Log" in report
    assert f"mnist_nan.py:{line_with('tf.math.log(p)')}" in report and "tf.math.log(p)" in report


def test_the_program_as_it_is_run_today(tmp_path):
    pytest.importorskip("tensorflow")
    run = subprocess.run([warm_python.interpreter(), PROGRAM, "--dump", tmp_path / "logdir"], text=True,
                         capture_output=True, env={**os.environ, "TDBG_SHARED": str(tmp_path)})
    assert run.returncode == 0, run.stderr
    losses = [line.split()[3].rstrip(",") for line in run.stdout.splitlines()]
    assert ["nan" in loss for loss in losses] == [False, False, True, True, True]
    check_first_birth(tmp_path / "logdir")
