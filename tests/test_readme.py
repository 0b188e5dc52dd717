"""What README.md shows is what the program prints."""

import subprocess
import sys
from pathlib import Path

TOOL = Path(__file__).resolve().parent.parent / "tools/readme_session.py"


def test_the_session_is_real():
    run = subprocess.run([sys.executable, TOOL], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
