"""Loss scalers: what they skip is no birth, and is told once with the history of the scale."""

import json
import subprocess
from importlib.util import find_spec

import pytest

import judge
import warm_python

pytestmark = pytest.mark.skipif(not find_spec("tensorflow"), reason="TensorFlow is not installed")


def recorded(tmp_path, program):
    words = [judge.TDBG, "record", "-o", tmp_path / "trace", "--python", warm_python.interpreter(), program]
    subprocess.run(words, check=True, capture_output=True, timeout=judge.PATIENCE_S)
    done = subprocess.run([judge.TDBG, "alerts", "--json", tmp_path / "trace"], capture_output=True, text=True)
    return done.returncode, json.loads(done.stdout)


# 4 halvings of 2 to the 18th are skipped, the scale of the next step fits: the program prints 16384.
def test_the_history_of_a_scale(tmp_path):
    status, found = recorded(tmp_path, judge.clean_program("loss_scale_by_hand"))
    assert status == 0
    assert {alert["verdict"] for alert in found["alerts"]} == {"masked", "handled"}
    (scaler,) = found["loss_scalers"]
    assert set(scaler) == {"file", "line", "skipped", "longest_row", "text"}
    scales = [262144, 131072, 65536, 32768, 16384]
    assert [(one["step"], one["before"], one["after"]) for one in scaler["skipped"]] == [
        (step, scales[step], scales[step + 1]) for step in range(4)
    ]
    assert scaler["longest_row"] == 4
    assert "skipped 4 steps (steps 0 to 3); the scale went 262144 → 131072" in scaler["text"]


@pytest.mark.parametrize("kind", ["cond", "eager", "number", "select", "session"])
def test_what_is_skipped_is_no_birth(kind, tmp_path):
    _, found = recorded(tmp_path, judge.clean_program(f"loss_scale_{kind}"))
    assert [alert for alert in found["alerts"] if alert["verdict"] == "origin"] == []
    assert [alert for alert in found["alerts"] if alert["verdict"] == "handled"] != []
    assert found["loss_scalers"] != []
