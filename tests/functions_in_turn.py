"""Whether tensors are shown in the function that made them, where kernels come to the addresses of others."""

import json
import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TDBG = Path(os.environ.get("TDBG_BUILD_DIR", ROOT / "build/release")) / "tdbg"
PROGRAM = ROOT / "tests/programs/functions_in_turn.py"


def check(python, trace):
    command = [TDBG, "record", "-o", trace, "--mode", "full_health", "--python", python, PROGRAM]
    done = subprocess.run(command, capture_output=True, text=True, timeout=180)
    assert done.returncode == 0, done.stderr
    listing = subprocess.run([TDBG, "open", "--json", trace, "-c", "lt -n same"], capture_output=True, text=True)
    (table,) = [block for block in json.loads(listing.stdout)["blocks"] if block.get("name") == "tensors"]
    graph, largest = table["columns"].index("graph"), table["columns"].index("max")
    made = {row[graph]: row[largest] for row in table["rows"]}
    assert made == {f"f{number}": float(number) for number in range(2, 62)}
