"""Programs that use TensorFlow without Python: the hook comes by LD_PRELOAD, and the rest is the same."""

import json
import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
TDBG = Path(os.environ.get("TDBG_BUILD_DIR", ROOT / "build/release")) / "tdbg"

pytestmark = [
    pytest.mark.skipif(not find_spec("tensorflow"), reason="TensorFlow is not installed"),
    pytest.mark.skipif(not shutil.which("gcc"), reason="there is no C compiler"),
]


@pytest.fixture(scope="module")
def c_session(tmp_path_factory):
    program = tmp_path_factory.mktemp("native") / "c_session"
    package = Path(find_spec("tensorflow").origin).parent
    libraries = ["-l:libtensorflow_cc.so.2", "-l:libtensorflow_framework.so.2", f"-Wl,-rpath,{package}"]
    source = ROOT / "tests/programs/native/c_session.c"
    subprocess.run(["gcc", "-std=c17", f"-I{package / 'include'}", source, "-o", program, f"-L{package}", *libraries],
                   check=True)  # fmt: skip
    return program


def test_a_c_program_s_birth(c_session, tmp_path):
    report = tmp_path / "report.json"
    done = subprocess.run([TDBG, "check", "--json", report, c_session], capture_output=True, text=True, timeout=120)
    assert done.returncode == 1, done.stderr
    (birth,) = json.loads(report.read_text())["births"]
    found = {key: birth[key] for key in ("op", "op_type", "kind", "element", "step")}
    assert found == {"op": "logarithm", "op_type": "Log", "kind": "neg_inf", "element": [2], "step": 2}


def test_a_c_program_is_recorded_unharmed(c_session, tmp_path):
    trace = tmp_path / "trace"
    done = subprocess.run([TDBG, "record", "-o", trace, c_session], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == ["step 0: 1.09861", "step 1: 1.09861", "step 2: -inf", "step 3: 1.09861"]
    (run,) = json.loads(subprocess.run([TDBG, "info", "--json", trace], capture_output=True).stdout)["runs"]
    assert run["executions"] == 4 and run["tensor_events"] >= 4


WITNESS = """
#include <stdio.h>
__attribute__((constructor)) static void Loaded(void) { puts("the plugin of the user is loaded"), fflush(stdout); }
"""


def test_a_plugin_of_the_user_s_is_loaded_as_well(tmp_path):
    """TensorFlow takes one path for device plugins, and the hook comes in by it."""
    plugin = tmp_path / "libwitness.so"
    subprocess.run(["gcc", "-shared", "-fPIC", "-xc", "-", "-o", plugin], input=WITNESS, text=True, check=True)
    program = tmp_path / "train.py"
    program.write_text("import tensorflow as tf\nprint(tf.math.log(0.0).numpy())\n")
    environment = {**os.environ, "TF_PLUGGABLE_DEVICE_LIBRARY_PATH": str(plugin)}
    command = [TDBG, "record", "-o", tmp_path / "trace", "--python", sys.executable, program]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, env=environment)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == ["the plugin of the user is loaded", "-inf"]
    alerts = subprocess.run([TDBG, "alerts", "--json", tmp_path / "trace"], capture_output=True)
    assert json.loads(alerts.stdout)["alerts"][0]["op_type"] == "Log"


SUMS_THEN_A_LOGARITHM = """
import tensorflow as tf

x = tf.zeros([3])
for _ in range(20):  # from the first of these the hook learns TensorFlow's layout: there is no companion
    x = x + 0.0
tf.math.log(x)
"""


def test_a_script_that_becomes_a_python_program(tmp_path):
    (tmp_path / "train.py").write_text(SUMS_THEN_A_LOGARITHM)
    program = tmp_path / "train.sh"
    program.write_text(f"#!/bin/sh\nexec {sys.executable} {tmp_path / 'train.py'}\n")
    program.chmod(0o755)
    done = subprocess.run([TDBG, "check", program], capture_output=True, text=True, timeout=120)
    assert done.returncode == 1, done.stderr
    assert "born in Log" in done.stdout
