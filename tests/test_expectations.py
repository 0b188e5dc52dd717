"""What tdbg says of a recording, against what a person worked out from the program that made it and from its raw
records: runs, counts, losses, and every alert with its verdict, line and forward op.

Each file of tests/expectations/ says why. Paths there are the ends of the recorded ones, and the text of a loss is
free. Where there would be too many alerts to list, "alerts" holds the origins, and "counts" how many of each verdict
there are in each execution."""

import collections
import json
import os
import pathlib
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent
SHARED = pathlib.Path(os.environ.get("TDBG_SHARED", ROOT.parent / "shared"))
BUILD = pathlib.Path(os.environ.get("TDBG_BUILD_DIR", ROOT / "build" / "release"))
TDBG = BUILD / "tdbg"
EXPECTATIONS = ROOT / "tests" / "expectations"
# Folder of expectations/ -> where its recordings are.
RECORDINGS = {"tfdbg2": SHARED / "fixtures" / "tfdbg2", "own": ROOT / "tests" / "fixtures"}

pytestmark = pytest.mark.skipif(not TDBG.exists(), reason=f"{TDBG} is not built")


def expectations():
    return [pytest.param(f, id=f"{f.parent.name}/{f.stem}") for f in sorted(EXPECTATIONS.glob("*/*.json"))]


@pytest.fixture(params=expectations())
def case(request):
    """(expectation, path of the recording)"""
    recording = RECORDINGS[request.param.parent.name] / request.param.stem / "dump"
    if not recording.exists():
        pytest.skip(f"{recording} is not there; TDBG_SHARED names the folder that holds fixtures/")
    return json.loads(request.param.read_text()), recording


def ask(command, path, statuses):
    done = subprocess.run([TDBG, command, "--json", path], capture_output=True, timeout=60)
    assert done.returncode in statuses, done.stderr
    assert done.stderr == b""
    return done.returncode, json.loads(done.stdout)


def shorten(place, expected):
    """`place` (an alert or its forward op) with the file cut to what the expectation has of it."""
    if place is None or expected is None or not place["file"] or not expected["file"]:
        return place
    assert place["file"].endswith("/" + expected["file"]), place
    return {**place, "file": expected["file"]}


def test_info(case):
    expected, recording = case
    _, info = ask("info", recording, [0])
    assert info["path"] == str(recording)
    for run in info["runs"]:
        assert run["alerts"].pop("handled") == 0  # none of them scales its loss
    assert info["runs"] == expected["info"]["runs"]
    key = lambda loss: (loss["name"], loss["file"])
    found = sorted(info["losses"], key=key)
    assert all(loss.pop("text") and loss.pop("hides_births") for loss in found)
    assert found == sorted(expected["info"]["losses"], key=key)


def verdicts_by_execution(alerts):
    counts = collections.Counter((a["execution"], a["step"], a["verdict"]) for a in alerts)
    moments = sorted({(execution, step) for execution, step, _ in counts})
    return [
        {"execution": execution, "step": step}
        | {v: counts[execution, step, v] for v in ("origin", "inherited", "masked")}
        for execution, step in moments
    ]


def test_alerts(case):
    expected, recording = case
    wanted = expected["alerts"]
    bad = any(alert["verdict"] != "masked" for alert in wanted)
    incomplete = bool(expected["info"]["losses"])
    _, answer = ask("alerts", recording, [1 if bad else 4 if incomplete else 0])
    alerts = answer["alerts"]
    if "counts" in expected:
        assert verdicts_by_execution(alerts) == expected["counts"]
        alerts = [a for a in alerts if a["verdict"] == "origin"]
    # Which of several ops that have nothing to do with one another comes first says nothing.
    alerts, wanted = [sorted(rows, key=lambda a: (str(a["execution"]), a["op"] or "~")) for rows in (alerts, wanted)]
    assert [(a["op"], a["op_type"], a["execution"], a["verdict"]) for a in alerts] == [
        (a["op"], a["op_type"], a["execution"], a["verdict"]) for a in wanted
    ]
    for found, alert in zip(alerts, wanted):
        assert found.pop("message") is None  # no op failed in these recordings
        assert found.pop("layer") is None  # of which TensorFlow's debuggers know nothing
        assert (found.pop("ran_as"), found.pop("member"), found.pop("gradient")) == (None, None, None)
        found.pop("pattern")  # test_causes.py
        found = shorten(found, alert)
        found["forward"] = shorten(found["forward"], alert["forward"])
        assert found == alert
