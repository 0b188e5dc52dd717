"""`tdbg check` never says "clean" of what it could not look at: where nothing could be recorded, where recording ended
early, where a process was not seen. Each program here bears a −∞; nobody may call it clean."""

import json
import os
import resource
import shlex
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

import warm_python

ROOT = Path(__file__).resolve().parent.parent
BUILD = Path(os.environ.get("TDBG_BUILD_DIR", ROOT / "build/release"))
TDBG, FAILING_CALLS = BUILD / "tdbg", BUILD / "libfailing_calls.so"
PYTHON = warm_python.interpreter

pytestmark = pytest.mark.skipif(not find_spec("tensorflow"), reason="TensorFlow is not installed")

BIRTH = 1
COULD_NOT_LOOK = 4

ONE_BIRTH = """
import tensorflow as tf

print(f"result {tf.math.log(tf.constant([0.0, 1.0])).numpy()}", flush=True)
"""

# Its birth comes late, after so much was recorded that a small place is full.
LATE_BIRTH = """
import tensorflow as tf

weight = tf.Variable(tf.ones([8, 8]))

@tf.function
def train(x):
    y = x
    for _ in range(10):
        y = tf.tanh(tf.matmul(y, weight) + x)
    weight.assign_sub(0.001 * y)
    return tf.reduce_sum(y)

for step in range(300):
    train(tf.ones([8, 8]))
print(f"result {tf.math.log(tf.constant([0.0, 1.0])).numpy()}", flush=True)
"""

# TensorFlow is imported behind the back of whoever wanted to see it by the environment.
CLEARED = """
import os

os.environ.clear()
""" + ONE_BIRTH

CLEAN_CHILD = """
import subprocess
import sys

import tensorflow as tf

print(tf.reduce_sum(tf.ones([3])).numpy(), flush=True)
subprocess.run([sys.executable, sys.argv[1]], env={}, check=True)
"""


class Checked:
    """What `tdbg check` says of a program."""

    def __init__(self, folder, program, *options, python=None, before="", **arguments):
        self.report, self.junit = folder / "report.json", folder / "report.xml"
        words = [TDBG, "check", "--python", python or PYTHON(), "--json", self.report, "--junit", self.junit, *options, *program]
        words = ["sh", "-c", f'{before}\nexec "$@"', "sh", *words]
        state = {**os.environ, "XDG_STATE_HOME": str(folder / "state"), **arguments.pop("environment", {})}
        done = subprocess.run(words, capture_output=True, text=True, timeout=180, env=state, **arguments)
        self.status, self.output, self.said = done.returncode, done.stdout, done.stderr

    @property
    def json(self):
        return json.loads(self.report.read_text())

    def must_not_be_clean(self):
        """It saw the birth, or says that it could not look."""
        assert self.status in (BIRTH, COULD_NOT_LOOK), self.said
        if self.status == BIRTH:
            assert self.json["births"] and self.json["clean"] is False
        else:
            self.must_say_that_it_could_not_look()

    def must_say_that_it_could_not_look(self, *words):
        assert self.status == COULD_NOT_LOOK, self.said
        assert "could not look: " in self.said and "no bad value was born" not in self.said
        for word in words:
            assert word in self.said
        report = self.json
        assert report["clean"] is None and report["births"] == []
        assert report["could_not_look"] and all(set(one) == {"name", "count", "text"} for one in report["could_not_look"])
        assert 'errors="1"' in self.junit.read_text() and "could not look" in self.junit.read_text()


@pytest.fixture
def script(tmp_path):
    def write(text, name="birth.py"):
        path = tmp_path / name
        path.write_text(text)
        return path

    return write


