"""`tdbg run`, `record` and `check` on real programs: what they say, leave behind and pass on."""

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from xml.etree import ElementTree

import pytest

import terminal
import warm_python

ROOT = Path(__file__).resolve().parent.parent
TDBG = Path(os.environ.get("TDBG_BUILD_DIR", ROOT / "build/release")) / "tdbg"
PROGRAM = ROOT / "examples/mnist_nan.py"
ATTENTION = ROOT / "tests/programs/training/clean_attention.py"

pytestmark = pytest.mark.skipif(not find_spec("tensorflow"), reason="TensorFlow is not installed")
needs_terminal = pytest.mark.skipif(not terminal.available(), reason="tmux is not installed")

# Small, and with a birth in each of two steps.
TWO_BIRTHS = """
import tensorflow as tf

rate = tf.Variable(1.0)

@tf.function
def train(x):
    rate.assign_sub(0.25)
    return tf.math.log(x) * rate

for x in [1.0, 0.0, 2.0, 0.0]:
    print(f"result {train(tf.constant([x, 3.0])).numpy()}", flush=True)
print("the end", flush=True)
"""


def line_with(text, path=PROGRAM):
    (number,) = [i for i, line in enumerate(path.read_text().splitlines(), 1) if text in line]
    return number


@pytest.fixture
def state(tmp_path):
    """A home for traces that nobody named."""
    return {**os.environ, "XDG_STATE_HOME": str(tmp_path / "state")}


@pytest.fixture
def two_births(tmp_path):
    path = tmp_path / "births.py"
    path.write_text(TWO_BIRTHS)
    return path


def start(command, *arguments, python=None, **options):
    words = [TDBG, command, "--python", python or warm_python.interpreter(), *map(str, arguments)]
    return subprocess.run(words, capture_output=True, text=True, timeout=120, stdin=subprocess.DEVNULL, **options)


def traces(state):
    folder = Path(state["XDG_STATE_HOME"]) / "tdbg"
    return sorted(folder.glob("*-*")) if folder.exists() else []


def test_run_without_a_terminal_reports_at_the_end(state):
    done = start("run", PROGRAM, python=sys.executable, env=state)
    assert done.returncode == 0, done.stderr
    assert done.stdout.index("step 4") < done.stdout.index("●")
    assert f"mnist_nan.py:{line_with('tf.math.log(p)')}" in done.stdout
    (trace,) = traces(state)
    assert str(trace) in done.stderr and trace.stat().st_mode & 0o777 == 0o700
    assert trace.name.startswith("mnist_nan-")


def test_a_clean_run_leaves_nothing(state, tmp_path):
    script = tmp_path / "clean.py"
    script.write_text("import sys\nimport tensorflow as tf\nprint(tf.reduce_sum(tf.ones([3])).numpy(), sys.argv[1:])\n")
    done = start("run", script, "--mode", "mine", "-o", "x", env=state)
    assert (done.returncode, done.stdout) == (0, "3.0 ['--mode', 'mine', '-o', 'x']\n"), done.stderr
    assert "no bad value was born" in done.stderr
    assert traces(state) == []


def test_a_module_and_its_arguments(state, tmp_path):
    package = tmp_path / "training"
    package.mkdir()
    (package / "__main__.py").write_text("import sys\nprint(sys.argv[1:])\nsys.exit(6)\n")
    done = start("run", "-m", "training", "-m", "--", "x y", python=sys.executable, env=state, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (6, "['-m', '--', 'x y']\n")


@pytest.mark.parametrize("command", ["run", "record", "check"])
def test_dashes_before_the_program(command, state, tmp_path):
    """What stands behind the first `--` is the program, whose own `--` is left to it."""
    script = tmp_path / "says.py"
    script.write_text("import sys\nprint(sys.argv[1:])\n")
    done = start(command, "--mode", "auto", "--", script, "--json", "--", "x y", python=sys.executable, env=state, cwd=tmp_path)
    assert done.stdout == "['--json', '--', 'x y']\n", done.stderr
    done = start(command, "--", python=sys.executable, env=state, cwd=tmp_path)
    assert done.returncode == 2 and "no program is given" in done.stderr


def test_an_interpreter_as_the_program(state, two_births):
    done = subprocess.run([TDBG, "run", sys.executable, two_births], capture_output=True, text=True, timeout=120, env=state)
    assert done.returncode == 0 and "Log" in done.stdout.split("the end")[1], done.stderr


def test_a_trace_is_added_to(two_births, tmp_path):
    trace = tmp_path / "trace"
    for runs in (1, 2):
        assert start("record", "-o", trace, two_births, python=sys.executable).returncode == 0
        answer = json.loads(subprocess.run([TDBG, "info", "--json", trace], capture_output=True).stdout)
        assert len({run["job"] for run in answer["runs"]}) == runs


@pytest.mark.parametrize("option, value, word", [
    ("--budget", "much", "2GiB"), ("--every", "0", "from 1"), ("--steps", "5", "A:B"), ("--retain", "some", "steps N"),
    ("--name", "(", "name"), ("--stride", "x", "stride"), ("--mode", "all", "full_health")])  # fmt: skip
def test_bad_values_of_options(option, value, word, two_births, tmp_path):
    done = start("record", "-o", tmp_path / "trace", option, value, two_births)
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, "", 1)
    assert word in done.stderr and value in done.stderr


