"""Capture changes no bit: losses and weights after 50 steps, with and without it, of every program and workload."""

import json
import os
import subprocess
from importlib.util import find_spec
from pathlib import Path

import pytest

import warm_python

ROOT = Path(__file__).resolve().parent.parent
TRAINING = ROOT / "tests/programs/training"
PROGRAMS = list(json.loads((TRAINING / "expected.json").read_text()))
TDBG = Path(os.environ.get("TDBG_BUILD_DIR", ROOT / "build/release")) / "tdbg"
ENVIRONMENT = {**os.environ, "TDBG_PRINT_STATE": "1"}

pytestmark = pytest.mark.skipif(not find_spec("tensorflow"), reason="TensorFlow is not installed")

# All of a group in one process: importing TensorFlow takes longer than a program does.
GROUPS = {
    "programs": [TRAINING / "run_all.py", *PROGRAMS],
    "workloads": [ROOT / "bench/overhead/print_states.py", "--steps", "50"],
}


def states(command):
    """What each program of a group printed, by its name."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, env=ENVIRONMENT)
    assert done.returncode == 0, done.stderr
    parts = done.stdout.split("== ")[1:]
    return dict(part.split("\n", 1) for part in parts)


@pytest.fixture(scope="module", params=GROUPS)
def plain(request):
    """A group's command and the states it ends with when nobody looks."""
    group = [str(part) for part in GROUPS[request.param]]
    return group, states([warm_python.interpreter(), *group])


def test_plain_runs_agree_with_themselves(plain):
    """Else the comparisons below would prove nothing."""
    group, expected = plain
    assert len(expected) >= 6
    assert all("state weights" in printed or "ended by" in printed for printed in expected.values())
    assert states([warm_python.interpreter(), *group]) == expected


@pytest.mark.parametrize("mode", ["auto", "full_tensor"])
def test_recorded_runs_agree_with_plain_ones(plain, mode, tmp_path):
    group, expected = plain
    record = [TDBG, "record", "-o", tmp_path / "trace", "--mode", mode, "--python", warm_python.interpreter()]
    assert states([*record, *group]) == expected
