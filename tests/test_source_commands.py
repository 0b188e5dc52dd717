"""ls, ps, ni -t and bt. TensorFlow's analyzer knows sources only of a graph that lives in its process, so one small
graph is debugged both ways: by a session with TensorFlow's analyzer on it, and recorded as a logdir that tdbg opens."""

import json
import os
import pathlib
import subprocess

import pytest

import warm_python

ROOT = pathlib.Path(__file__).resolve().parent.parent
TDBG = pathlib.Path(os.environ.get("TDBG_BUILD_DIR", ROOT / "build" / "release")) / "tdbg"
PROGRAM = ROOT / "tests" / "programs" / "source_lines.py"

pytestmark = pytest.mark.skipif(not TDBG.exists(), reason=f"{TDBG} is not built")


def run_program(what, folder):
    done = subprocess.run([warm_python.interpreter(), PROGRAM, what, folder], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def session(tmp_path_factory):
    """What TensorFlow's analyzer says, with the living graph at hand."""
    pytest.importorskip("tensorflow", reason="TensorFlow is not installed in .venv")
    return json.loads(run_program("analyze", tmp_path_factory.mktemp("session")))


@pytest.fixture(scope="module")
def logdir(tmp_path_factory):
    pytest.importorskip("tensorflow", reason="TensorFlow is not installed in .venv")
    folder = tmp_path_factory.mktemp("logdir")
    run_program("record", folder)
    return folder


def ask(path, command):
    done = subprocess.run([TDBG, "open", path, "--json", "-c", command], capture_output=True, text=True, timeout=60)
    answer = json.loads(done.stdout)
    assert answer["error"] is None, answer
    return answer


def rows(answer, name):
    (block,) = [block for block in answer["blocks"] if block["kind"] == "table" and block["name"] == name]
    return [dict(zip(block["columns"], row, strict=True)) for row in block["rows"]]


# The two ways to debug part here: what calls build() is another line in each.
LAST_COMMON_LINE = 30


def common(lines):
    return {line: names for line, names in lines.items() if int(line) <= LAST_COMMON_LINE}


def test_list_source(session, logdir):
    (row,) = [row for row in rows(ask(logdir, "ls"), "sources") if row["path"] == str(PROGRAM)]
    assert [row["nodes"], row["tensors"], row["dumps"]] == session["ls"]


@pytest.mark.parametrize("command", ["ps", "ps -t"])
def test_print_source(session, logdir, command):
    found = {}
    for row in rows(ask(logdir, f"{command} {PROGRAM.name} -m 100"), "source"):
        if row["made"]:
            found[str(row["line"])] = row["made"].split(", ")
    assert common(found) == common(session[command])


@pytest.mark.parametrize("command", ["ni -t", "bt"])
def test_stacks(session, logdir, command):
    for node, frames in session["ni -t"].items():
        found = [
            [row["line"], row["function"]]
            for row in rows(ask(logdir, f"{command} {node}"), "stack")
            if row["file"] == str(PROGRAM)
        ]
        if command == "bt":
            found.reverse()  # gdb's order: the innermost frame first
        inside = [frame for frame in frames if frame[0] <= LAST_COMMON_LINE]
        assert found[-len(inside) :] == inside, node


@pytest.mark.parametrize("command", ["ls", "ps anything.py", "ni -t layer/logs", "bt layer/logs"])
def test_a_dump_without_sources_says_so_in_one_line(command):
    """Session dumps carry neither stacks nor sources."""
    dump = ROOT / "tests" / "fixtures" / "tfdbg1_basic" / "dump"
    done = subprocess.run([TDBG, "open", dump, "-c", command], capture_output=True, text=True, timeout=60)
    said = [line for line in (done.stdout + done.stderr).splitlines() if "record" in line and ("stack" in line or "source" in line)]
    assert len(said) == 1, done.stdout + done.stderr