def test_a_bad_filter_for_allow(two_births):
    done = start("check", "--allow", "no_such_field > 1", two_births)
    assert (done.returncode, done.stdout) == (2, "") and "no_such_field" in done.stderr


def test_check_ends_the_program_at_the_first_birth(two_births, tmp_path, state):
    report, junit = tmp_path / "report.json", tmp_path / "report.xml"
    done = start("check", "--json", report, "--junit", junit, two_births, python=sys.executable, env=state)
    assert done.returncode == 1, done.stderr
    findings = json.loads(report.read_text())
    assert findings["clean"] is False
    birth = findings["births"][0]
    assert (birth["op_type"], birth["kind"], birth["element"], birth["step"]) == ("Log", "neg_inf", [0], 1)
    assert birth["inputs"][0]["zero"] == 1 and birth["cause"]
    assert "Log" in done.stdout
    (case,) = ElementTree.parse(junit).getroot()
    assert case.get("name") == "births" and "Log" in case.find("failure").text


# Many clean steps through ops that work in their input's memory, then a bad one.
LATE = """
import tensorflow as tf

rate = tf.Variable(1.0)

@tf.function
def train(x, y):
    rate.assign_add(1.0)
    z = tf.math.log(x)
    for _ in range(3):
        z = (z * y - x) * tf.tanh(y) + tf.sigmoid(x)
    return tf.reduce_sum(z) * rate

x = tf.ones([4096])
for step in range(17):
    train(x if step != 15 else tf.concat([x[1:], [0.0]], 0), tf.fill([4096], 1.5))
"""


def test_what_comes_of_a_late_birth_is_inherited(tmp_path):
    script, report = tmp_path / "late.py", tmp_path / "report.json"
    script.write_text(LATE)
    assert start("check", "--json", report, script).returncode == 1
    births = json.loads(report.read_text())["births"]
    assert [(birth["op_type"], birth["step"], birth["element"]) for birth in births] == [("Log", 15, [4095])]
    assert births[0]["inputs"][0]["zero"] == 1


def test_check_allows_what_is_intended(two_births, tmp_path):
    report = tmp_path / "report.json"
    done = start("check", "--allow", 'op == "Log"', "--json", report, two_births)
    findings = json.loads(report.read_text())
    assert (done.returncode, findings["clean"], findings["births"]) == (0, True, []), done.stderr
    assert {alert["op_type"] for alert in findings["allowed"]} == {"Log"}


def test_as_written_eager_ops_and_what_is_fed_are_seen(tmp_path):
    script, report = tmp_path / "eager.py", tmp_path / "report.json"
    script.write_text("""import tensorflow as tf

tf.math.log(tf.constant([0.0, 1.0]))
with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    x = tf.compat.v1.placeholder(tf.float32, name="x")
    session.run(x * 2.0 + 1.0, {x: float("nan")})
""")
    assert start("check", "--as-written", "--json", report, script).returncode == 1
    births = json.loads(report.read_text())["births"]
    assert [(birth["op_type"], birth["kind"], birth["source"], birth.get("line")) for birth in births] == [
        ("Log", "neg_inf", "op", 3), ("_Arg", "nan", "input", 5)]  # fmt: skip


def test_check_is_strict_on_request():
    assert start("check", ATTENTION).returncode == 0
    assert start("check", "--strict", ATTENTION).returncode == 1


def test_ctrl_c_reaches_a_recorded_program(tmp_path):
    script = tmp_path / "waits.py"
    script.write_text("import time\ntry:\n  print('ready', flush=True)\n  time.sleep(60)\n"
                      "except KeyboardInterrupt:\n  raise SystemExit(9)\n")  # fmt: skip
    words = [TDBG, "record", "-o", tmp_path / "trace", "--python", sys.executable, script]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        assert running.stdout.readline() == "ready\n"
        running.send_signal(2)
        assert running.wait(30) == 9


