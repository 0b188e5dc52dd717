"""The Python package as `make build` leaves it."""

import re
from pathlib import Path

import tdbg

ROOT = Path(__file__).resolve().parent.parent


def test_version_is_the_build_s():
    declared = re.search(r"project\(tdbg VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text())
    assert tdbg.__version__ == declared[1]


def test_it_is_this_tree_s():
    assert Path(tdbg.__file__).resolve() == ROOT / "python/tdbg/__init__.py"
