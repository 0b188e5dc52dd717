"""tdbg.enable_check_numerics beside tf.debugging.enable_check_numerics: the same programs raise, and the message says more.

The programs are in tests/programs/check_numerics_cases.py."""

import ast
import json
import os
import subprocess
from importlib.util import find_spec
from pathlib import Path

import pytest

import warm_python

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = ROOT / "tests" / "programs" / "check_numerics_cases.py"
CASES = [item.name for item in ast.parse(PROGRAM.read_text()).body if getattr(item, "decorator_list", None)]

pytestmark = pytest.mark.skipif(not find_spec("tensorflow"), reason="TensorFlow is not installed")

# Where the two are not of one mind, what tdbg's does.
OTHERWISE = {
    # No op made it: it was in the argument already. TensorFlow's looks at the results of calls as well.
    "function_given_nan_and_returns_it": "nothing",
    # TensorFlow's looks at what is fed only where an op reads it that is itself looked at.
    "session_fed": "InvalidArgumentError",
}

SAID = {
    "eager": ["output 0 of Log\n", "output 0: float32 [2]: 1 -inf of 2 elements, all others 0", "input 0: float32 [2]: from 0 to 1",
              "it was born here", "tf.math.log(tf.constant([0.0, 1.0]))"],
    "eager_half": ["of Sqrt", "float16 [1]: 1 NaN of 1 element"],
    "eager_bfloat16": ["of Mul", "bfloat16 [1]: 1 +inf of 1 element"],
    "eager_double": ["of RealDiv", "float64 []: 1 +inf of 1 element"],
    "function": ["of Log of function 'logarithm'", "> ", "return tf.math.log(x) * 2.0"],
    "nested": ["of Sqrt of function", "return tf.math.sqrt(x)"],
    "constant_returned": ["in constant 'Const'", "1 +inf of 2 elements", "return tf.constant([np.inf, 1.0])"],
    "constant_not_chosen": ["in constant", "of SelectV2", "tf.where(x > 0, x, tf.constant(np.nan))"],
    "variable": ["of ReadVariableOp", "1 NaN of 2 elements"],
    "dataset": ["of Log", "Dataset.from_tensor_slices([1.0, 0.0]).map(tf.math.log)"],
    "session_op": ["of Log 'logarithm'", "born here", 'name="logarithm"'],
    "session_constant": ["in constant 'given'", "1 NaN of 2 elements", 'name="given"'],
    "gradient": ["of SqrtGrad", "tape.gradient(y, x)"],
}  # fmt: skip


@pytest.fixture(scope="module")
def outcomes():
    """By tool, then by case: what was raised and its message."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "python")}
    tools = {tool: subprocess.Popen([warm_python.interpreter(), PROGRAM, tool], env=environment, text=True,
                                    stdout=subprocess.PIPE, stderr=subprocess.PIPE)
             for tool in ("tensorflow", "tdbg")}  # fmt: skip
    outcomes = {}
    for tool, process in tools.items():
        text, errors = process.communicate(timeout=300)
        assert process.returncode == 0, errors
        outcomes[tool] = {line["case"]: line for line in map(json.loads, text.splitlines())}
    return outcomes


@pytest.mark.parametrize("case", CASES)
def test_it_raises_where_tensorflow_s_does(outcomes, case):
    ours, theirs = outcomes["tdbg"][case], outcomes["tensorflow"][case]
    assert ours["raised"] == OTHERWISE.get(case, theirs["raised"]), ours["message"] + theirs["message"]
    if case in OTHERWISE:
        assert theirs["raised"] != OTHERWISE[case]


@pytest.mark.parametrize("case", SAID)
def test_the_message_tells_op_numbers_and_line(outcomes, case):
    message = outcomes["tdbg"][case]["message"]
    for part in SAID[case]:
        assert part in message
