"""Programs of several processes and devices: the report says which worker, which device, and which op."""

import json
import os
import subprocess
from importlib.util import find_spec
from pathlib import Path

import pytest

import warm_python

ROOT = Path(__file__).resolve().parent.parent
PROGRAMS = ROOT / "tests/programs/multi"
TDBG = Path(os.environ.get("TDBG_BUILD_DIR", ROOT / "build/release")) / "tdbg"

pytestmark = pytest.mark.skipif(not find_spec("tensorflow"), reason="TensorFlow is not installed")


def marked_line(program):
    lines = (PROGRAMS / program).read_text().splitlines()
    (number,) = [number for number, line in enumerate(lines, 1) if line.endswith("  # bug")]
    return number


def run(*arguments, status):
    done = subprocess.run([TDBG, *map(str, arguments)], capture_output=True, text=True, timeout=400)
    assert done.returncode == status, done.stderr
    return done


def check(program, folder):
    """The first birth, and the report on the screen."""
    report = folder / "report.json"
    done = run("check", "--json", report, "--python", warm_python.interpreter(), PROGRAMS / program, status=1)
    return json.loads(report.read_text())["births"][0], done.stdout + done.stderr


def test_the_worker_that_was_fed_a_nan(tmp_path):
    birth, screen = check("two_workers.py", tmp_path)
    assert (birth["kind"], birth["source"], birth["element"]) == ("nan", "input", [2, 1])
    assert birth["op_type"] == "MultiDeviceIteratorGetNextFromShard"
    assert "/job:worker/" in birth["device"] and "/task:1/" in birth["device"]
    assert birth["op_type"] in screen and ("task:1" in screen or "worker 1" in screen or "worker:1" in screen)


def test_the_device_on_which_it_was_born(tmp_path):
    birth, screen = check("two_devices.py", tmp_path)
    assert (birth["op_type"], birth["kind"], birth["source"]) == ("Log", "neg_inf", "op")
    assert (birth["element"], birth["step"]) == ([3], 2)
    assert (Path(birth["file"]).name, birth["line"]) == ("two_devices.py", marked_line("two_devices.py"))
    assert birth["device"].endswith("CPU:1")
    assert "Log" in screen and "CPU:1" in screen


def test_a_value_is_followed_from_device_to_device(tmp_path):
    trace = tmp_path / "trace"
    run("record", "-o", trace, "--python", warm_python.interpreter(), PROGRAMS / "across_devices.py", status=0)
    origin = run("open", trace, "-c", "origin Sum:0", status=0).stdout
    back = [line.split()[2] for line in origin.splitlines() if line.startswith(("●", "○"))]
    assert back == ["Sum", "Mul", "Log"]
    read = origin.split("it read:")[1].splitlines()[2].split()
    assert read[0] == "x:0" and "f32[2]" in read
    tree = run("open", trace, "-c", "li -r -d 5 Sum", status=0).stdout
    assert "Log  on /job:localhost/replica:0/task:0/device:CPU:1" in tree and "_Recv" not in tree


def test_each_worker_is_a_run_of_the_same_trace(tmp_path):
    trace = tmp_path / "trace"
    run("record", "-o", trace, "--python", warm_python.interpreter(), PROGRAMS / "two_workers.py", status=0)
    runs = json.loads(run("info", "--json", trace, status=0).stdout)["runs"]
    workers = [one for one in runs if any("/job:worker/" in device for device in one["devices"])]
    assert len(workers) == 2
    assert len({one["id"] for one in workers}) == 2 and len({one["job"] for one in workers}) == 1
    alerts = json.loads(run("alerts", "--json", trace, status=1).stdout)["alerts"]
    births = {(alert["device"].split("/")[3], alert["op_type"]) for alert in alerts if alert["verdict"] == "origin"}
    # To the other worker it comes from outside as well.
    assert births == {("task:1", "MultiDeviceIteratorGetNextFromShard"), ("task:0", "CollectiveReduceV2")}