def held(program, state, python=sys.executable):
    """The program under `tdbg run` in a terminal of its own."""
    words = [str(TDBG), "run", "--python", str(python), str(program)]
    return terminal.Terminal(words, columns=110, rows=40, environment=state)


@needs_terminal
def test_the_program_is_held_where_the_value_is_born(two_births, state):
    with held(two_births, state, warm_python.interpreter()) as screen:
        screen.wait_for("tdbg>", 90)
        text = screen.screen(scrollback=True)
        assert "born in Log" in text and f"births.py:{line_with('tf.math.log', two_births)}" in text
        assert text.count("result [") == 1, "the program went on while it was held"
        screen.send_line("pt train::Log:0#1")
        screen.wait_for("-inf")
        screen.send_line("c")
        screen.wait_until(lambda: screen.screen(scrollback=True).count("born in Log") == 2, "the second birth")
        assert screen.screen(scrollback=True).count("result [") == 3
        screen.send_line("detach")
        screen.wait_for("the end")
        assert screen.wait_for_exit() == 0
        assert "births" in screen.screen(scrollback=True)


@needs_terminal
def test_quit_ends_the_program_after_a_yes(two_births, state):
    with held(two_births, state) as screen:
        screen.wait_for("tdbg>", 90)
        for leave in ("quit", "C-d"):
            screen.send_line(leave) if leave == "quit" else screen.send_keys(leave)
            screen.wait_until(lambda: screen.last_line().endswith("end it? (y or n)"), "the question")
            screen.send_line("n")
            screen.wait_for_last("tdbg>")
        screen.send_line("pt")  # it lives, and can be asked
        screen.wait_for("-inf")
        screen.wait_for_last("tdbg>")
        screen.send_keys("C-d")
        screen.wait_until(lambda: screen.last_line().endswith("end it? (y or n)"), "the question")
        screen.send_line("y")
        assert screen.wait_for_exit() == 128 + 15
        text = screen.screen(scrollback=True)
        assert text.count("result [") == 1 and "the end" not in text, "the program went on"
    assert len(traces(state)) == 1


CLEANS_UP = """
import signal
import sys

def clean_up(*_):
    print("cleaned up", flush=True)
    sys.exit(7)

signal.signal(signal.SIGTERM, clean_up)
"""


@needs_terminal
def test_quit_lets_the_program_clean_up(two_births, state):
    two_births.write_text(CLEANS_UP + TWO_BIRTHS)
    with held(two_births, state) as screen:
        screen.wait_for("tdbg>", 90)
        screen.send_line("quit -y")
        assert screen.wait_for_exit() == 7
        text = screen.screen(scrollback=True)
        assert "cleaned up" in text and text.count("result [") == 1 and "the end" not in text


MASKS = """
import tensorflow as tf

@tf.function
def train(x):
    return tf.reduce_sum(tf.where(x > 0, tf.math.log(x), tf.zeros_like(x)))

print(f"result {train(tf.constant([0.0, 1.0])).numpy()}", flush=True)
"""


@needs_terminal
def test_what_may_be_thrown_away_does_not_hold_the_program(state, tmp_path):
    script = tmp_path / "masks.py"
    script.write_text(MASKS)
    with held(script, state, warm_python.interpreter()) as screen:
        screen.wait_for("result 0.0", 90)
        assert screen.wait_for_exit() == 0
        text = screen.screen(scrollback=True)
        assert "tdbg>" not in text and "born in" not in text


# The where() hides the quotient from the loss, not from the gradient, which goes into the variable.
TRAP = """
import tensorflow as tf

v = tf.Variable([1.0, 2.0])

@tf.function
def train(x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.where(x > 0, v / x, 0.0))
    v.assign_sub(tape.gradient(loss, v))
    return loss

for i in range(4):
    x = 0.0 if i == BAD_CALL else 1.0
    print(f"result {train(tf.constant([1.0, x])).numpy()}", flush=True)
print("the end", flush=True)
"""


