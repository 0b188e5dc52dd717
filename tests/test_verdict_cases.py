"""Where bad values come from and where they go, in real recordings of small programs.

The programs are in tests/programs/verdict_cases.py. What is expected of each was worked out by reading them."""

import json
import os
import pathlib
import subprocess

import pytest

import warm_python

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = pathlib.Path(os.environ.get("TDBG_BUILD_DIR", ROOT / "build" / "release"))
TDBG = BUILD / "tdbg"
PROGRAM = ROOT / "tests" / "programs" / "verdict_cases.py"

pytestmark = pytest.mark.skipif(not TDBG.exists(), reason=f"{TDBG} is not built")

# Of each bad event, in order of time: verdict (for origins with their source), kind, and the op's name (its type
# where it is eager; the function's name for the result of a call).
EXPECTED = {
    "eager_chain": ["origin/op neg_inf Log", "inherited neg_inf Mul"],
    "constant": ["origin/constant nan given", "inherited nan add", "inherited nan f()"],
    "dataset": ["origin/input nan IteratorGetNext", "inherited nan mul", "inherited nan sum", "inherited nan f()"],
    "dataset_inside": ["origin/input nan IteratorGetNext", "inherited nan sum", "inherited nan f()"],
    "variable_given": ["origin/variable nan ReadVariableOp", "inherited nan mul", "inherited nan sum",
                       "inherited nan f()"],
    # -inf * w is assigned: the call's own result is clean, but ask() and the eager read meet it.
    "variable_updated": ["origin/op neg_inf log", "inherited neg_inf mul",
                         "inherited neg_inf sum/ReadVariableOp", "inherited neg_inf sum", "inherited neg_inf ask()",
                         "inherited neg_inf ReadVariableOp", "inherited neg_inf AddV2"],
    # The gradient of sqrt at 0 is inf; inf - inf of the second step is not needed to go wrong.
    "training": ["origin/op pos_inf gradient_tape/SqrtGrad", "inherited pos_inf gradient_tape/mul/Mul",
                 "inherited nan gradient_tape/mul/Mul_1", "inherited pos_inf mul_1",
                 "inherited neg_inf ReadVariableOp", "inherited neg_inf mul", "inherited nan root",
                 "inherited nan loss", "inherited nan gradient_tape/SqrtGrad",
                 "inherited nan gradient_tape/mul/Mul", "inherited nan gradient_tape/mul/Mul_1",
                 "inherited nan mul_1"],
    # The graph of shared() lies inside first(), which traced it; here second() calls it.
    "called_by_two": ["origin/op neg_inf log", "inherited neg_inf twice", "inherited neg_inf second()"],
    # 1e20, then inf: born in the second round, read by the condition and by the third.
    "loop": ["origin/op pos_inf while/grow", "inherited pos_inf while/Placeholder",
             "inherited pos_inf while/Placeholder", "inherited pos_inf while/grow",
             "inherited pos_inf while/Placeholder", "inherited pos_inf sum", "inherited pos_inf f()"],
    "branch": ["origin/op neg_inf cond/log", "inherited neg_inf plus", "inherited neg_inf f()"],
    "tensor_array": ["origin/op neg_inf log", "inherited neg_inf stack/TensorListStack", "inherited neg_inf f()"],
    "where_not_taken": ["masked neg_inf log"],
    "attention": ["masked neg_inf mask/e", "masked neg_inf mask", "masked neg_inf masked"],
    "division": ["masked pos_inf exp"],
    "loop_with_mask": ["masked pos_inf while/divide"],
    "asked_about": ["masked nan root"],
    # One reader swallows the infinity, another returns it.
    "half_masked": ["origin/op pos_inf big", "inherited pos_inf out", "inherited pos_inf f()"],
    "eager_variable": ["origin/op nan Sqrt", "inherited nan ReadVariableOp", "inherited nan Mul"],
    # Nothing behind the log was recorded: whether its -inf ended there cannot be told.
    "filtered": ["origin/op neg_inf log"],
}  # fmt: skip


@pytest.fixture(scope="module")
def recordings(tmp_path_factory):
    pytest.importorskip("tensorflow", reason="TensorFlow makes the recordings, and is not installed")
    folder = tmp_path_factory.mktemp("verdicts")
    subprocess.run([warm_python.interpreter(), PROGRAM, folder], check=True, capture_output=True, timeout=300)
    return folder


def alerts_of(recording):
    done = subprocess.run([TDBG, "alerts", "--json", recording], capture_output=True, timeout=60)
    assert done.stderr == b""
    return done.returncode, json.loads(done.stdout)["alerts"]


def describe(alert):
    verdict = alert["verdict"] + (f"/{alert['source']}" if alert["source"] else "")
    name = alert["op"] or alert["op_type"]
    if alert["op"] is None and name.startswith("__inference_"):
        name = name.removeprefix("__inference_").rsplit("_", 1)[0] + "()"
    return f"{verdict} {alert['kind']} {name}"


@pytest.mark.parametrize("name", EXPECTED)
def test_verdicts(recordings, name):
    status, alerts = alerts_of(recordings / name)
    assert [describe(alert) for alert in alerts] == EXPECTED[name]
    only_masked = all(expected.startswith("masked") for expected in EXPECTED[name])
    assert status == (0 if only_masked else 1)


def test_every_program_is_expected(recordings):
    assert {folder.name for folder in recordings.iterdir()} == set(EXPECTED) | {"keras_fit"}


def test_keras_has_one_birth(recordings):
    """The weights explode in the first step, and the second multiplies infinities: all else follows from that."""
    _, alerts = alerts_of(recordings / "keras_fit")
    origins = [a for a in alerts if a["verdict"] == "origin"]
    born = alerts[0]
    assert origins == [born] and (born["source"], born["kind"], born["op_type"]) == ("op", "nan", "MatMul")
    line = PROGRAM.read_text().splitlines()[born["line"] - 1]
    assert pathlib.Path(born["file"]).name == PROGRAM.name and "model.fit(" in line
    assert {a["verdict"] for a in alerts[1:]} == {"inherited"} and len(alerts) > 100


def test_gradient_ops_name_their_forward_op(recordings):
    _, alerts = alerts_of(recordings / "training")
    forward = {alert["op"]: alert["forward"] and alert["forward"]["op"] for alert in alerts}
    assert forward["gradient_tape/SqrtGrad"] == "root"
    assert forward["gradient_tape/mul/Mul"] == "mul"
    assert forward["mul_1"] is None


def test_steps_count_the_calls_that_assign(recordings):
    _, alerts = alerts_of(recordings / "training")
    assert [alert["step"] for alert in alerts] == [0] * 4 + [1] * 8
    _, alerts = alerts_of(recordings / "loop")
    assert {alert["step"] for alert in alerts} == {None}
