"""Nothing is skipped: whole values of the workloads are recorded, and numpy and TensorFlow's profiler are the judges.

Every count, minimum and maximum that was recorded is computed again from the value. What one step more adds to the
recording is what the profiler says a step runs, type by type; missing are only the aliases of docs/capture.md."""

import collections
import json
import os
import re
import shlex
import subprocess
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

import warm_python

ROOT = Path(__file__).resolve().parent.parent
TDBG = Path(os.environ.get("TDBG_BUILD_DIR", ROOT / "build/release")) / "tdbg"
# oneDNN gives its ops names of their own; without it both sides use those of the graph.
ENVIRONMENT = {**os.environ, "TF_ENABLE_ONEDNN_OPTS": "0"}
OPAQUE = {"resource", "variant", "string"}

pytestmark = pytest.mark.skipif(not find_spec("tensorflow"), reason="TensorFlow is not installed")


def run(*command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, env=ENVIRONMENT, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout


def record(trace, steps):
    program = [ROOT / "bench/overhead/print_states.py", "--steps", steps]
    run(TDBG, "record", "-o", trace, "--mode", "full_tensor", "--retain", "all", "--python", warm_python.interpreter(), *program)
    return trace


@pytest.fixture(scope="module")
def one_step(tmp_path_factory):
    return record(tmp_path_factory.mktemp("one") / "trace", 1)


@pytest.fixture(scope="module")
def two_steps(tmp_path_factory):
    return record(tmp_path_factory.mktemp("two") / "trace", 2)


def answers(trace, *commands):
    """The answer to each command, as JSON."""
    return map(json.loads, run(TDBG, "open", trace, "--json", "--lines", "0", *commands).splitlines())


def table(answer, name):
    """The rows of a table in an answer, each by the names of its columns."""
    (block,) = [block for block in answer["blocks"] if block.get("name") == name]
    assert len(block["rows"]) == block["num_rows"]
    return [dict(zip(block["columns"], row)) for row in block["rows"]]


def events(trace):
    (answer,) = answers(trace, "-c", "lt")
    return table(answer, "tensors")


def counts_by_numpy(value):
    """As the debugger counts: subnormals by their sign, and once more by themselves."""
    if value.dtype == bool:
        return {"false": (~value).sum(), "true": value.sum(), "total": value.size}
    as_floats = value.astype(np.float64)
    finite = as_floats[np.isfinite(as_floats)]
    tiny = np.finfo(value.dtype).tiny if value.dtype.kind == "f" else 0
    counts = {
        "nan": np.isnan(as_floats).sum(),
        "neg_inf": np.isneginf(as_floats).sum(),
        "negative": (finite < 0).sum(),
        "zero": (finite == 0).sum(),
        "positive": (finite > 0).sum(),
        "pos_inf": np.isposinf(as_floats).sum(),
        "subnormal": ((finite != 0) & (np.abs(finite) < tiny)).sum(),
        "total": value.size,
    }
    extremes = {"min": finite.min(), "max": finite.max()} if finite.size else {}
    return {**counts, **extremes}


def test_recorded_health_is_that_of_the_recorded_value(one_step, tmp_path):
    rows = [row for row in events(one_step) if row["dtype"] not in OPAQUE]
    assert len(rows) > 1000
    files = [tmp_path / f"{number}.npy" for number in range(len(rows))]
    script = tmp_path / "export.tdbg"
    script.write_text("".join(f"pt {shlex.quote(row['name'])} -s -w {path}\n" for row, path in zip(rows, files)))
    for row, path, answer in zip(rows, files, answers(one_step, "-x", script), strict=True):
        assert answer["error"] is None, answer
        truth = counts_by_numpy(np.load(path))
        path.unlink()
        if truth["total"] == 0:
            continue
        recorded = table(answer, "counts")[0]
        if "min" in truth:
            recorded.update(table(answer, "moments")[0])
        assert {key: recorded[key] for key in truth} == truth, row["name"]


def documented_aliases():
    """The op types that docs/capture.md says are no events."""
    page = (ROOT / "docs/capture.md").read_text()
    section = page.split("## What is not an event\n")[1].split("\n## ")[0]
    return set(re.findall(r"`(_?[A-Z]\w+)`", section))


def recorded_types(trace):
    return collections.Counter(row["op_type"] for row in events(trace) if re.search(r":0(#\d+)?$", row["name"]))


def test_a_step_records_what_the_profiler_says_it_runs(one_step, two_steps):
    ran = collections.Counter()
    for types in json.loads(run(warm_python.interpreter(), ROOT / "tests/programs/executed_ops.py")).values():
        ran.update(types)
    # These write variables and have no output.
    without_output = {op_type for op_type in ran if op_type.startswith(("Assign", "ResourceApply"))}
    left_out = documented_aliases() | without_output
    step = recorded_types(two_steps) - recorded_types(one_step)
    expected = {op_type: count for op_type, count in ran.items() if op_type not in left_out}
    assert len(expected) > 20
    differing = {op_type for op_type, count in expected.items() if step[op_type] != count}
    # Inside a graph the profiler is silent about kernels that call themselves inexpensive: those only we see.
    assert differing <= {"Reshape"}
    assert step["Reshape"] >= expected["Reshape"]
