"""Verdicts on tfdbg1 dumps, worked out from the programs that made them (graphs, fetches, fed values)."""

import json
import os
import pathlib
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent
SHARED = pathlib.Path(os.environ.get("TDBG_SHARED", ROOT.parent / "shared"))
TDBG = pathlib.Path(os.environ.get("TDBG_BUILD_DIR", ROOT / "build" / "release")) / "tdbg"
DUMPS = SHARED / "fixtures" / "tfdbg1"

pytestmark = pytest.mark.skipif(not DUMPS.exists(), reason=f"{DUMPS} is not there; TDBG_SHARED names the folder")

# (tensor, kind, verdict, source, Session.run) in order of time.
EXPECTED = {
    # c is the log of what was fed; an Identity hands it to the fetch. Two runs.
    "basic/dump": [
        ("c:0", "neg_inf", "origin", "op", 1),
        ("out_0_x:0", "neg_inf", "inherited", None, 1),
        ("c:0", "neg_inf", "origin", "op", 2),
        ("out_0_x:0", "neg_inf", "inherited", None, 2),
    ],
    # b, the log of 0, is what the program fetched: the receive on the other device is not its end, but its way out.
    "distributed/dump": [
        ("b:0", "neg_inf", "origin", "op", 0),
        ("b_S3:0", "neg_inf", "inherited", None, 0),
        ("b:0", "neg_inf", "origin", "op", 1),
        ("b_S3:0", "neg_inf", "inherited", None, 1),
    ],
    # The same between two devices of one process, with an addition on the far side.
    "two_devices/dump": [
        ("b:0", "neg_inf", "origin", "op", 35),
        ("b/_3:0", "neg_inf", "inherited", None, 35),
        ("c:0", "neg_inf", "inherited", None, 35),
    ],
    # Run 2 of the wrapper is fed what makes a square root NaN; nothing else is ever bad.
    "wrapper_runs/session_root": [("z:0", "nan", "origin", "op", 5), ("loss:0", "nan", "inherited", None, 5)],
    # Constants that hold NaN, recorded by up to three debug ops each: one alert for each value.
    "debug_ops/dump": [
        ("bounds/x:0", "nan", "origin", "constant", 7),
        ("muted/sick:0", "pos_inf", "origin", "constant", 7),
        ("src/f16:0", "nan", "origin", "constant", 7),
        ("src/f32:0", "nan", "origin", "constant", 7),
        ("src/f32_all_nan:0", "nan", "origin", "constant", 7),
        ("src/f64:0", "nan", "origin", "constant", 7),
        ("src/bf16:0", "nan", "origin", "op", 7),  # a Cast of a constant that was not watched
    ],
    "uninitialized/dump": [],
}


@pytest.mark.parametrize("name", EXPECTED)
def test_verdicts(name):
    done = subprocess.run([TDBG, "alerts", "--json", DUMPS / name], capture_output=True, text=True, timeout=60)
    alerts = json.loads(done.stdout)["alerts"]
    found = [(f"{a['op']}:{a['slot']}", a["kind"], a["verdict"], a["source"], a["step"]) for a in alerts]
    assert found == EXPECTED[name]
    assert done.returncode == (1 if found else 0)


def test_only_the_first_round_of_a_loop_is_the_birth():
    done = subprocess.run([TDBG, "alerts", "--json", DUMPS / "while_loop" / "dump"], capture_output=True, text=True, timeout=60)
    alerts = json.loads(done.stdout)["alerts"]
    assert [a["op"] for a in alerts if a["verdict"] == "origin"] == ["loop/scale"]
    assert alerts[0]["op"] == "loop/scale" and {a["verdict"] for a in alerts[1:]} == {"inherited"}