# In the first call what reads a value is not known before the call has ended.
@needs_terminal
@pytest.mark.parametrize("bad_call", [0, 2])
def test_an_op_that_only_its_gradient_tells_of_heads_the_report(bad_call, state, tmp_path):
    script = tmp_path / "trap.py"
    script.write_text(TRAP.replace("BAD_CALL", str(bad_call)))
    with held(script, state, warm_python.interpreter()) as screen:
        screen.wait_for("tdbg>", 90)
        text = screen.screen(scrollback=True)
        assert len([line for line in text.splitlines() if line.startswith("result ")]) == bad_call
        assert "born in RealDiv" in text and f"trap.py:{line_with('tf.where', script)}" in text
        (shown,) = [line for line in text.splitlines() if line.startswith("  truediv:0 ")]
        assert "1 of 2 is" in shown and "gradient_tape/" not in text.split("born in RealDiv")[1].split("cause")[0]
        assert "gradient_tape/truediv/RealDiv" in text
        screen.send_line("c")
        screen.wait_for("the end")
        assert screen.wait_for_exit() == 0


# The first logarithm is guarded; of the second the mean is taken, which is kept.
EAGER = """
import tensorflow as tf

x = tf.constant([0.0, 1.0])
guarded = tf.where(x > 0, tf.math.log(x), tf.zeros_like(x))
weight = tf.Variable(0.0)
print("guarded", flush=True)
logs = tf.math.log(x)
weight.assign(tf.reduce_mean(logs))
print(f"result {weight.numpy()}", flush=True)
"""


@needs_terminal
def test_an_eager_birth_holds_where_something_bad_goes_on(state, tmp_path):
    script = tmp_path / "eager.py"
    script.write_text(EAGER)
    with held(script, state, warm_python.interpreter()) as screen:
        screen.wait_for("tdbg>", 90)
        text = screen.screen(scrollback=True)
        assert "guarded" in text and "result" not in text
        assert "born in Log" in text and f"eager.py:{line_with('logs = tf.math.log(x)', script)}" in text
        screen.send_line("c")
        screen.wait_for("result -inf")
        assert screen.wait_for_exit() == 0
        assert screen.screen(scrollback=True).count("born in Log") == 1


# Each of two processes bears a value of its own, at the same moment.
TWO_PROCESSES = """
import subprocess
import sys
import time

if len(sys.argv) == 1:
    others = [subprocess.Popen([sys.executable, __file__, op, str(time.time() + 8)]) for op in ("log", "rsqrt")]
    sys.exit(max(other.wait() for other in others))

import tensorflow as tf

f = tf.function({"log": tf.math.log, "rsqrt": tf.math.rsqrt}[sys.argv[1]])
f(tf.constant([1.0, 2.0]))
time.sleep(max(0.0, float(sys.argv[2]) - time.time()))
print(f"result of {sys.argv[1]} {f(tf.constant([0.0, 2.0])).numpy()}", flush=True)
"""


@needs_terminal
def test_two_processes_are_held_one_after_the_other(state, tmp_path):
    script = tmp_path / "two.py"
    script.write_text(TWO_PROCESSES)
    with held(script, state) as screen:
        for count in (1, 2):
            # Not the last line: a process that goes on may print behind the prompt of the other.
            screen.wait_until(lambda: screen.screen(scrollback=True).count("tdbg>") == count, "a prompt", 90)
            assert screen.screen(scrollback=True).count("born in ") == count
            assert screen.screen(scrollback=True).count("result of") < count, "the program went on while it was held"
            screen.send_line("c")
        assert screen.wait_for_exit() == 0
        text = screen.screen(scrollback=True)
        assert text.count("born in Log") == text.count("born in Rsqrt") == 1
        assert text.count("result of") == 2


LOOPS = """
import pathlib
import signal

import tensorflow as tf

counter = tf.Variable(0.0)
one = tf.constant(1.0)  # TensorFlow itself crashes where SIGINT meets it making a tensor of a number
print("ready", flush=True)
try:
    while True:
        counter.assign_add(one)
except KeyboardInterrupt:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # one is enough
    pathlib.Path(__file__).with_name("interrupted").touch()  # a terminal drops what is printed just before Ctrl-C
    raise SystemExit(4)
"""


@needs_terminal
def test_ctrl_c_holds_and_twice_interrupts(state, tmp_path):
    script = tmp_path / "loops.py"
    script.write_text(LOOPS)
    interrupted = tmp_path / "interrupted"
    with held(script, state) as screen:
        def say(line):
            screen.wait_for_last("tdbg>")
            screen.send_line(line)
            screen.wait_until(lambda: screen.cursor()[0] == 0, "the line to be taken")

        screen.wait_for("ready", 90)
        screen.send_keys("C-c")
        say("c")
        screen.send_keys("C-c")
        screen.send_keys("C-c")
        screen.wait_until(lambda: interrupted.exists() or screen.last_line() == "tdbg>", "an end")
        if not interrupted.exists():  # the first Ctrl-C was quicker than the second
            say("detach")
            screen.send_keys("C-c")
        screen.wait_until(interrupted.exists, "the interrupt")
        assert screen.wait_for_exit() == 4


