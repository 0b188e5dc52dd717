"""What README.md and the manual show is what the program prints."""

import json
import os
import re
import subprocess
from pathlib import Path

import pytest

import page_sessions

ROOT = Path(__file__).resolve().parent.parent
TDBG = Path(os.environ.get("TDBG_BUILD_DIR", ROOT / "build/release")) / "tdbg"

pytestmark = pytest.mark.skipif(not TDBG.exists(), reason=f"{TDBG} is not built")


@pytest.mark.parametrize("page", page_sessions.PAGES, ids=lambda page: page.stem)
def test_the_sessions_are_real(page):
    written, now = page.read_text(), page_sessions.present(page)
    assert written == now, "if that is as it should be, run tests/page_sessions.py --write"


def test_the_manual_has_every_command_of_the_prompt():
    listed = subprocess.run([TDBG, "open", "--commands"], capture_output=True, text=True, check=True)
    names = {command["name"] for command in json.loads(listed.stdout)["commands"]}
    page = (ROOT / "docs/manual/commands.md").read_text()
    assert set(re.findall(r"^tdbg> help (\S+)$", page, re.MULTILINE)) >= names


def test_links_lead_somewhere():
    for page in [ROOT / "README.md", ROOT / "CHANGELOG.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]:
        for link in re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text()):
            assert (page.parent / link).exists(), f"{page.relative_to(ROOT)} links to {link}"
