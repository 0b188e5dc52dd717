"""Which line of a program a birth is told by, and which layer of its model: never the library's, nor the one line that
runs a whole model. A line is named by the comment at its end."""

import json
import os
import re
import subprocess
from importlib.util import find_spec
from pathlib import Path

import pytest

import warm_python

ROOT = Path(__file__).resolve().parent.parent
PROGRAMS = ROOT / "tests/programs/lines"
TDBG = Path(os.environ.get("TDBG_BUILD_DIR", ROOT / "build/release")) / "tdbg"

needs_tensorflow = pytest.mark.skipif(not find_spec("tensorflow"), reason="TensorFlow is not installed")
needs_keras = pytest.mark.skipif(not find_spec("keras"), reason="Keras is not installed")


def line(program, mark):
    lines = (PROGRAMS / f"{program}.py").read_text().splitlines()
    (number,) = [number for number, text in enumerate(lines, 1) if text.endswith(f"  # {mark}")]
    return f"{program}.py", number


def place(facts):
    return Path(facts["file"] or "").name, facts["line"]


def record(program, trace):
    """Everything that is bad in the program, in order of time; what it printed; and the report of the first birth."""
    command = [TDBG, "record", "-o", trace, "--python", warm_python.interpreter(), PROGRAMS / f"{program}.py"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    told = subprocess.run([TDBG, "alerts", "--json", trace], capture_output=True, text=True).stdout
    report = subprocess.run([TDBG, "open", trace, "-c", "explain"], capture_output=True, text=True).stdout
    return json.loads(told)["alerts"], done.stdout, report


def origins(alerts, op_type):
    return [alert for alert in alerts if alert["verdict"] == "origin" and alert["op_type"] == op_type]


@needs_tensorflow
@needs_keras
def test_an_op_that_keras_built_has_its_layer(tmp_path):
    alerts, printed, report = record("functional_fit", tmp_path / "trace")
    (birth,) = origins(alerts, "Log")
    assert place(birth) == place(birth["layer"]) == line("functional_fit", "layer")
    assert (birth["layer"]["path"], birth["layer"]["type"]) == ("net/dense", "Dense")
    assert f"called   from functional_fit.py:{line('functional_fit', 'fit')[1]}" in report
    assert re.search(r"layer +net/dense \(Dense\), made at functional_fit\.py:\d+ in make_model\(\)", report)
    of_optimizer = [alert for alert in alerts if alert["layer"] and alert["layer"]["type"] == "Adam"]
    assert {place(alert) for alert in of_optimizer} == {line("functional_fit", "optimizer")}
    # Each op of the model, the loss and the optimizer belongs to something.
    assert not [alert["op"] for alert in alerts if alert["layer"] is None and "/net" in (alert["op"] or "")]

    alone = subprocess.run([warm_python.interpreter(), PROGRAMS / "functional_fit.py"], capture_output=True, text=True)
    assert printed == alone.stdout


@needs_tensorflow
@needs_keras
def test_the_users_own_call_and_train_step_are_the_line(tmp_path):
    alerts, _, _ = record("own_layers", tmp_path / "trace")
    # Which op is recorded first depends on the threads that run them.
    [birth, *_] = [birth for birth in origins(alerts, "RealDiv") if place(birth) == line("own_layers", "call")]
    assert (birth["layer"]["path"], birth["layer"]["type"]) == ("net/standardize", "Standardize")
    assert place(birth["layer"]) == line("own_layers", "layer")
    assert {place(alert) for alert in alerts if alert["op_type"] == "Log"} == {line("own_layers", "train_step")}
    # Gradients are named after what they differentiate, and so belong to its layer.
    gradients = [alert for alert in alerts if "gradient_tape/net_1/dense" in (alert["op"] or "")]
    assert {alert["layer"]["path"] for alert in gradients} == {"net/dense"}


@needs_tensorflow
@needs_keras
def test_an_eager_op_has_its_layer(tmp_path):
    alerts, _, _ = record("eager_layers", tmp_path / "trace")
    (birth,) = origins(alerts, "Sqrt")
    assert place(birth) == line("eager_layers", "call")
    assert (birth["layer"]["path"], birth["layer"]["type"]) == ("net/b", "Dense")
    assert place(birth["layer"]) == line("eager_layers", "layer")


@needs_tensorflow
def test_a_function_in_a_session_has_its_own_line(tmp_path):
    alerts, _, report = record("session_function", tmp_path / "trace")
    (birth,) = origins(alerts, "Log")
    assert place(birth) == line("session_function", "op")
    assert f"called   from session_function.py:{line('session_function', 'call')[1]} outer()" in report


@needs_tensorflow
def test_of_a_function_that_fails_the_failing_call_is_told(tmp_path):
    alerts, printed, report = record("failing_call", tmp_path / "trace")
    (failure,) = [alert for alert in alerts if alert["kind"] == "error"]
    assert place(failure) == line("failing_call", "op")
    call, caller = (line("failing_call", mark)[1] for mark in ("call", "caller"))
    assert f"called   from failing_call.py:{call} does_not_fit() ← failing_call.py:{caller} main()" in report
    assert printed == "refused\n"
