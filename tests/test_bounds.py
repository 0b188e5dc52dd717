"""In `auto` a tensor is not read where what was read before says that it can only be finite. That must be right, and
nothing may be missed by it: not what overflows, not what comes from outside, not what is written behind TensorFlow's back."""

import json
import os
import re
import subprocess
from importlib.util import find_spec

import pytest

import warm_python
from tensor_listing import ROOT, TDBG, tensor_rows

pytestmark = pytest.mark.skipif(not find_spec("tensorflow"), reason="TensorFlow is not installed")

PROGRAM = ROOT / "tests/programs/bounded_ops.py"
# Each computes something that its inputs do not bound, or only in a way that is not worth a rule.
FREE = {"Exp", "Log", "Log1p", "RealDiv", "Erf", "Tanh", "RandomUniform", "_EagerConst"}
BOUNDED = {
    "Abs", "AddN", "AddV2", "BatchMatMulV2", "BiasAdd", "BroadcastTo", "ConcatV2", "Conv2DBackpropInput",
    "Cumsum", "DepthToSpace", "DepthwiseConv2dNative", "GatherNd", "GatherV2", "MatMul", "MaxPool", "Maximum", "Mean",
    "Minimum", "MirrorPad", "Mul", "MulNoNan", "Neg", "Pad", "PadV2", "Relu", "Relu6", "ReluGrad", "Reshape", "ReverseV2", "Roll",
    "SelectV2", "SpaceToDepth", "Split", "Square", "SquaredDifference", "Sub", "Sum", "Tile", "Transpose",
}  # fmt: skip


def record(trace, *words, **environment):
    command = [TDBG, "record", "-o", trace, "--retain", "all", "--python", warm_python.interpreter(), *words]
    environment = {**os.environ, **environment}
    done = subprocess.run(command, capture_output=True, text=True, timeout=180, env=environment)
    assert done.returncode == 0, done.stderr
    return trace


def about(trace, command):
    answer = subprocess.run([TDBG, command, "--json", trace], capture_output=True, text=True)
    return json.loads(answer.stdout)


def origins(trace):
    return [alert for alert in about(trace, "alerts")["alerts"] if alert["verdict"] == "origin"]


RULES = ROOT / "src/frameworks/tensorflow/op_growth.cc"
# In this version of TensorFlow no graph has them.
NOT_RUN = {"_MklFusedMatMul"}


def test_bounds_hold(tmp_path):
    """With full statistics everywhere each bound is compared with what came out: of every type that has a rule, by
    TensorFlow's own kernels and by oneDNN's."""
    scales = "1e-40,1e-20,1e-3,1,1e9,1e18,1e30,3e38"
    ran = set()
    for onednn in "01":
        words = ("--every", "1", PROGRAM, "1", scales)
        trace = record(tmp_path / onednn, *words, TF_ENABLE_ONEDNN_OPTS=onednn)
        assert "capture_disproved" not in [loss["name"] for loss in about(trace, "info")["losses"]]
        ran |= {row["op_type"] for row in tensor_rows(trace, "lt")}
    ruled = set(re.findall(r'{"(\w+)", TDBG_GROWS', RULES.read_text()))
    assert len(ruled) > 60
    assert ruled - ran == NOT_RUN


@pytest.fixture(scope="module")
def ordinary(tmp_path_factory):
    trace = record(tmp_path_factory.mktemp("ordinary") / "trace", "--every", "100000", PROGRAM, "3", "1e-3,1")
    return tensor_rows(trace, "lt")


def test_what_is_bounded_is_not_read(ordinary):
    unread = {row["op_type"] for row in ordinary if row["watch"] == "shape"}
    assert BOUNDED <= unread
    assert {row["bad"] for row in ordinary if row["watch"] == "shape"} == {0}
    assert not FREE & unread


def test_curt_health_reads_everything(tmp_path):
    trace = record(tmp_path / "trace", "--mode", "curt_health", PROGRAM, "1", "1")
    assert {row["watch"] for row in tensor_rows(trace, "lt")} == {"curt_health"}


def test_eager_ops_too(ordinary):
    eager = {row["op_type"] for row in ordinary if row["watch"] == "shape" and row["graph"] is None}
    assert {"AddV2", "MatMul", "Mul", "Sum", "Transpose"} <= eager


# Beyond the first calls, which have full statistics whatever they are.
LATE = 240

OVERFLOWS = f"""
import tensorflow as tf

@tf.function
def f(scale):
    x = tf.random.uniform((64, 64), 1, 2) * scale
    return tf.reduce_sum(tf.transpose(x @ x))

for call in range({LATE}):
    f(tf.constant(1e25 if call == {LATE} - 3 else 1.0))
"""


def test_an_overflow_is_born_where_it_is(tmp_path):
    (tmp_path / "overflows.py").write_text(OVERFLOWS)
    (born,) = origins(record(tmp_path / "trace", tmp_path / "overflows.py"))
    assert (born["op_type"], born["source"]) == ("MatMul", "op")


