"""Programs as people write them, each with one planted bug: the origin, the cause, and that nothing else is born.

judge.py says what is expected of each, and runs them several times over, all to their end."""

from importlib.util import find_spec

import pytest

import judge

pytestmark = pytest.mark.skipif(not find_spec("tensorflow"), reason="TensorFlow is not installed")

# What comes of the bug later goes through variables, datasets, comparisons and values that no op made.
GO_ON = ["eager_advantage", "eager_data_constant", "keras_custom_loss", "nan_through_max", "session_gan", "session_softmax"]


def test_each_program_has_its_expectation():
    assert {path.stem for path in judge.BROKEN.glob("*.py")} == set(judge.EXPECTED)


@pytest.mark.parametrize("name", judge.parameters(judge.EXPECTED, judge.NOT_YET["broken"]))
def test_the_bug_is_found_and_named(name):
    status, report = judge.check(judge.broken_program(name))
    assert judge.judge(name, report["births"]).wrong() == {}
    assert status == 1


@pytest.mark.parametrize("name", judge.parameters(GO_ON, judge.NOT_YET["broken"]))
def test_what_comes_of_it_is_no_birth(name):
    births, status = judge.births_to_the_end(judge.broken_program(name))
    assert judge.false_births(name, births) == []
    assert status == 0
