"""Programs as people write them, each with one planted bug: the origin, the cause, and no other birth to the program's end.

judge.py says what is expected of each, and runs them several times over."""

from importlib.util import find_spec

import pytest

import judge

pytestmark = pytest.mark.skipif(not find_spec("tensorflow"), reason="TensorFlow is not installed")


def test_each_program_has_its_expectation():
    assert {path.stem for path in judge.BROKEN.glob("*.py")} == set(judge.EXPECTED)


@pytest.mark.parametrize("name", judge.EXPECTED)
def test_the_bug_is_found_and_named(name):
    births, status = judge.births_to_the_end(judge.broken_program(name))
    assert judge.judge(name, births).wrong() == {}
    assert (status != 0) == judge.EXPECTED[name].get("program_fails", False)
