"""A program that records natively may be killed at any moment: every record whose commit it had told of is read."""

import collections
import json
import os
import pathlib
import random
import subprocess

import pytest

from killed_process import told_before_kill

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = pathlib.Path(os.environ.get("TDBG_BUILD_DIR", ROOT / "build" / "release"))
TDBG, PROBE = BUILD / "tdbg", BUILD / "native_writer_probe"
KILLS = 50

pytestmark = pytest.mark.skipif(not (TDBG.exists() and PROBE.exists()), reason=f"{TDBG}, {PROBE}: not built")


def record_and_kill(trace, moment):
    """[(thread, number)] of all commits that were told before the kill, `moment` seconds after the first."""
    return told_before_kill([PROBE, trace], trace.parent / "told", moment)


def ask(trace, command):
    done = subprocess.run([TDBG, "open", trace, "--json", "-c", command], capture_output=True, timeout=120, check=True)
    return json.loads(done.stdout)


def read(trace):
    """How often each (slot, min, max) is in the trace."""
    table = ask(trace, "lt")["blocks"][-1]
    at = {name: table["columns"].index(name) for name in ("name", "min", "max")}
    return collections.Counter(
        (int(row[at["name"]].split("#")[0].rpartition(":")[2]), row[at["min"]], row[at["max"]]) for row in table["rows"]
    )


def expected(number):
    return number % 300, float(number), 0.1 + number if number % 7 == 0 else number + 1.0


@pytest.mark.parametrize("seed", range(KILLS))
def test_what_was_committed_is_read(tmp_path, seed):
    trace = tmp_path / "trace"
    trace.mkdir()
    told = record_and_kill(trace, random.Random(seed).uniform(0, 0.1))
    assert told
    found = read(trace)
    missing = collections.Counter(expected(number) for _, number in told) - found
    assert not missing, f"{missing.total()} of {len(told)} records are not there"
    # Each thread may have committed one record more than it had told of.
    assert found.total() <= len(told) + 2
    info = subprocess.run([TDBG, "info", "--json", trace], capture_output=True, check=True)
    assert json.loads(info.stdout)["losses"] == []


def test_a_very_long_path(tmp_path):
    trace = tmp_path
    while len(str(trace)) < 3000:
        trace = trace / ("long" * 50)
    trace.mkdir(parents=True)
    (trace / "trace").mkdir()
    assert record_and_kill(trace / "trace", 0.01)
    assert read(trace / "trace").total() > 0