# `noisy` is of the size of what is fed, and is freed when the run ends: the next array may come to its place.
FED = f"""
import numpy as np
import tensorflow as tf

tf.compat.v1.disable_eager_execution()
x = tf.compat.v1.placeholder(tf.float32, (256, 256))
noisy = x + tf.random.uniform((256, 256))
total = tf.reduce_sum(noisy * 2.0)
with tf.compat.v1.Session() as session:
    for call in range({LATE}):
        fed = np.ones((256, 256), np.float32)
        if call == {LATE} - 3:
            fed[3, 4] = np.nan
        session.run(total, {{x: fed}})
        del fed
"""


def test_what_is_fed_is_looked_at(tmp_path):
    (tmp_path / "fed.py").write_text(FED)
    (born,) = origins(record(tmp_path / "trace", tmp_path / "fed.py"))
    assert born["source"] == "input"


# A tensor in the memory of an array, which nobody but the program writes.
REWRITTEN = f"""
import numpy as np
import tensorflow as tf

memory = np.ones(256 * 256 + 16, np.float32)
first = -memory.ctypes.data % 64 // 4  # as TensorFlow wants it aligned
array = memory[first : first + 256 * 256].reshape(256, 256)
tensor = tf.experimental.dlpack.from_dlpack(array.__dlpack__())
for call in range({LATE}):
    if call == {LATE} - 3:
        array[3, 4] = np.nan
    double = tensor * 2.0
assert np.isnan(double.numpy()).any()
"""


def test_an_array_that_is_written_later(tmp_path):
    (tmp_path / "rewritten.py").write_text(REWRITTEN)
    trace = record(tmp_path / "trace", tmp_path / "rewritten.py")
    assert "Mul" in {alert["op_type"] for alert in about(trace, "alerts")["alerts"]}


# On a device that is named, a constant comes to be without any op, maybe where something was before.
ON_DEVICE = """
import numpy as np
import tensorflow as tf

with tf.device("/CPU:0"):
    for call in range(960):
        batch = np.ones((64, 64), np.float32)
        if call >= 900:
            batch[3, 4] = np.nan
        x = tf.constant(batch)
        y = x * 2.0
        del y, x
"""


def test_a_constant_that_no_op_made(tmp_path):
    (tmp_path / "device.py").write_text(ON_DEVICE)
    trace = record(tmp_path / "trace", tmp_path / "device.py")
    bad = [alert for alert in about(trace, "alerts")["alerts"] if alert["op_type"] == "Mul"]
    assert len(bad) == 60


# Constants of a graph come to be without any op, in memory that TensorFlow allocates: where something good was a moment ago.
TRACED = """
import numpy as np
import tensorflow as tf

SIZES = range(32, 112, 4)
ones = [tf.random.uniform((n, n), 1, 2) for n in SIZES]
for call in range(60):
    for x in ones:
        clean = [x + 1.0 for _ in range(8)]
        del clean
    if call >= 40:
        bad = [np.full((n, n), np.nan, np.float32) for n in SIZES]
        tf.function(lambda: [x - y for x, y in zip(ones, bad)], autograph=False)()
"""


def test_a_constant_in_freed_memory(tmp_path):
    (tmp_path / "traced.py").write_text(TRACED)
    trace = record(tmp_path / "trace", tmp_path / "traced.py")
    bad = [alert["op_type"] for alert in about(trace, "alerts")["alerts"]]
    assert bad.count("Sub") == 20 * 20


# Nobody tells what an update puts into a variable; reading it is an op.
UPDATED = f"""
import tensorflow as tf

v = tf.Variable(tf.ones((64, 64)))
for call in range({LATE}):
    double = v * 2.0
    v.assign_add(tf.fill((64, 64), float("nan") if call == {LATE} - 3 else 0.0))
"""


def test_a_variable_that_is_updated(tmp_path):
    (tmp_path / "updated.py").write_text(UPDATED)
    trace = record(tmp_path / "trace", tmp_path / "updated.py")
    bad = [alert["op_type"] for alert in about(trace, "alerts")["alerts"]]
    assert bad.count("Mul") == 2


FUSED = f"""
import tensorflow as tf

weights, shift = tf.Variable(tf.zeros((64, 64))), tf.Variable(tf.zeros(64))

@tf.function
def f(x):
    return tf.sigmoid(tf.nn.bias_add(tf.random.uniform((64, 64)) @ weights, shift)) + x

for call in range({LATE}):
    f(tf.constant(0.0))
"""


def test_an_activation_of_zeros(tmp_path):
    (tmp_path / "fused.py").write_text(FUSED)
    trace = record(tmp_path / "trace", tmp_path / "fused.py")
    assert about(trace, "info")["losses"] == []


