"""Every loss that an importer can report is explained in docs/json.md, and nothing else is."""

import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent

# Add("name", …), Report("name", …), {"name", …}: what follows is an offset or a file, never another text.
REPORTED = re.compile(r'(?:\b(?:Add|[Rr]eport)\(|\{)\s*"([a-z]+(?:_[a-z]+)+)",(?!\s*")')


def reported():
    names = set()
    for path in (ROOT / "src" / "importers").rglob("*"):
        if path.suffix in (".cc", ".h") and not path.stem.endswith("_test"):
            names |= set(REPORTED.findall(path.read_text()))
    return names


def documented():
    page = (ROOT / "docs" / "json.md").read_text()
    tables = re.findall(r"Losses of a .*?\n\n(\|.*?)\n\n", page, re.S)
    rows = [line.split("|")[1] for table in tables for line in table.splitlines()[2:]]
    return {name for row in rows for name in re.findall(r"`([a-z_]+)`", row)}


def test_losses_are_documented():
    assert len(reported()) > 20
    assert reported() == documented()
