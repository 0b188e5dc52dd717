"""Programs as people write them, with all that is bad in them on purpose: `tdbg run` does not hold them."""

from importlib.util import find_spec

import pytest

import judge

pytestmark = pytest.mark.skipif(not find_spec("tensorflow"), reason="TensorFlow is not installed")


@pytest.mark.parametrize("name", judge.parameters(judge.clean_names(), judge.NOT_YET["clean"]))
def test_nothing_is_said_of_it(name):
    assert judge.run_at_terminal(judge.clean_program(name)) == judge.UNDISTURBED
