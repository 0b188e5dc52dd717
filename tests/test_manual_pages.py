"""The manual pages that `tdbg generate` writes: readable, and complete."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
TDBG = Path(os.environ.get("TDBG_BUILD_DIR", ROOT / "build/release")) / "tdbg"

pytestmark = pytest.mark.skipif(not TDBG.exists(), reason=f"{TDBG} is not built")


def output(*command, **options):
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, timeout=60, check=True, **options)
    assert done.stderr == ""
    return done.stdout


def commands():
    listed = output(TDBG, "--help").split("Subcommands:")[1]
    return re.findall(r"^  (\w+) ", listed, re.MULTILINE)


def options_in_help(command):
    """Each option of a command, and each argument that stands by its place."""
    lines = output(TDBG, command, "--help").split("\nExit status:")[0]
    return re.findall(r"^  (?:-h,)?(-[-\w]+|[A-Z]+)", lines, re.MULTILINE)


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    share = tmp_path_factory.mktemp("share")
    assert output(TDBG, "generate", share) == ""
    return share / "man/man1"


def test_there_is_a_page_for_each_command(pages):
    assert {page.name for page in pages.iterdir()} == {"tdbg.1", *(f"tdbg-{name}.1" for name in commands())}


@pytest.mark.skipif(not shutil.which("groff"), reason="groff is not installed")
def test_groff_has_nothing_to_complain_about(pages):
    for page in pages.iterdir():
        rendered = output("groff", "-man", "-Tutf8", "-ww", "-P-cbou", page)
        assert "NAME" in rendered and "SEE ALSO" in rendered


@pytest.mark.skipif(not shutil.which("groff"), reason="groff is not installed")
def test_a_page_says_what_the_help_says(pages):
    for command in commands():
        page = output("groff", "-man", "-Tutf8", "-rLL=200n", "-P-cbou", pages / f"tdbg-{command}.1")
        terms = re.findall(r"^ {7}(?:-h, )?(-[-\w]+|[A-Z]+)(?= |$)", page, re.MULTILINE)
        missing = set(options_in_help(command)) - set(terms)
        assert not missing, f"{command}: {missing}\n{page}"
        assert "EXIT STATUS" in page and "EXAMPLES" in page


def test_what_cannot_be_written_is_said(tmp_path):
    (tmp_path / "file").write_text("")
    done = subprocess.run([TDBG, "generate", tmp_path / "file"], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert "cannot be made" in line
