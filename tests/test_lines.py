"""Which line of a program a birth is told by, and which layer of its model: never the library's, nor the one line that
runs a whole model. A line is named by the comment at its end."""

import json
import os
import re
import subprocess
import sys
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


def births(program, folder):
    """As `tdbg check` tells them."""
    report = folder / "report.json"
    words = ["check", "-o", folder / "trace", "--json", report, "--python", warm_python.interpreter()]
    subprocess.run([TDBG, *words, PROGRAMS / f"{program}.py"], capture_output=True, text=True, timeout=300)
    return json.loads(report.read_text())["births"]


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


@needs_tensorflow
@needs_keras
def test_operations_of_a_functional_model_have_lines_of_their_own(tmp_path):
    alerts, _, report = record("keras_operations", tmp_path / "trace")
    (division,) = [birth for birth in origins(alerts, "RealDiv") if not birth["forward"]]
    assert place(division) == line("keras_operations", "division")
    assert (division["layer"]["path"], division["layer"]["type"]) == ("net/true_divide", "TrueDivide")
    (logarithm,) = [birth for birth in origins(alerts, "Log") if not birth["forward"]]
    assert place(logarithm) == line("keras_operations", "log")
    assert (logarithm["layer"]["path"], logarithm["layer"]["type"]) == ("net/log", "Log")
    # Gradients are told by what they differentiate, and the model's own line by nothing.
    told = {place(alert["forward"] or alert) for alert in alerts if alert["verdict"] == "origin"}
    assert told == {line("keras_operations", mark) for mark in ("division", "log")}


@needs_tensorflow
def test_an_eager_gradient_is_told_by_its_forward_op(tmp_path):
    alerts, _, report = record("eager_gradient", tmp_path / "trace")
    (birth,) = origins(alerts, "SqrtGrad")
    assert place(birth) == line("eager_gradient", "tape")
    assert birth["forward"]["op"] == "Sqrt"
    assert place(birth["forward"]) == line("eager_gradient", "forward")
    assert f"eager_gradient.py:{line('eager_gradient', 'forward')[1]}" in report.splitlines()[0]
    assert f"gradient of Sqrt, asked for at eager_gradient.py:{line('eager_gradient', 'tape')[1]}" in report


@needs_tensorflow
def test_the_text_of_a_cell_is_shown(tmp_path):
    alerts, _, report = record("notebook_cell", tmp_path / "trace")
    eager, traced = origins(alerts, "Log")
    assert [alert["line"] for alert in (eager, traced)] == [7, 5]
    assert "▶   7 │ print(tf.math.log(x))" in report
    assert "ipython-input-3-0123456789ab" in report


@needs_tensorflow
@pytest.mark.parametrize("program", ["several_calls", "several_eager_calls"])
def test_the_call_of_a_line_is_marked(program, tmp_path):
    (birth,) = births(program, tmp_path)
    text = "tf.math.log(q)"
    assert place(birth) == line(program, "op")
    source = (PROGRAMS / f"{program}.py").read_text().splitlines()[birth["line"] - 1]
    eager = program == "several_eager_calls"
    if not eager or sys.version_info >= (3, 11):
        assert birth["expression"] == {"text": text, "column": source.index(text) + 1}
        report = subprocess.run([TDBG, "open", tmp_path / "trace", "-c", "explain"], capture_output=True, text=True)
        shown, marked = report.stdout.splitlines()[3:5]
        assert shown[marked.index("^") : marked.rindex("^") + 1] == text


@needs_tensorflow
def test_an_op_in_a_long_statement_has_its_line(tmp_path):
    alerts, _, _ = record("long_statement", tmp_path / "trace")
    assert {place(birth) for birth in origins(alerts, "Log")} == {line("long_statement", "op")}
    assert {place(birth) for birth in origins(alerts, "Rsqrt")} == {line("long_statement", "row")}
