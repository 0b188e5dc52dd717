"""Sessions of the prompt against the golden files, and that these use every command, alias and flag.

Each session runs on its recording, and once more on the same recording as a native trace. What that answers otherwise
is in golden/native, in a file of the same name; golden/native/README.md says why it may.

TDBG_UPDATE_GOLDEN=1 tools/run_pytest.sh -k golden writes the answers of now into the files."""

import difflib
import json
import os
import pathlib
import subprocess

import pytest

import golden_session as golden

FOLDER = pathlib.Path(__file__).resolve().parent / "golden"
FILES = sorted(FOLDER.glob("*.txt"))

needs_tdbg = pytest.mark.skipif(not golden.TDBG.exists(), reason=f"{golden.TDBG} is not built")


def session_of(file):
    session = golden.parse(file.read_text(encoding="utf-8"))
    if session.needs_shared and not golden.SHARED.exists():
        pytest.skip(f"no recordings in {golden.SHARED}; set TDBG_SHARED to the folder that holds fixtures/")
    return session


def compare(file, present):
    """Holds the text of now against the file, which is not there if the text is empty."""
    if os.environ.get("TDBG_UPDATE_GOLDEN"):
        file.write_text(present, encoding="utf-8") if present else file.unlink(missing_ok=True)
        return
    written = file.read_text(encoding="utf-8") if file.exists() else ""
    difference = difflib.unified_diff(written.splitlines(), present.splitlines(), file.name, "now", "", "", 2, "")
    assert present == written, "\n".join(difference)


@needs_tdbg
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_golden(file, tmp_path):
    compare(file, golden.run(session_of(file), tmp_path).text())


@pytest.fixture(scope="module")
def native_of(tmp_path_factory):
    """A function: the native trace that was made of a recording, once."""
    made = {}

    def convert(recording):
        if recording not in made:
            trace = tmp_path_factory.mktemp("native") / "trace"
            subprocess.run([golden.TDBG, "convert", "--to", "native", recording, trace], check=True, capture_output=True)
            made[recording] = trace
        return made[recording]

    return convert


@needs_tdbg
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_golden_on_a_native_trace(file, native_of, tmp_path):
    session = session_of(file)
    native = golden.run(session, tmp_path, native_of(golden.recording_of(session)))
    differing = golden.differing(session, native)
    compare(FOLDER / "native" / file.name, differing.text() if differing.greeting or differing.steps else "")


@needs_tdbg
def test_golden_coverage():
    listed = subprocess.run([golden.TDBG, "open", "--commands"], check=True, capture_output=True)
    sessions = [golden.parse(file.read_text(encoding="utf-8")) for file in FILES]
    lines = [step.command for session in sessions for step in session.steps]
    missing = golden.unused(json.loads(listed.stdout)["commands"], lines)
    assert not missing, f"used by no golden file: {', '.join(missing)}"


# ---------------------------------------------------------------- the reading of golden files itself

EXAMPLE = """\
# tdbg open $SHARED/fixtures/x
# About it.
hello

tdbg> lt
one
  two

three

## Why this is asked.
tdbg> quit
"""


def test_golden_file_round_trip():
    session = golden.parse(EXAMPLE)
    assert session.path == "$SHARED/fixtures/x" and session.needs_shared
    assert session.greeting == "hello"
    assert [(s.command, s.answer) for s in session.steps] == [("lt", "one\n  two\n\nthree"), ("quit", "")]
    assert session.steps[1].comment == "## Why this is asked.\n"
    assert session.text() == EXAMPLE


def test_golden_sizes_are_left_out_of_comparisons():
    table = "t (ms)  size (B)  tensor\n   0.1       204  a:0\n  10.2     1.50k  b:0\n\n   0.3       204  c"
    sizes = "t (ms)  size (B)  tensor\n   0.1         #  a:0\n  10.2         #  b:0\n\n   0.3       204  c"
    assert golden.without_sizes(table) == sizes


def test_golden_output_is_split_where_commands_were_echoed():
    output = "hi\n\ntdbg> lt\nlt said\ntdbg> lt -r\ntdbg> lt\nagain\n"
    assert golden.split_output(output, ["lt", "lt -r", "lt"]) == ("hi", ["lt said", "", "again"])
    with pytest.raises(AssertionError, match="pt x: not echoed"):
        golden.split_output(output, ["lt", "pt x"])


def test_golden_coverage_tells_what_is_missing():
    commands = [
        {"name": "list_tensors", "aliases": ["lt"], "flags": [["-n", "--node"], ["-r", "--reverse"], ["", "--all"]]},
        {"name": "/", "aliases": [], "flags": []},
    ]
    lines = ["lt -n x", "list_tensors --node=x -r; /abc", "lt '--reverse'"]
    assert golden.unused(commands, lines) == ["list_tensors --reverse", "list_tensors --all"]
    assert golden.unused(commands, ["pt --all"]) == [
        "list_tensors", "lt", "/", "list_tensors -n", "list_tensors --node", "list_tensors -r",
        "list_tensors --reverse", "list_tensors --all",
    ]  # fmt: skip
