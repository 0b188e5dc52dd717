"""Mistakes when a program is started under tdbg: one clear line and exit status 2; and traps that must not harm it."""

import json
import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

import warm_python

ROOT = Path(__file__).resolve().parent.parent
TDBG = Path(os.environ.get("TDBG_BUILD_DIR", ROOT / "build/release")) / "tdbg"
COMMANDS = ["run", "record", "check"]

pytestmark = pytest.mark.skipif(not TDBG.exists(), reason=f"{TDBG} is not built")
needs_tensorflow = pytest.mark.skipif(not find_spec("tensorflow"), reason="TensorFlow is not installed")
needs_permissions = pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")

TWO_STEPS = """
import tensorflow as tf

weights = tf.Variable([1.0, 2.0])

@tf.function
def step():
    weights.assign_sub(0.1 * weights)
    return tf.reduce_sum(weights)

for _ in range(2):
    print("sum", step().numpy())
"""


def start(command, *arguments, **options):
    words = [TDBG, command, *map(str, arguments)]
    return subprocess.run(words, capture_output=True, text=True, timeout=300, stdin=subprocess.DEVNULL, **options)


def options_of(command, folder):
    return ["-o", folder / "trace"] if command == "record" else []


def refusal(command, *arguments, **options):
    """The one line of it."""
    done = start(command, *arguments, **options)
    assert (done.returncode, done.stdout) == (2, ""), done
    (line,) = done.stderr.splitlines()
    assert line.startswith("tdbg: ")
    return line


@pytest.fixture
def program(tmp_path):
    path = tmp_path / "train.py"
    path.write_text(TWO_STEPS)
    return path


@pytest.mark.parametrize("command", COMMANDS)
def test_a_program_that_is_not_there(command, tmp_path):
    options = options_of(command, tmp_path)
    assert "nowhere.py" in refusal(command, *options, tmp_path / "nowhere.py")
    assert "nowhere" in refusal(command, *options, tmp_path / "nowhere")
    assert "nowhere" in refusal(command, *options, "nowhere-in-path")
    assert "program" in refusal(command, *options)
    assert not (tmp_path / "trace").exists()


@pytest.mark.parametrize("command", COMMANDS)
def test_a_program_that_cannot_be_run(command, tmp_path):
    (tmp_path / "data").write_text("no program")
    (tmp_path / "folder.py").mkdir()
    options = options_of(command, tmp_path)
    assert "not executable" in refusal(command, *options, tmp_path / "data")
    assert "directory" in refusal(command, *options, tmp_path)
    assert "directory" in refusal(command, *options, tmp_path / "folder.py")


@pytest.mark.parametrize("command", COMMANDS)
def test_an_interpreter_that_is_not_there(command, program, tmp_path):
    python = tmp_path / "python9"
    assert "python9" in refusal(command, *options_of(command, tmp_path), "--python", python, program)


def test_options_that_do_not_exist(program, tmp_path):
    assert "--frobnicate" in refusal("run", "--frobnicate", program)
    line = refusal("record", "-o", tmp_path / "trace", "--mode", "everything", program)
    assert "everything" in line and "full_health" in line


def test_a_directory_of_something_else_is_not_written_into(program, tmp_path):
    foreign = tmp_path / "photos"
    foreign.mkdir()
    (foreign / "cat.txt").write_text("cat")
    assert "photos" in refusal("record", "-o", foreign, "--python", sys.executable, program)
    assert [path.name for path in foreign.iterdir()] == ["cat.txt"]


def test_a_place_that_is_no_directory(program, tmp_path):
    (tmp_path / "file").write_text("a file")
    for place in (tmp_path / "file", tmp_path / "file" / "trace"):
        assert "file" in refusal("record", "-o", place, "--python", sys.executable, program)


@needs_permissions
def test_a_directory_that_may_not_be_written(program, tmp_path):
    locked = tmp_path / "locked"
    locked.mkdir(mode=0o500)
    assert "locked" in refusal("record", "-o", locked / "trace", "--python", sys.executable, program)


def test_a_place_on_a_file_system_without_room(program):
    """/proc takes no directories from anybody, root included."""
    assert "/proc/trace" in refusal("record", "-o", "/proc/trace", "--python", sys.executable, program)


FULL_VALUES = """
import tensorflow as tf

weights = tf.Variable(tf.ones([500_000]))
for step in range(5):
    weights.assign(weights * 2.0)
    print(step, weights.numpy()[-1])
"""


@pytest.fixture
def small_disk(tmp_path):
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", disk], capture_output=True, text=True)
    if mounted.returncode != 0:
        pytest.skip(f"a small disk cannot be mounted here: {mounted.stderr.strip()}")
    yield disk
    subprocess.run(["umount", disk], check=True)