# The slope is a factor that no input tells, and it shows where a sum turns negative.
STEEP = f"""
import tensorflow as tf

weights, shift = tf.Variable(tf.ones((64, 64))), tf.Variable(tf.zeros(64))

@tf.function
def f(sign):
    x = tf.random.uniform((64, 64), 1, 2) * sign
    return tf.nn.leaky_relu(tf.nn.bias_add(x @ weights, shift), alpha=1e37)

for call in range({LATE}):
    f(tf.constant(-1.0 if call == {LATE} - 6 else 1.0))
"""


def test_a_steep_activation_is_read(tmp_path):
    (tmp_path / "steep.py").write_text(STEEP)
    (born,) = origins(record(tmp_path / "trace", tmp_path / "steep.py"))
    assert (born["op_type"], born["kind"]) == ("_FusedMatMul", "neg_inf")


SLICED = """
import tensorflow as tf

bad = tf.math.log(tf.zeros((4, 8)))
parts = [bad[:2], tf.split(bad, 2)[0], tf.unstack(bad)[0], tf.transpose(bad, (0, 1)), tf.tile(bad, (1, 1))]
"""


def test_a_part_of_a_bad_tensor_is_no_birth(tmp_path):
    """It may lie where the whole does."""
    (tmp_path / "sliced.py").write_text(SLICED)
    (born,) = origins(record(tmp_path / "trace", tmp_path / "sliced.py"))
    assert born["op_type"] == "Log"


# A variable of old that is changed in place; reading it is no op of its own.
BY_REFERENCE = f"""
import tensorflow as tf

tf.compat.v1.disable_eager_execution()
v = tf.compat.v1.Variable(tf.ones((256, 256)), use_resource=False)
x = tf.compat.v1.placeholder(tf.float32, ())
changed = tf.compat.v1.assign_add(v, tf.fill((256, 256), x))
with tf.control_dependencies([changed]):
    double = v.read_value() * 2.0
with tf.compat.v1.Session() as session:
    session.run(tf.compat.v1.global_variables_initializer())
    for call in range({LATE}):
        session.run(double, {{x: float("nan") if call == {LATE} - 3 else 0.0}})
"""


def test_a_variable_by_reference(tmp_path):
    (tmp_path / "reference.py").write_text(BY_REFERENCE)
    trace = record(tmp_path / "trace", tmp_path / "reference.py")
    assert {"Fill", "Mul"} <= {alert["op_type"] for alert in about(trace, "alerts")["alerts"]}


# The same where the op makes much more than it reads. What was known of the variable is a view of it, before the update.
BY_REFERENCE_TILED = f"""
import tensorflow as tf

tf.compat.v1.disable_eager_execution()
v = tf.compat.v1.Variable(tf.random.uniform((64, 64)), use_resource=False)
x = tf.compat.v1.placeholder(tf.float32, ())
flat = tf.reshape(v, (-1,))
with tf.control_dependencies([flat]):
    changed = tf.compat.v1.assign_add(v, tf.fill((64, 64), x))
with tf.control_dependencies([changed]):
    large = tf.tile(v.read_value(), (4, 4))
total = tf.reduce_sum(flat)
with tf.compat.v1.Session() as session:
    session.run(tf.compat.v1.global_variables_initializer())
    for call in range({LATE} - 4):
        session.run([large, total], {{x: 3e38 if call in ({LATE} - 8, {LATE} - 7) else 0.0}})
"""


def test_a_variable_by_reference_that_is_copied_many_times(tmp_path):
    (tmp_path / "tiled.py").write_text(BY_REFERENCE_TILED)
    trace = record(tmp_path / "trace", tmp_path / "tiled.py")
    bad = [alert["op_type"] for alert in about(trace, "alerts")["alerts"]]
    assert bad.count("Tile") == 3  # from the second of the two updates on
    assert about(trace, "info")["losses"] == []


# More dimensions than are recorded; what is made of them is read all the same.
DEEP = f"""
import tensorflow as tf

@tf.function
def f(x):
    return tf.reshape(tf.math.log(tf.reshape(x * 2.0, [2] * 17)), [-1])

for call in range({LATE}):
    f(tf.random.uniform((512, 256), 1, 2) - (4.0 if call == {LATE} - 3 else 0.0))
"""


def test_what_is_made_of_too_many_dimensions(tmp_path):
    (tmp_path / "deep.py").write_text(DEEP)
    trace = record(tmp_path / "trace", tmp_path / "deep.py")
    assert "Reshape" in {alert["op_type"] for alert in about(trace, "alerts")["alerts"]}


MANY_OUTPUTS = """
import numpy as np
import tensorflow as tf

values = np.ones((150, 7), np.float32)
values[130, 2] = np.inf
parts = tf.unstack(tf.constant(values))
"""


def test_an_op_of_many_outputs(tmp_path):
    (tmp_path / "many.py").write_text(MANY_OUTPUTS)
    trace = record(tmp_path / "trace", tmp_path / "many.py")
    parts = [row for row in tensor_rows(trace, "lt") if row["op_type"] == "Unpack"]
    assert [row["bad"] for row in parts] == [1 if slot == 130 else 0 for slot in range(150)]
