"""Whether tensors are shown in the function that made them, where kernels come to the addresses of others."""

import subprocess

from tensor_listing import ROOT, TDBG, tensor_rows

PROGRAM = ROOT / "tests/programs/functions_in_turn.py"


def check(python, trace):
    command = [TDBG, "record", "-o", trace, "--mode", "full_health", "--python", python, PROGRAM]
    done = subprocess.run(command, capture_output=True, text=True, timeout=180)
    assert done.returncode == 0, done.stderr
    made = {row["graph"]: row["max"] for row in tensor_rows(trace, "lt -n same")}
    assert made == {f"f{number}": float(number) for number in range(2, 62)}
