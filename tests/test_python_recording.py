"""The Python package inside real programs: recording, checking, and the drop-ins with TensorFlow's names."""

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

import warm_python

ROOT = Path(__file__).resolve().parent.parent
TDBG = Path(os.environ.get("TDBG_BUILD_DIR", ROOT / "build/release")) / "tdbg"

needs_tensorflow = pytest.mark.skipif(not find_spec("tensorflow"), reason="TensorFlow is not installed")

TRAINING = """
import sys
import tensorflow as tf
import tdbg

rate = tf.Variable(1.0)

@tf.function
def train(x):
    rate.assign_sub(0.25)
    return tf.math.log(x) * rate
"""


def python(text, folder, *arguments, status=0, interpreter=None):
    script = folder / "program.py"
    script.write_text(text)
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "python")}
    done = subprocess.run([interpreter or warm_python.interpreter(), script, *map(str, arguments)], capture_output=True,
                          text=True, timeout=180, env=environment)  # fmt: skip
    assert done.returncode == status, done.stderr
    return done


def alerts(trace):
    done = subprocess.run([TDBG, "alerts", "--json", trace], capture_output=True, text=True)
    return json.loads(done.stdout)["alerts"]


def test_importing_it_needs_no_tensorflow(tmp_path):
    done = python("import sys, tdbg\nprint('tensorflow' in sys.modules)\n", tmp_path, interpreter=sys.executable)
    assert done.stdout == "False\n"


@needs_tensorflow
def test_only_the_block_is_recorded(tmp_path):
    trace = tmp_path / "trace"
    python(TRAINING + """
train(tf.constant([0.0]))
with tdbg.enable(sys.argv[1], mode="FULL_HEALTH") as recording:
    assert recording.logdir == sys.argv[1]
    tdbg.step(7)
    train(tf.constant([0.0, 1.0]))
train(tf.constant([0.0, 1.0, 2.0]))
""", tmp_path, trace)  # fmt: skip
    births = [alert for alert in alerts(trace) if alert["verdict"] == "origin"]
    assert [(birth["op_type"], birth["elements"], birth["step"]) for birth in births] == [("Log", 2, 7)]
    assert births[0]["line"] == TRAINING.splitlines().index("    return tf.math.log(x) * rate") + 1


@needs_tensorflow
def test_dtypes_and_op_types_are_chosen(tmp_path):
    trace = tmp_path / "trace"
    python(TRAINING + """
tdbg.enable(sys.argv[1], "full_health", op_regex="L|M", tensor_dtypes=[tf.float32, "float64"])
train(tf.constant([0.5]))
tdbg.disable()
""", tmp_path, trace)  # fmt: skip
    done = subprocess.run([TDBG, "open", "--json", trace, "-c", "lt"], capture_output=True, text=True)
    text = done.stdout
    assert "Log" in text and "Mul" in text and "ReadVariableOp" not in text


@needs_tensorflow
def test_mistakes_are_exceptions(tmp_path):
    done = python(TRAINING + """
for wrong in ({"mode": "everything"}, {"op_regex": "("}):
    try:
        tdbg.enable(sys.argv[1], **wrong)
    except ValueError as error:
        print(error)
""", tmp_path, tmp_path / "trace")  # fmt: skip
    first, second = done.stdout.splitlines()
    assert "everything" in first and "full_health" in first and "op_type" in second


@needs_tensorflow
def test_checks_and_recordings_end_by_themselves(tmp_path):
    trace = tmp_path / "trace"
    done = python(TRAINING + """
def raises(x):
    try:
        train(tf.constant([x]))
    except tf.errors.InvalidArgumentError as error:
        return "of Log" in error.message
    return False

with tdbg.enable(sys.argv[1]):
    print(raises(0.0))
    tdbg.enable_check_numerics()
    print(raises(0.0))
print(raises(-1.0))  # the recording has ended, the checks have not
tdbg.disable_check_numerics()
tdbg.disable_check_numerics()
print(raises(0.0))
tdbg.enable_check_numerics(None, path_length_limit=None)
print(raises(0.0))
""", tmp_path, trace)  # fmt: skip
    assert done.stdout.split() == ["False", "True", "True", "False", "True"]
    assert [birth["kind"] for birth in alerts(trace) if birth["verdict"] == "origin"].count("nan") == 1


