#!/usr/bin/env python3
"""Some programs under one TensorFlow: `tdbg check` finds the planted bug of one and nothing in another, and tensors
are shown in the functions that made them.

Usage: tests/matrix_smoke.py PYTHON, the interpreter of the environment with that TensorFlow. tools/matrix.sh calls it
for each; it is no part of pytest, whose environment has one TensorFlow."""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import functions_in_turn

ROOT = Path(__file__).resolve().parent.parent
PROGRAMS = ROOT / "tests" / "programs" / "training"
TDBG = Path(os.environ.get("TDBG_BUILD_DIR", ROOT / "build" / "release")) / "tdbg"
BROKEN, CLEAN = "log_zero", "clean_fit"


def check(python, program, folder):
    """Exit status of `tdbg check`, and its report."""
    report = Path(folder) / f"{program}.json"
    command = [TDBG, "check", "--json", report, "--python", python, PROGRAMS / f"{program}.py"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    if not report.exists():
        raise AssertionError(f"{program}: no report\n{done.stderr}")
    return done.returncode, json.loads(report.read_text())


def check_broken(python, folder):
    expected = json.loads((PROGRAMS / "expected.json").read_text())[BROKEN]
    status, report = check(python, BROKEN, folder)
    assert status == 1, f"{BROKEN}: status {status}"
    birth = report["births"][0]
    lines = (PROGRAMS / f"{BROKEN}.py").read_text().splitlines()
    line = next(i for i, text in enumerate(lines, 1) if text.endswith(f"  # {expected['line']}"))
    found = (birth["op_type"] in expected["op_type"], birth["kind"], birth["line"], birth["element"])
    assert found == (True, expected["kind"], line, expected["element"]), f"{BROKEN}: {birth}"


def check_clean(python, folder):
    status, report = check(python, CLEAN, folder)
    assert (status, report["births"]) == (0, []), f"{CLEAN}: status {status}, {report['births']}"


def check_turns(python, folder):
    functions_in_turn.check(python, Path(folder) / "turns")


def main():
    python = Path(sys.argv[1]).absolute()
    say = "import importlib.metadata as m; print(m.version('tensorflow-cpu'))"
    version = subprocess.run([python, "-c", say], capture_output=True, text=True).stdout.strip()
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for test in (check_broken, check_clean, check_turns):
            try:
                test(python, folder)
                verdict = "passed"
            except (AssertionError, subprocess.TimeoutExpired) as error:
                failed, verdict = 1, f"FAILED {error}"
            print(f"TensorFlow {version}  {test.__name__}  {verdict}")
    return failed


if __name__ == "__main__":
    sys.exit(main())