def info(trace):
    done = subprocess.run([TDBG, "info", "--json", trace], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def prepared():
    """What is compiled once for this TensorFlow may be larger than the limits below."""
    subprocess.run([TDBG, "prepare", "--python", sys.executable], capture_output=True, timeout=180, check=True)


def limited(kib, folder, program):
    """The limit holds for the program, too: it is no process of a server that was there before."""
    return Checked(folder, [program], python=sys.executable, preexec_fn=lambda: resource.setrlimit(
        resource.RLIMIT_FSIZE, (kib * 1024, kib * 1024)))  # fmt: skip


def test_files_are_limited(prepared, script, tmp_path):
    """Files become so small that they fit."""
    assert limited(100, tmp_path, script(ONE_BIRTH)).status == BIRTH


@pytest.mark.parametrize("kib", [8, 68])
def test_files_are_limited_to_nothing(kib, prepared, script, tmp_path):
    limited(kib, tmp_path, script(LATE_BIRTH)).must_not_be_clean()


def can_mount():
    done = subprocess.run(["unshare", "-m", "mount", "-t", "tmpfs", "none", "/mnt"], capture_output=True)
    return done.returncode == 0


SMALL_DISK = """
mkdir -p {place} && mount -t tmpfs -o size={size} none {place} || exit 99
"""


@pytest.mark.skipif(not can_mount(), reason="may not mount a file system here")
@pytest.mark.parametrize("size", ["64k", "200k", "400k", "700k", "1m", "2m"])
def test_the_disk_is_small(size, script, tmp_path):
    place = tmp_path / "small"
    checked = Checked(tmp_path, [script(LATE_BIRTH)], "-o", place / "trace",
                      before=f'[ -n "$INNER" ] || {{ export INNER=1; exec unshare -m sh -c \''
                             f'mount -t tmpfs -o size={size} none {place} || exit 99; exec "$@"\' sh "$@"; }}'
                      ) if place.mkdir() is None else None  # fmt: skip
    checked.must_not_be_clean()


def test_a_budget_that_definitions_fill(script, tmp_path):
    trace = tmp_path / "trace"
    checked = Checked(tmp_path, [script(LATE_BIRTH)], "--budget", "100K", "-o", trace)
    checked.must_say_that_it_could_not_look("budget")
    assert any(loss["hides_births"] and "budget" in loss["text"] for loss in info(trace)["losses"])


def test_the_environment_is_cleared(script, tmp_path):
    checked = Checked(tmp_path, [script(CLEARED)], python=sys.executable)
    assert "result [-inf" in checked.output
    checked.must_say_that_it_could_not_look("loaded TensorFlow", "was not recorded")


def test_a_child_in_a_clean_environment(script, tmp_path):
    child = script(ONE_BIRTH, "child.py")
    checked = Checked(tmp_path, [script(CLEAN_CHILD, "parent.py"), child], python=sys.executable)
    assert "result [-inf" in checked.output
    checked.must_say_that_it_could_not_look("loaded TensorFlow", "was not recorded")


def test_no_thread_to_record_with(script, tmp_path):
    """As where the number of processes is limited."""
    if not FAILING_CALLS.exists():
        pytest.skip(f"{FAILING_CALLS}: not built")
    environment = {"LD_PRELOAD": str(FAILING_CALLS), "FAILING_CALLS": "thread:1"}
    checked = Checked(tmp_path, [script(ONE_BIRTH)], python=sys.executable, environment=environment)
    checked.must_say_that_it_could_not_look("no thread to record with")


def test_nothing_was_recorded(script, tmp_path):
    """A check that checks nothing is a mistake of whoever wrote it."""
    checked = Checked(tmp_path, [script("print('hello')\n")], python=sys.executable)
    checked.must_say_that_it_could_not_look("no process of the program loaded TensorFlow")


def test_a_program_that_failed_before_anything_could_be_born(script, tmp_path):
    checked = Checked(tmp_path, [script("raise SystemExit(7)\n")], python=sys.executable)
    assert checked.status == 3, checked.said
    assert checked.json["program_status"] == 7 and checked.json["clean"] is None


def test_children_that_are_no_programs_of_ours(script, tmp_path):
    """Processes that load no TensorFlow, or hang on a parent that does, are nobody's loss."""
    text = """
import multiprocessing
import subprocess

import tensorflow as tf

for _ in range(20):
    subprocess.run(["true"], env={})
context = multiprocessing.get_context("fork")
workers = [context.Process(target=print, args=("works",)) for _ in range(3)]
for worker in workers:
    worker.start()
for worker in workers:
    worker.join()
subprocess.run(["sleep", "0.5"])
print(tf.reduce_sum(tf.ones([3])).numpy())
"""
    checked = Checked(tmp_path, [script(text)], python=sys.executable)
    assert checked.status == 0, checked.said
    assert checked.json["clean"] is True and checked.json["could_not_look"] == []


@pytest.mark.parametrize("command", ["run", "record"])
def test_others_say_the_same(command, script, tmp_path):
    words = [TDBG, command, "--python", PYTHON(), "--budget", "100K", "-o", tmp_path / "trace", script(LATE_BIRTH)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=180, stdin=subprocess.DEVNULL)
    assert done.returncode == 0 and "result [-inf" in done.stdout
    assert "could not look: " in done.stderr and "budget" in done.stderr


def test_modes_that_read_nothing(script, tmp_path):
    for mode in ("shape", "no_tensor"):
        checked = Checked(tmp_path, [script(ONE_BIRTH)], "--mode", mode)
        assert checked.status == 2 and mode in checked.said


def test_losses_are_shown_afterwards(script, tmp_path):
    trace = tmp_path / "trace"
    checked = Checked(tmp_path, [script(LATE_BIRTH)], "--budget", "100K", "-o", trace)
    assert checked.status == COULD_NOT_LOOK
    (early,) = [loss for loss in info(trace)["losses"] if loss["name"] == "capture_ended_early"]
    assert early["hides_births"] is True
    said = subprocess.run([TDBG, "alerts", trace], capture_output=True, text=True)
    assert "recording ended early" in said.stdout + said.stderr
    said = subprocess.run([TDBG, "open", trace, "-c", "info losses"], capture_output=True, text=True)
    assert "recording ended early" in said.stdout


# ---------------------------------------------------------------- places


def can_begin_numbers_anew():
    return subprocess.run(["unshare", "-pf", "--mount-proc", "true"], capture_output=True).returncode == 0


@pytest.mark.skipif(not can_begin_numbers_anew(), reason="may not make a namespace of processes here")
def test_process_numbers_repeat(script, tmp_path):
    """As in containers that share a home."""
    state = {**os.environ, "XDG_STATE_HOME": str(tmp_path / "state")}
    for _ in range(2):
        words = ["unshare", "-pf", "--mount-proc", TDBG, "check", "--python", PYTHON(), script(ONE_BIRTH)]
        done = subprocess.run(words, capture_output=True, text=True, timeout=180, env=state)
        assert done.returncode == BIRTH, done.stderr
    assert len(list((tmp_path / "state/tdbg").glob("birth-*"))) == 2
    assert (tmp_path / "state/tdbg").stat().st_mode & 0o777 == 0o700