@needs_tensorflow
def test_checks_alone_leave_nothing_behind(tmp_path):
    done = python("""
import os
import tempfile
import tensorflow as tf
import tdbg

tempfile.tempdir = os.path.dirname(__file__)
tdbg.enable_check_numerics(stack_height_limit=0)
try:
    tf.math.log(tf.constant(0.0))
except tf.errors.InvalidArgumentError as error:
    print(error.message.partition("tdbg")[2].count("program.py"))
for wrong in (-1, "many"):
    try:
        tdbg.enable_check_numerics(path_length_limit=wrong)
    except ValueError as error:
        print(error)
""", tmp_path)  # fmt: skip
    shown, *refused = done.stdout.splitlines()
    assert shown == "1" and ["raise_path" in line for line in refused] == [True, True]
    assert "tdbg" not in done.stderr and [path.name for path in tmp_path.iterdir()] == ["program.py"]


@needs_tensorflow
def test_ops_fail_without_a_companion(tmp_path):
    done = python(TRAINING + """
from tdbg import library

library._companion = lambda: ""
tdbg.enable_check_numerics()
for _ in range(10):  # until the layout of TensorFlow's objects is known
    tf.unstack(tf.constant([1.0, 2.0]) + 1.0)
for ask in (lambda: tf.math.log(tf.constant([0.0])), lambda: train(tf.constant([0.0]))):
    try:
        ask()
    except tf.errors.InvalidArgumentError as error:
        print(error.message[error.message.index("tdbg"):].splitlines()[0])
""", tmp_path)  # fmt: skip
    assert done.stdout.splitlines() == ["tdbg: NaN or infinity in output 0 of Log"] * 2


@needs_tensorflow
def test_eager_ops_are_seen_as_written(tmp_path):
    trace = tmp_path / "trace"
    python(TRAINING + """
with tdbg.enable(sys.argv[1], as_written=True):
    tf.math.log(tf.constant([0.0, 1.0]))
    train(tf.constant([-1.0]))
""", tmp_path, trace)  # fmt: skip
    births = [alert for alert in alerts(trace) if alert["verdict"] == "origin"]
    assert [(birth["op_type"], birth["kind"]) for birth in births] == [("Log", "neg_inf"), ("Log", "nan")]


@needs_tensorflow
def test_the_drop_ins_write_a_logdir(tmp_path):
    logdir = tmp_path / "logdir"
    python(TRAINING + """
tdbg.enable_dump_debug_info(sys.argv[1], tensor_debug_mode="FULL_HEALTH", circular_buffer_size=-1)
for x in (1.0, 0.0):
    train(tf.constant([x]))
tdbg.disable_dump_debug_info()
""", tmp_path, logdir)  # fmt: skip
    info = json.loads(subprocess.run([TDBG, "info", "--json", logdir], capture_output=True).stdout)
    assert [run["format"] for run in info["runs"]] == ["tfdbg2"]
    births = [alert for alert in alerts(logdir) if alert["verdict"] == "origin"]
    assert [(birth["op_type"], birth["kind"], birth["element"]) for birth in births] == [("Log", "neg_inf", [0])]
    from tensorflow.python.debug.lib import debug_events_reader

    with debug_events_reader.DebugDataReader(str(logdir)) as reader:
        reader.update()
        assert reader.num_graph_execution_traces() > 0
        calls = [run for run in reader.executions() if "train" in run.op_type]  # each with where it was made
        assert len(calls) == 2
        for call in calls:
            _, frames = reader.read_execution_stack_trace(call)
            lines = [line for path, line, _ in frames if Path(path).name == "program.py"]
            program = (tmp_path / "program.py").read_text().splitlines()
            assert [program[line - 1].strip() for line in lines] == ["train(tf.constant([x]))"]
