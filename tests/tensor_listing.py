"""What `lt` lists of a trace."""

import json
import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TDBG = Path(os.environ.get("TDBG_BUILD_DIR", ROOT / "build/release")) / "tdbg"


def tensor_table(trace, command):
    """The table of tensors that the command shows, as docs/json.md has it."""
    listing = subprocess.run([TDBG, "open", "--json", trace, "-c", command], capture_output=True, text=True)
    (table,) = [block for block in json.loads(listing.stdout)["blocks"] if block.get("name") == "tensors"]
    return table


def tensor_rows(trace, command):
    """The same, each row by the names of its columns."""
    table = tensor_table(trace, command)
    assert len(table["rows"]) == table["num_rows"]
    return [dict(zip(table["columns"], row)) for row in table["rows"]]
