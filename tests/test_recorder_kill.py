"""A program that records may be killed at any moment: of what it had committed nothing is missing that retention keeps,
neither before nor after the recording is packed. TDBG_KILLS says how often each mode is killed."""

import collections
import json
import os
import random
import subprocess
from pathlib import Path

import pytest

from killed_process import told_before_kill
from tensor_listing import TDBG, tensor_rows

PROBE = TDBG.parent / "killed_recorder_probe"
KILLS = int(os.environ.get("TDBG_KILLS", 4))
KEPT_STEPS, OPS_OF_A_STEP = 20, 40
LATEST_KILL = 0.6  # seconds: some thousand events, and retention has deleted files

pytestmark = pytest.mark.skipif(not (TDBG.exists() and PROBE.exists()), reason=f"{TDBG}, {PROBE}: not built")


def record_and_kill(trace, mode, moment):
    """The last step that each thread had told of."""
    environment = {**os.environ, "TDBG_TRACE": str(trace), "TDBG_MODE": mode, "TDBG_RETAIN": f"steps {KEPT_STEPS}"}
    return dict(sorted(told_before_kill([PROBE], trace.parent / "told", moment, environment)))


def found_in(trace):
    """The (least, greatest) elements of all tensors of each (thread, step); both None where they were not looked at."""
    found = collections.defaultdict(list)
    for row in tensor_rows(trace, "lt"):
        op, _, slot = row["name"].rpartition("::")[2].split("#")[0].partition(":")
        found[int(op.removeprefix("op")), int(slot)].append((row["min"], row["max"]))
    return found


def losses(trace):
    return json.loads(subprocess.run([TDBG, "info", "--json", trace], capture_output=True).stdout)["losses"]


def value_of(trace, tensor):
    done = subprocess.run([TDBG, "dump", "--json", trace, "--tensor", tensor], capture_output=True, text=True)
    return json.loads(done.stdout)["values"]


@pytest.mark.parametrize("mode", ["auto", "full_tensor"])
@pytest.mark.parametrize("seed", range(KILLS))
def test_what_was_committed_is_there(mode, seed, tmp_path):
    trace = tmp_path / "trace"
    told = record_and_kill(trace, mode, random.Random(seed).uniform(0, LATEST_KILL))
    found = found_in(trace)
    # The step after the last one that was told may have begun, and taken the place of the first that was kept.
    first_kept = max(0, max(told.values()) + 2 - KEPT_STEPS)
    expected = [(thread, step) for thread, last in told.items() for step in range(first_kept, last + 1)]
    assert [place for place in expected if len(found[place]) != OPS_OF_A_STEP] == []
    if mode == "full_tensor":
        for thread, step in expected:
            of_a_step = [(float(min(op, step)), float(max(op, step))) for op in range(OPS_OF_A_STEP)]
            assert found[thread, step] == of_a_step
        thread, step = random.Random(seed).choice(expected)
        assert value_of(trace, f"train::op{thread}:{step}#7") == [7.0] + [float(step)] * 255
    assert losses(trace) == []

    packed = subprocess.run([TDBG, "pack", trace], capture_output=True, text=True)
    assert packed.returncode == 0 and "packed" in packed.stdout, packed.stdout + packed.stderr
    assert found_in(trace) == found
    assert losses(trace) == []