@needs_terminal
def test_a_hold_by_ctrl_c_says_where_it_is(state, tmp_path):
    script = tmp_path / "loops.py"
    script.write_text(LOOPS)
    with held(script, state) as screen:
        screen.wait_for("ready", 90)
        screen.send_keys("C-c")
        screen.wait_for_last("tdbg>")
        text = screen.screen(scrollback=True)
        place = f"loops.py:{line_with('counter.assign_add(one)', script)}"
        assert f"held at AssignAddVariableOp, {place}" in text
        assert text.count(place) == 2, "in the title and in the calls that led there"
        screen.send_line("quit")
        screen.wait_for("(y or n)")
        screen.send_line("y")
        screen.wait_for_exit()


IMPORTS = """
print("importing", flush=True)
import tensorflow as tf
print(f"result {tf.math.log(tf.constant([1.0])).numpy()}", flush=True)
"""


@needs_terminal
def test_ctrl_c_while_tensorflow_is_imported_is_not_forgotten(state, tmp_path):
    script = tmp_path / "imports.py"
    script.write_text(IMPORTS)
    with held(script, state) as screen:
        screen.wait_for("importing", 90)
        screen.send_keys("C-c")
        screen.wait_for("held at its first")
        screen.wait_for("tdbg>", 90)
        text = screen.screen(scrollback=True)
        assert "held at " in text and f"imports.py:{line_with('tf.math.log', script)}" in text
        assert "result [" not in text
        screen.send_line("detach")
        screen.wait_for("result [0.]")
        assert screen.wait_for_exit() == 0


# Two births in one call, and none depends on the other.
TOGETHER = """
import tensorflow as tf

@tf.function
def train(x):
    return tf.math.log(x), tf.math.rsqrt(x)

train(tf.constant([1.0, 2.0]))
train(tf.constant([0.0, 2.0]))
print("the end", flush=True)
"""


@needs_terminal
def test_each_birth_is_told_once(state, tmp_path):
    script = tmp_path / "together.py"
    script.write_text(TOGETHER)
    with held(script, state, warm_python.interpreter()) as screen:
        screen.wait_for("tdbg>", 90)
        screen.send_line("c")
        screen.wait_until(lambda: "the end" in (text := screen.screen(scrollback=True)) or text.count("tdbg>") == 2,
                          "the end or another stop", 60)
        if "the end" not in screen.screen(scrollback=True):
            screen.send_line("c")
        screen.wait_for("the end")
        assert screen.wait_for_exit() == 0
        text = screen.screen(scrollback=True)
        for op in ("Log", "Rsqrt"):
            told = [line for line in text.splitlines() if line.startswith(("● ", "    ● ")) and f" in {op}" in line]
            assert len(told) == 1, f"{op} was told {len(told)} times:\n{text}"


# Short steps, each with births: how many run on until the program is ended is a matter of luck.
EACH_STEP = """
import tensorflow as tf

rate = tf.Variable(1.0)

@tf.function
def train(x):
    rate.assign_sub(0.25)
    return tf.math.log(x) * rate, tf.math.rsqrt(x)

for step in range(2000):
    train(tf.constant([0.0 if step > 1 else 1.0, 4.0]))
"""


def test_check_counts_the_same_births_each_time(tmp_path):
    script, report = tmp_path / "each_step.py", tmp_path / "report.json"
    script.write_text(EACH_STEP)
    found = []
    for _ in range(3):
        assert start("check", "--json", report, script).returncode == 1
        found.append(sorted((birth["op_type"], birth["step"]) for birth in json.loads(report.read_text())["births"]))
    assert found == [[("Log", 2), ("Rsqrt", 2)]] * 3


def test_the_last_line_says_how_to_look(two_births, tmp_path):
    trace = tmp_path / "trace"
    for command in ("run", "record", "check"):
        said = start(command, "-o", trace, two_births).stderr
        assert f"tdbg open {trace}" in said and f"tdbg serve {trace}" in said, command


ASKS = """
name = input("your name? ")
print(f"hello {name}", flush=True)
"""


@needs_terminal
def test_a_program_may_ask(state, tmp_path):
    script = tmp_path / "asks.py"
    script.write_text(ASKS)
    with held(script, state) as screen:
        screen.wait_for("your name?", 60)
        screen.send_line("Ada")
        screen.wait_for("hello Ada")
        assert screen.wait_for_exit() == 0
