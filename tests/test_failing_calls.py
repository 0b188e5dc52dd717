"""A sample of failing_calls.py: whatever call of tdbg's libraries fails, the program computes the same, and what it bore is
recorded, or somebody says that it is not."""

from importlib.util import find_spec

import pytest

import failing_calls

pytestmark = [
    pytest.mark.skipif(not find_spec("tensorflow"), reason="TensorFlow is not installed"),
    pytest.mark.skipif(not failing_calls.SHIM.exists(), reason=f"{failing_calls.SHIM}: not built"),
]


@pytest.fixture(scope="module")
def programs():
    programs = failing_calls.Programs()
    yield programs
    programs.close()


def test_without_failures_all_is_recorded(programs):
    outcome = programs.run("none:1")
    assert outcome.born and not outcome.said
    assert outcome.results == programs.plain


@pytest.mark.parametrize("function", failing_calls.FUNCTIONS)
def test_calls_that_fail(programs, function):
    numbers = (1, 2, 3, 5, 8, 13) if function != "malloc" else (1, 2, 5, 50, 500)
    for number in numbers:
        for kind in ("", "+"):
            wrong, made = programs.wrong(f"{function}:{number}{kind}")
            assert not wrong
            assert number > 1 or made > 0, "the program makes no such call: nothing was tested"
