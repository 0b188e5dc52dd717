"""The program's own files while TensorFlow is recorded, and files of the recording that are harmed: results are the plain
run's, nothing of the program's is touched, and what was lost is told."""

import json
import os
import shutil
import signal
import subprocess
import threading
import time
from importlib.util import find_spec

import pytest

import warm_python
from tensor_listing import TDBG

pytestmark = pytest.mark.skipif(not find_spec("tensorflow"), reason="TensorFlow is not installed")


def start(tmp_path, text, *words, recorded=True, **environment):
    program = tmp_path / "program.py"
    program.write_text(text)
    command = [TDBG, "record", "-o", tmp_path / "trace", *words, "--python", warm_python.interpreter()] if recorded else [
        warm_python.interpreter()]  # fmt: skip
    return subprocess.Popen([*map(str, command), str(program)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                            cwd=tmp_path, env={**os.environ, **environment})  # fmt: skip


def finish(process):
    out, err = process.communicate(timeout=300)
    assert process.returncode == 0, err
    return out, err


def losses(tmp_path):
    answer = json.loads(subprocess.run([TDBG, "info", "--json", tmp_path / "trace"], capture_output=True).stdout)
    return {loss["name"]: loss["count"] for loss in answer["losses"]}


DAEMON = """
import os, subprocess, sys
import tensorflow as tf

@tf.function
def train(x):
    return tf.reduce_sum(x @ x)

def work():
    return float(sum(train(tf.ones([8, 8]) * i) for i in range(300)))

work()
os.closerange(3, 1024)
files = [os.open(f"mine-{i}-{os.getpid()}", os.O_RDWR | os.O_CREAT, 0o600) for i in range(6)]
for i, file in enumerate(files):
    os.write(file, b"mine %d" % i)
print("numbers", files)
print("result", work())
print("child", subprocess.run([sys.executable, "-c", "print(1)"], close_fds=True, capture_output=True, text=True).stdout)
for i, file in enumerate(files):
    os.lseek(file, 0, 0)
    assert os.read(file, 1000) == b"mine %d" % i
    os.close(file)
print("open", sorted(os.listdir("/proc/self/fd"), key=int)[3:])
"""


def test_a_daemon_closes_everything(tmp_path):
    plain, _ = finish(start(tmp_path, DAEMON, recorded=False))
    recorded, _ = finish(start(tmp_path, DAEMON, "--retain", "all"))
    assert recorded == plain, "the very same numbers"
    assert losses(tmp_path) == {}
    answer = json.loads(subprocess.run([TDBG, "info", "--json", tmp_path / "trace"], capture_output=True).stdout)
    assert answer["runs"][0]["executions"] >= 600, "what came after is recorded too"


FORKING_DAEMON = """
import os
import tensorflow as tf

x = tf.ones([3])
if (child := os.fork()) == 0:
    os.setsid()
    os.closerange(3, 1024)
    file = os.open("mine", os.O_RDWR | os.O_CREAT, 0o600)
    for i in range(500):
        x = x + 1.0
    os.write(file, b"%d" % int(x[0]))
    os.close(file)
    os._exit(0)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), open("mine").read())
"""


def test_the_child_of_a_fork_is_a_daemon(tmp_path):
    out, _ = finish(start(tmp_path, FORKING_DAEMON))
    assert out == "0 501\n"


STEPS = """
import faulthandler, os, time
import tensorflow as tf

@tf.function
def train(x):
    return tf.reduce_mean(tf.tanh(x @ x))

if os.environ.get("LATE"): faulthandler.enable()
total = 0.0
for step in range(600):
    total += float(train(tf.ones([16, 16]) * step / 600.0))
    if step == 0:
        print("begun", flush=True)
        while not os.path.exists("go"): time.sleep(0.05)
    if step % 200 == 0:
        time.sleep(0.3)
print("total", total)
"""


def harm(trace, how, stop):
    while not stop.wait(0.02):
        for run in trace.glob("run-*"):
            if how == "delete":
                shutil.rmtree(run, ignore_errors=True)
                continue
            # Where it is told what was lost is spared here: its harm is loss_file_test's.
            for file in set(run.glob("*.tdbg")) - {run / "losses.tdbg"}:
                try:
                    if how == "cut":
                        os.truncate(file, 0)
                    else:
                        file.unlink()
                        file.write_bytes(b"of somebody else" * 1000)
                except OSError:
                    pass  # deleted meanwhile


@pytest.mark.parametrize("how", ["cut", "replace", "delete"])
@pytest.mark.parametrize("late", ["", "1"])
def test_files_of_the_recording_are_harmed(how, late, tmp_path):
    (tmp_path / "go").touch()
    plain, _ = finish(start(tmp_path, STEPS, recorded=False, LATE=late))
    (tmp_path / "go").unlink()
    process = start(tmp_path, STEPS, "--mode", "full_tensor", LATE=late)
    stop = threading.Event()
    assert process.stdout.readline() == "begun\n"
    # A handler that the program has just set is found by the next look.
    time.sleep(1)
    harmer = threading.Thread(target=harm, args=(tmp_path / "trace", how, stop))
    harmer.start()
    (tmp_path / "go").touch()
    rest, err = finish(process)
    stop.set()
    harmer.join()
    assert "begun\n" + rest == plain
    if how == "delete":
        assert "No such file" in err, err
    else:
        assert losses(tmp_path).get("capture_harmed_file", 0) > 0


FAULT = """
import faulthandler, mmap, os
import tensorflow as tf
faulthandler.enable()
tf.ones([3]) + 1.0
import time; time.sleep(1.2)
with open("mine", "wb+") as file:
    file.truncate(4096)
    page = mmap.mmap(file.fileno(), 4096)
    file.truncate(0)
page[0]
"""


def test_the_program_s_own_bus_error_is_told_by_its_own_handler(tmp_path):
    ends = []
    for recorded in (False, True):
        process = start(tmp_path, FAULT, recorded=recorded)
        _, err = process.communicate(timeout=300)
        assert "Fatal Python error: Bus error" in err and 'program.py", line 11' in err
        assert err.count("Fatal Python error") == 1
        ends.append(process.returncode)
    assert ends == [-signal.SIGBUS, 128 + signal.SIGBUS]