@needs_tensorflow
def test_a_disk_that_runs_full(small_disk, tmp_path):
    program = tmp_path / "train.py"
    program.write_text(FULL_VALUES)
    done = start("record", "-o", small_disk / "trace", "--mode", "full_tensor", "--python", warm_python.interpreter(), program)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [f"{step} {2.0 ** (step + 1)}" for step in range(5)]
    lines = [line for line in done.stderr.splitlines() if "recording ended early" in line]
    assert lines and all("No space left" in line for line in lines)
    info = json.loads(subprocess.run([TDBG, "info", "--json", small_disk / "trace"], capture_output=True).stdout)
    assert info["runs"][0]["tensor_events"] > 0


@needs_tensorflow
def test_a_report_that_cannot_be_written(program):
    done = start("check", "--json", "/proc/report.json", "--python", warm_python.interpreter(), program)
    assert done.returncode == 2
    assert sum("/proc/report.json" in line for line in done.stderr.splitlines()) == 1


@pytest.fixture
def bare_python(tmp_path):
    """An interpreter that finds no TensorFlow."""
    path = tmp_path / "bare" / "python3"
    path.parent.mkdir()
    path.write_text(f'#!/bin/sh\nexec {sys.executable} -I -S "$@"\n')
    path.chmod(0o755)
    return path


def test_tensorflow_is_absent(bare_python, tmp_path):
    """One line says so. The program runs all the same: it may not need it, and its status is its own."""
    script = tmp_path / "plain.py"
    script.write_text("import sys\nprint('ran')\nsys.exit(7)\n")
    done = start("record", "-o", tmp_path / "trace", "--python", bare_python, script)
    assert (done.returncode, done.stdout) == (7, "ran\n")
    (line,) = [line for line in done.stderr.splitlines() if line.startswith("tdbg: ")]
    assert "TensorFlow" in line and str(bare_python) in line


@needs_tensorflow
def test_the_program_s_own_status_and_output(tmp_path):
    script = tmp_path / "fails.py"
    script.write_text(TWO_STEPS + "import sys\nprint('to stderr', file=sys.stderr)\nsys.exit(5)\n")
    done = start("record", "-o", tmp_path / "trace", "--python", sys.executable, script)
    assert (done.returncode, done.stdout.count("sum")) == (5, 2)
    assert "to stderr" in done.stderr
    done = start("check", "--python", sys.executable, script)
    assert done.returncode == 3


@needs_tensorflow
def test_a_signal_is_passed_on(tmp_path):
    script = tmp_path / "dies.py"
    script.write_text(TWO_STEPS + "import os, signal\nos.kill(os.getpid(), signal.SIGKILL)\n")
    trace = tmp_path / "trace"
    done = start("record", "-o", trace, "--python", sys.executable, script)
    assert done.returncode == 128 + 9
    (run,) = json.loads(start("info", "--json", trace).stdout)["runs"]
    assert run["tensor_events"] > 0


@needs_tensorflow
def test_a_very_long_trace_path(program, tmp_path):
    """Longer than a socket's address may be, and near what the system takes for a path."""
    trace = tmp_path.joinpath(*["d" * 200] * 12) / "trace"
    trace.parent.mkdir(parents=True)
    done = start("record", "-o", trace, "--python", warm_python.interpreter(), program)
    assert (done.returncode, done.stdout.count("sum")) == (0, 2), done.stderr
    (run,) = json.loads(start("info", "--json", trace).stdout)["runs"]
    assert run["tensor_events"] > 0
    shutil.rmtree(tmp_path / ("d" * 200))


def test_a_trace_path_that_is_too_long(program, tmp_path):
    """For the system, that is."""
    assert "too long" in refusal("record", "-o", tmp_path / ("d" * 300), "--python", sys.executable, program)


FORKS = TWO_STEPS + """
import os

child = os.fork()
if child == 0:
    # TensorFlow's threads are not in the child, but what runs without them works.
    print("child", float(tf.constant(2.0) * 3.0), flush=True)
    os._exit(4)
print("child's status", os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
print("sum", step().numpy())
"""


@needs_tensorflow
def test_a_fork_in_the_middle(tmp_path):
    script = tmp_path / "forks.py"
    script.write_text(FORKS)
    plain = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=60)
    trace = tmp_path / "trace"
    done = start("record", "-o", trace, "--mode", "full_health", "--python", sys.executable, script)
    assert (done.returncode, done.stdout) == (plain.returncode, plain.stdout), done.stderr
    answer = json.loads(start("info", "--json", trace).stdout)
    # The child is a run of its own, or has none because it recorded nothing; it left the parent's alone.
    assert len(answer["runs"]) in (1, 2) and not answer["losses"], answer
    assert max(run["tensor_events"] for run in answer["runs"]) > 0


FORKS_AND_FREES = """
import os
import tensorflow as tf

x = tf.random.uniform((64, 64))
child = os.fork()
if child == 0:
    del x
    os._exit(0)
os.waitpid(child, 0)
"""


def test_a_child_that_only_frees_is_no_run(tmp_path):
    script = tmp_path / "frees.py"
    script.write_text(FORKS_AND_FREES)
    done = start("record", "-o", tmp_path / "trace", "--python", sys.executable, script)
    assert done.returncode == 0, done.stderr
    assert len(json.loads(start("info", "--json", tmp_path / "trace").stdout)["runs"]) == 1
