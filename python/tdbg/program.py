"""The `tdbg` program: where it lies, and how to become it."""

import os
import shutil
from pathlib import Path


def find():
    """The program of a wheel, of a build of this tree, or of PATH; None if there is none."""
    here = Path(__file__).resolve().parent
    for path in (here / "bin" / "tdbg", here.parent.parent / "build" / "release" / "tdbg"):
        if path.exists():
            return str(path)
    return shutil.which("tdbg")


def become(arguments):
    """Replaces this process by the program."""
    path = find()
    if path is None:
        raise SystemExit("tdbg: the program is not there; `pip install .` or `make install` brings it")
    os.execv(path, ["tdbg", *arguments])
