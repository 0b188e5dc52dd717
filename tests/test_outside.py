"""Bad values that no op made: what Python puts on a device by name comes to be without one. The first op that reads it tells."""

import json
import subprocess
from importlib.util import find_spec

import pytest

import warm_python
from tensor_listing import TDBG

pytestmark = pytest.mark.skipif(not find_spec("tensorflow"), reason="TensorFlow is not installed")

# Of each alert: verdict, source, op type, line.
PROGRAMS = {
    "an eager op reads it": (
        """
with tf.device("/CPU:0"):
    x = tf.constant(array)
    y = x * 2.0
    z = y + y
""",
        [("origin", "input", "Mul", 8), ("inherited", None, "AddV2", 9)],
    ),
    "a function is given it": (
        """
@tf.function
def f(x):
    return tf.reduce_sum(x * 2.0)

with tf.device("/CPU:0"):
    x = tf.constant(array)
f(x)
""",
        [("origin", "input", "Mul", 8), ("inherited", None, "Sum", 8)],
    ),
    "a loop is given it": (
        """
@tf.function
def f(x):
    y = tf.ones((64, 64))
    for _ in tf.range(2):
        y = y * x
    return y

with tf.device("/CPU:0"):
    x = tf.constant(array)
f(x)
""",
        [("origin", "input", "Mul", 10), ("inherited", None, "Switch", None), ("inherited", None, "Switch", None),
         ("inherited", None, "Mul", 10)],
    ),
    "beside an intended infinity": (
        """
mask = np.full((64, 64), -np.inf, np.float32)

@tf.function
def f(x):
    return mask + x

with tf.device("/CPU:0"):
    x = tf.constant(array)
f(x)
""",
        [("origin", "constant", "Const", 10), ("origin", "input", "AddV2", 10)],
    ),
    "two ops read it": (
        """
@tf.function
def f(x):
    y = x * 2.0
    with tf.control_dependencies([y]):
        return y, tf.exp(x)

with tf.device("/CPU:0"):
    x = tf.constant(array)
f(x)
""",
        [("origin", "input", "Mul", 8), ("inherited", None, "Exp", 10)],
    ),
    "a number": (
        """
with tf.device("/CPU:0"):
    x = tf.constant(float("inf"))
    y = x - 1.0
""",
        [("origin", "constant", "Sub", 8)],
    ),
    "made by an op before": (
        """
bad = tf.math.log(array - 1.0)
with tf.device("/CPU:0"):
    x = tf.constant(array)
    y = x * 2.0
""",
        [("origin", "input", "_EagerConst", 6), ("inherited", None, "Log", 6), ("inherited", None, "Mul", 9)],
    ),
}  # fmt: skip
BEGINNING = """import numpy as np
import tensorflow as tf
array = np.ones((64, 64), np.float32)
array[3, 4] = np.nan
"""


@pytest.mark.parametrize("case", PROGRAMS)
def test_it_is_found_where_it_is_read_first(tmp_path, case):
    text, expected = PROGRAMS[case]
    program = tmp_path / "program.py"
    program.write_text(BEGINNING + text)
    words = [TDBG, "check", "-o", tmp_path / "trace", "--python", warm_python.interpreter(), program]
    done = subprocess.run(words, capture_output=True, text=True, timeout=120)
    assert done.returncode == 1, done.stderr
    answer = subprocess.run([TDBG, "alerts", "--json", tmp_path / "trace"], capture_output=True, text=True)
    alerts = json.loads(answer.stdout)["alerts"]
    found = [(alert["verdict"], alert["source"], alert["op_type"], alert["line"]) for alert in alerts]
    assert found == expected


def verdicts(trace):
    answer = subprocess.run([TDBG, "alerts", "--json", trace], capture_output=True, text=True)
    return [(alert["op_type"], alert["verdict"]) for alert in json.loads(answer.stdout)["alerts"]]


def test_an_op_before_the_recording_may_have_made_it(tmp_path):
    program = tmp_path / "program.py"
    program.write_text(
        f"""import tdbg
import tensorflow as tf
bad = tf.math.log(tf.zeros(4))
with tdbg.enable({str(tmp_path / "trace")!r}):
    y = bad * 2.0
"""
    )
    subprocess.run([warm_python.interpreter(), program], check=True, capture_output=True, timeout=120)
    assert verdicts(tmp_path / "trace") == [("Mul", "inherited")]


def test_an_op_that_was_left_out_may_have_made_it(tmp_path):
    program = tmp_path / "program.py"
    program.write_text(BEGINNING + "y = tf.math.log(array - 1.0) * 2.0\n")
    words = [TDBG, "record", "-o", tmp_path / "trace", "--op-type", "Mul", "--python", warm_python.interpreter(), program]
    assert subprocess.run(words, capture_output=True, text=True, timeout=120).returncode == 0
    assert verdicts(tmp_path / "trace") == [("Mul", "inherited")]
