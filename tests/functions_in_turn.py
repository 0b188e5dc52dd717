"""Whether tensors are shown in the function that made them, where kernels come to the addresses of others."""

import subprocess

from tensor_listing import ROOT, TDBG, tensor_table

PROGRAM = ROOT / "tests/programs/functions_in_turn.py"


def check(python, trace):
    command = [TDBG, "record", "-o", trace, "--mode", "full_health", "--python", python, PROGRAM]
    done = subprocess.run(command, capture_output=True, text=True, timeout=180)
    assert done.returncode == 0, done.stderr
    table = tensor_table(trace, "lt -n same")
    graph, largest = table["columns"].index("graph"), table["columns"].index("max")
    made = {row[graph]: row[largest] for row in table["rows"]}
    assert made == {f"f{number}": float(number) for number in range(2, 62)}
