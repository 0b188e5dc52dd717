"""The logdirs of bench/write_logdir are what it says, in the eyes of TensorFlow's own reader.

The benchmarks stand on this: a logdir that only tdbg accepts would prove nothing."""

import collections
import importlib.util
import json
import os
import pathlib
import subprocess

import pytest

import warm_python

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = pathlib.Path(os.environ.get("TDBG_BUILD_DIR", ROOT / "build" / "release"))
WRITER = BUILD / "write_logdir"

pytestmark = [
    pytest.mark.skipif(not WRITER.exists(), reason=f"{WRITER} is not built (TDBG_BENCH=ON builds it)"),
    pytest.mark.skipif(
        importlib.util.find_spec("tensorflow") is None,
        reason="TensorFlow is not installed, and its reader is the judge here",
    ),
]


def write(directory, *options):
    done = subprocess.run(
        [WRITER, directory, *options], check=True, capture_output=True, text=True, timeout=60
    )
    return json.loads(done.stdout)


def read_with_tensorflow(directory):
    done = subprocess.run(
        [warm_python.interpreter(), ROOT / "bench" / "stock_reader.py", directory],
        check=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        timeout=300,
    )
    return json.loads(done.stdout)


@pytest.mark.parametrize("mode", ["full_health", "concise_health"])
def test_tensorflow_reads_what_was_written(tmp_path, mode):
    written = write(tmp_path, "--traces", "2000", "--mode", mode, "--bad-from", "0.8")
    read = read_with_tensorflow(tmp_path)
    for key in ["traces", "executions", "graphs", "ops", "source_files"]:
        assert read[key] == written[key], key

    traces = [a for a in read["alerts"] if a["kind"] == "trace"]
    assert collections.Counter(a["op_type"] for a in traces) == written["bad_by_op_type"]
    assert len(traces) == written["bad_traces"] > 0
    assert len(read["alerts"]) - len(traces) == written["bad_outputs"] > 0


def test_the_story_of_the_bad_values(tmp_path):
    written = write(tmp_path, "--steps", "10", "--bad-from", "0.8")
    traces = [a for a in read_with_tensorflow(tmp_path)["alerts"] if a["kind"] == "trace"]
    assert written["first_bad_op"] == "Log"
    assert (traces[0]["op_type"], traces[0]["neg_inf"], traces[0]["nan"]) == ("Log", 3, 0)
    assert (traces[1]["op_type"], traces[1]["neg_inf"], traces[1]["nan"]) == ("Mul", 0, 3)
    # The second bad step starts with variables that the first one spoiled.
    second = [a["op_type"] for a in traces].index("ReadVariableOp")
    assert "Log" in [a["op_type"] for a in traces[second:]]
    assert all(a["neg_inf"] == 0 for a in traces[second:])


def test_a_healthy_run_has_no_alerts(tmp_path):
    written = write(tmp_path, "--steps", "5", "--bad-from", "1")
    assert written["first_bad_step"] == -1
    assert read_with_tensorflow(tmp_path)["alerts"] == []


def test_the_same_seed_gives_the_same_bytes(tmp_path):
    contents = []
    for name, seed in [("a", "7"), ("b", "7"), ("c", "8")]:
        write(tmp_path / name, "--steps", "3", "--seed", seed)
        contents.append(b"".join(f.read_bytes() for f in sorted((tmp_path / name).iterdir())))
    assert contents[0] == contents[1]
    assert contents[0] != contents[2]
