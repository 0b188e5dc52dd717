"""What is compiled for a TensorFlow and kept is loaded into programs: only if nobody else can have put it there, and whole."""

import os
import stat
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

import warm_python
from tensor_listing import ROOT, TDBG

pytestmark = pytest.mark.skipif(not find_spec("tensorflow"), reason="TensorFlow is not installed")

PROGRAM = """
import os
import tensorflow as tf

print(os.environ["TDBG_COMPANION"])
tf.math.log(tf.zeros([3]))
"""


def prepare(environment):
    done = subprocess.run(
        [TDBG, "prepare", "--python", sys.executable], capture_output=True, text=True, env=environment, timeout=300
    )
    assert done.returncode == 0, done.stderr
    return Path(done.stdout.strip()), done.stderr


@pytest.fixture(scope="module")
def compiled():
    """The real one, from the user's own cache."""
    return prepare(os.environ)[0]


@pytest.fixture
def environment(compiled, tmp_path):
    """A cache of its own, and a compiler that takes no time: it gives out what g++ made, and counts how often."""
    compiler = tmp_path / "compiler"
    compiler.write_text(
        f'#!/bin/sh\necho once >>{tmp_path}/compiled\nwhile [ "$1" != -o ]; do shift; done\ncp {compiled} "$2"\n'
    )
    compiler.chmod(0o755)
    (tmp_path / "cache").mkdir(mode=0o755)
    (tmp_path / "temporary").mkdir(mode=0o700)
    environment = {name: value for name, value in os.environ.items() if name != "XDG_RUNTIME_DIR"}
    return {**environment, "CXX": str(compiler), "XDG_CACHE_HOME": str(tmp_path / "cache"), "TMPDIR": str(tmp_path / "temporary")}


def times_compiled(tmp_path):
    path = tmp_path / "compiled"
    return len(path.read_text().splitlines()) if path.exists() else 0


def run(environment, tmp_path):
    """What the program was given, and what tdbg said."""
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    command = [TDBG, "record", "-o", tmp_path / "trace", "--python", warm_python.interpreter(), program]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=300)
    assert done.returncode == 0, done.stderr
    return Path(done.stdout.strip()), done.stderr


def test_it_is_compiled_once_and_then_found(environment, tmp_path):
    path, said = prepare(environment)
    assert path.parent == tmp_path / "cache/tdbg" and "preparing" in said
    assert [entry.name for entry in path.parent.iterdir()] == [path.name], "nothing unfinished is left"
    assert stat.S_IMODE(path.stat().st_mode) == 0o700
    assert prepare(environment) == (path, "")
    assert times_compiled(tmp_path) == 1


@pytest.mark.parametrize("harm", ["cut", "changed", "empty"])
def test_a_damaged_one_is_compiled_again(harm, environment, compiled, tmp_path):
    path, _ = prepare(environment)
    whole = path.read_bytes()
    assert whole == compiled.read_bytes()
    middle = len(whole) // 2
    path.write_bytes({"cut": whole[:middle], "changed": whole[:middle] + b"x" + whole[middle + 1 :], "empty": b""}[harm])
    again, said = prepare(environment)
    assert (again, again.read_bytes()) == (path, whole)
    assert "damaged" in said and times_compiled(tmp_path) == 2


def test_one_that_others_may_write_to_is_compiled_again(environment, tmp_path):
    path, _ = prepare(environment)
    path.chmod(0o722)
    again, said = prepare(environment)
    assert "not safe" in said and stat.S_IMODE(again.stat().st_mode) == 0o700 and times_compiled(tmp_path) == 2


def give_to_another_user(folder):
    if os.geteuid() != 0:
        pytest.skip("only root may give a folder away")
    os.chown(folder, 12345, 12345)


UNSAFE = {
    "folder that all may write to": ("tdbg", lambda folder: folder.chmod(0o777), "others may write to"),
    "folder that a group may write to": ("tdbg", lambda folder: folder.chmod(0o770), "others may write to"),
    "folder above that all may write to": (".", lambda folder: folder.chmod(0o777), "others may write to"),
    "folder of another user": ("tdbg", give_to_another_user, "belongs to another user"),
}


@pytest.mark.parametrize("unsafe", UNSAFE)
def test_what_lies_in_an_unsafe_folder_is_not_used(unsafe, environment, tmp_path):
    place, make_unsafe, words = UNSAFE[unsafe]
    planted, _ = prepare(environment)
    make_unsafe(tmp_path / "cache" / place)
    used, said = run(environment, tmp_path)
    assert used.name == planted.name and used.parent.parent == tmp_path / "temporary"
    assert words in said and "private folder" in said and len(said.splitlines()) <= 4, said
    assert not used.exists() and list((tmp_path / "temporary").glob("tdbg-companion-*")) == []
    lines = subprocess.run([TDBG, "alerts", tmp_path / "trace"], capture_output=True, text=True)
    assert "program.py:6" in lines.stdout, "source lines are known all the same"


def test_a_folder_in_which_only_the_owner_removes_is_safe(environment, tmp_path):
    """As /tmp is."""
    (tmp_path / "cache").chmod(0o1777)
    assert prepare(environment)[0].parent == tmp_path / "cache/tdbg"


def test_no_safe_folder_at_all(environment, tmp_path):
    (tmp_path / "cache").chmod(0o777)
    (tmp_path / "cache/tdbg").mkdir(mode=0o700)
    nowhere = {**environment, "TMPDIR": str(tmp_path / "cache")}
    used, said = run(nowhere, tmp_path)
    assert used.parent.parent == Path("/tmp"), "the last that is tried"
    assert not used.exists() and "private folder" in said


def test_an_unfinished_one_is_not_found_and_goes(environment, tmp_path):
    path, _ = prepare(environment)
    left = path.parent / "unfinished-abc123"
    left.mkdir()
    (left / "companion.so").write_bytes(path.read_bytes()[:1000])
    assert prepare(environment)[0] == path and left.exists(), "somebody may be compiling"
    os.utime(left, (0, 0))
    path.unlink()
    assert prepare(environment)[0] == path and not left.exists()


RECORDS_ITSELF = """
import tdbg

tdbg.enable("{trace}")
import tensorflow as tf

tf.math.log(tf.zeros([3]))
"""


def test_a_program_that_records_itself(environment, tmp_path):
    (tmp_path / "cache").chmod(0o777)
    program = tmp_path / "program.py"
    program.write_text(RECORDS_ITSELF.format(trace=tmp_path / "trace"))
    environment["PYTHONPATH"] = str(ROOT / "python")
    done = subprocess.run([sys.executable, program], capture_output=True, text=True, env=environment, timeout=300)
    assert done.returncode == 0 and "private folder" in done.stderr, done.stderr
    assert list((tmp_path / "temporary").glob("tdbg-companion-*")) == []
    lines = subprocess.run([TDBG, "alerts", tmp_path / "trace"], capture_output=True, text=True)
    assert "program.py:7" in lines.stdout
