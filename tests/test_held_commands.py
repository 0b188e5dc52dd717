"""What is typed at a real program that is held: births that are passed or ignored, and what its report suggests."""

import os
import re
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

import terminal

ROOT = Path(__file__).resolve().parent.parent
TDBG = Path(os.environ.get("TDBG_BUILD_DIR", ROOT / "build/release")) / "tdbg"
PROMPT = "tdbg>"
IMPORTING_S = 90
ROWS = 300  # so many that no answer is paged

pytestmark = [
    pytest.mark.skipif(not find_spec("tensorflow"), reason="TensorFlow is not installed"),
    pytest.mark.skipif(not terminal.available(), reason="tmux is not installed"),
]

# One birth in each step: in Log in the odd ones, in Rsqrt in the even ones.
STEPS = """
import tensorflow as tf

rate = tf.Variable(1.0)

@tf.function
def logs(x):
    rate.assign_sub(0.25)
    return tf.math.log(x)  # in logs

@tf.function
def roots(x):
    rate.assign_sub(0.25)
    return tf.math.rsqrt(x)

for step in range(1, 9):
    (logs if step % 2 else roots)(tf.constant([0.0, 4.0]))
    print(f"step {step} is over", flush=True)
"""


class Held:
    def __init__(self, screen):
        self.screen = screen
        screen.wait_for(PROMPT, IMPORTING_S)

    def steps(self):
        """Those that are over."""
        return self.screen.screen(scrollback=True).count(" is over")

    def prompts(self):
        return len(re.findall(f"^{PROMPT}", self.screen.screen(scrollback=True), re.MULTILINE))

    def answer(self, line):
        """What is printed until the prompt is back."""
        before = self.prompts()
        self.screen.send_line(line)
        self.screen.wait_until(lambda: self.prompts() > before, f"an answer to {line}")
        text = self.screen.screen(scrollback=True)
        return text[text.rindex(f"{PROMPT} {line}") :].removesuffix(PROMPT)

    def title(self):
        """Of the report that was shown last."""
        return re.findall(r"^● .*", self.screen.screen(scrollback=True), re.MULTILINE)[-1]


@pytest.fixture
def run(tmp_path):
    started = []

    def start(program):
        words = [str(TDBG), "run", "-o", str(tmp_path / "trace"), "--python", sys.executable, str(program)]
        started.append(terminal.Terminal(words, 150, ROWS, {**os.environ, "XDG_STATE_HOME": str(tmp_path)}))
        return Held(started[-1])

    yield start
    for screen in started:
        screen.close()


@pytest.fixture
def steps(run, tmp_path):
    (tmp_path / "steps.py").write_text(STEPS)
    return run(tmp_path / "steps.py")


def line_of(text):
    return next(number for number, line in enumerate(STEPS.splitlines(), 1) if text in line)


def test_continue_lets_as_many_births_pass(steps):
    assert steps.steps() == 0 and "born in Log" in steps.title()
    steps.answer("c 3")
    assert steps.steps() == 3 and "born in Rsqrt" in steps.title()
    steps.answer("c 2")
    assert steps.steps() == 5 and "born in Rsqrt" in steps.title()
    assert "how many births" in steps.answer("c 0")
    assert steps.steps() == 5
    steps.screen.send_line("c 100")
    assert steps.screen.wait_for_exit() == 0
    assert steps.steps() == 8


def test_an_op_is_ignored(steps):
    assert "births in logs::Log are ignored" in steps.answer("ignore")  # that at the cursor
    steps.answer("c")
    assert steps.steps() == 1 and "born in Rsqrt" in steps.title()
    steps.answer("c 2")
    assert steps.steps() == 5, "what is ignored does not count as passed"
    assert "ignore --clear" in steps.answer("ignore --list")
    steps.answer("ignore --clear")
    steps.answer("c")
    assert steps.steps() == 6 and "born in Log" in steps.title()
    steps.answer("ignore logs::Log")
    steps.answer("ignore roots::Rsqrt")
    steps.screen.send_line("c")
    assert steps.screen.wait_for_exit() == 0
    assert steps.steps() == 8


def test_a_line_is_ignored(steps):
    line = line_of("in logs")
    assert f"births at steps.py:{line} are ignored" in steps.answer(f"ignore steps.py:{line}")
    steps.answer("c")
    assert steps.steps() == 1 and "born in Rsqrt" in steps.title()
    steps.answer("c")
    assert steps.steps() == 3 and "born in Rsqrt" in steps.title()
    assert "no op was made at" in steps.answer("ignore steps.py:1")
    steps.answer(f"ignore {line_of('rsqrt')}")  # of the file at the cursor
    steps.screen.send_line("c")
    assert steps.screen.wait_for_exit() == 0
    assert steps.steps() == 8


def suggested(held):
    """The commands of the report's last paragraph, `li -r` and its like."""
    text = held.screen.screen(scrollback=True)
    paragraph = re.split(r"^  next ", text, flags=re.MULTILINE)[-1].split(PROMPT)[0]
    paragraph = paragraph.split("\n  also ")[0]
    return re.findall(r"`([^`]+)`", " ".join(paragraph.split()))


# A gradient, a loop, an op that fails, eager ops, a function within a function.
PROGRAMS = ["where_gradient", "exploding_recurrence", "failing_op", "eager_loop", "nested_functions"]


@pytest.mark.parametrize("program", PROGRAMS)
def test_what_a_report_suggests_is_answered(run, program):
    held = run(ROOT / f"tests/programs/training/{program}.py")
    commands = suggested(held)
    assert commands[-1] == "c" and len(commands) > 1, held.screen.screen(scrollback=True)
    for command in commands[:-1]:
        answer = held.answer(command)
        assert "error" not in answer and len(answer.splitlines()) > 1, answer
    held.screen.send_line("c")
    held.screen.wait_until(lambda: held.prompts() > len(commands) or held.screen.exit_status() is not None, "what follows")
    assert "\nerror: " not in held.screen.screen(scrollback=True)
