"""`tdbg open` at a real terminal: the command language behind the prompt.

What the prompt does with keys, whatever the commands are, is in test_terminal.py."""

import json
import os
import pathlib
import re
import subprocess
import unicodedata

import pytest

import logdir_writer as writer
import terminal

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = pathlib.Path(os.environ.get("TDBG_BUILD_DIR", ROOT / "build" / "release"))
TDBG = BUILD / "tdbg"
PROMPT = "tdbg>"
UINT8 = 4

pytestmark = [
    pytest.mark.skipif(not terminal.available(), reason="tmux is not installed"),
    pytest.mark.skipif(not TDBG.exists(), reason=f"{TDBG} is not built"),
]


@pytest.fixture(scope="module")
def logdir(tmp_path_factory):
    """A tensor of a million rows, one of a few numbers, and one with a name in wide characters."""
    run = writer.Logdir()
    for name in ("rows", "layer/kernel", "layer/bias", "漢字"):
        run.op(name, "Identity")
    run.graph("G2", "図面")
    run.op("wide_graph", "Identity", graph="G2")
    run.trace("wide_graph", writer.floats([2.5]), graph="G2")
    run.trace("rows", writer.tensor(UINT8, [1000000, 1], bytes(1000000)))
    for name in ("layer/kernel", "layer/bias", "漢字"):
        run.trace(name, writer.floats([1.5, float("nan"), float("inf"), float("-inf")]))
    run.execution("f", [], "G1")
    return run.write(tmp_path_factory.mktemp("recording"))


@pytest.fixture
def prompt(logdir, tmp_path):
    """Starts `tdbg open` with the files of a new user; ends it with the test."""
    started = []

    def start(columns=100, rows=24, environment=None):
        home = {"HOME": str(tmp_path), "XDG_STATE_HOME": None, "XDG_CONFIG_HOME": None}
        settings = {**home, **(environment or {})}
        started.append(terminal.Terminal([str(TDBG), "open", str(logdir)], columns, rows, settings))
        started[-1].wait_for(PROMPT)
        return started[-1]

    yield start
    for one in started:
        one.close()


def test_commands_answer_and_mistakes_are_one_line(prompt):
    screen = prompt()
    screen.send_line("nonsense")
    screen.wait_for("tdbg> nonsense\nerror: ")
    screen.send_line("pt nowhere:0")
    screen.wait_for_last(PROMPT)
    screen.wait_for("tdbg> pt nowhere:0\nerror: ")
    rows = screen.screen().split("\n")
    assert rows.index("tdbg> pt nowhere:0") - rows.index("tdbg> nonsense") == 2
    screen.send_line("pt layer/bias:0; pt layer/kernel:0[0]")
    screen.wait_for("[ 1.5  nan  inf -inf]")
    screen.wait_for_last(PROMPT)
    assert screen.screen().endswith("1.5\ntdbg>")


def test_completion_of_commands_tensors_and_flags(prompt):
    screen = prompt()
    screen.send_text("list_t")
    screen.send_keys("Tab")
    screen.wait_for_last("tdbg> list_tensors")
    screen.send_keys("C-u")
    screen.send_text("pt lay")
    screen.send_keys("Tab")
    screen.wait_for("tdbg> pt layer/\nlayer/bias:0    layer/kernel:0")
    screen.send_text("k")
    screen.send_keys("Tab")
    screen.wait_for_last("tdbg> pt layer/kernel:0")
    screen.send_text("[1:] --numb")
    screen.send_keys("Tab")
    screen.wait_for_last("tdbg> pt layer/kernel:0[1:] --number")
    screen.send_keys("C-u")
    screen.send_text("pt 漢")
    screen.send_keys("Tab", "Enter")
    screen.wait_for("漢字:0  f32[4]")


def test_history_is_shared_by_runs_and_listed(prompt):
    first = prompt()
    first.send_line("pt layer/bias:0")
    first.send_line("lt")
    first.wait_for("5 tensors")
    first.send_line("quit")
    assert first.wait_for_exit() == 0
    second = prompt()
    second.send_text("pt")
    second.send_keys("Up")
    second.wait_for_last("tdbg> pt layer/bias:0")
    second.send_keys("C-u")
    second.send_line("history")
    second.wait_until(lambda: re.search(r"pt layer/bias:0\n.* lt\n.* quit\n.* history\n", second.screen()),
                      "the history")  # fmt: skip


def test_ctrl_c_during_a_long_print(prompt):
    screen = prompt()
    screen.send_line("config set pager off")
    screen.wait_for_last(PROMPT)
    screen.send_line("pt -a rows:0")
    screen.wait_until(lambda: screen.screen().count(" [0]") > 10, "rows")
    screen.send_keys("C-c")
    screen.wait_for("interrupted\ntdbg>")
    screen.send_line("pt layer/bias:0")
    screen.wait_for("[ 1.5  nan  inf -inf]\ntdbg>")


def test_a_long_answer_is_paged(prompt):
    screen = prompt(rows=12)
    screen.send_line("pt -a rows:0")
    screen.wait_for("lines 1–11 ")
    screen.send_keys("Space")
    screen.wait_for("lines 12–22 ")
    screen.resize(80, 30)
    screen.wait_for("lines 12–40 ")
    screen.send_line("/\\]\\]$")
    screen.wait_for("the end")
    assert screen.screen().split("\n")[-2] == " [0]]"
    screen.send_keys("q")
    screen.wait_for_last(PROMPT)
    assert screen.screen().endswith(" [0]]\ntdbg>")


@pytest.mark.parametrize("columns", [60, 80, 100])
def test_names_are_whole_on_a_narrow_screen(tmp_path, columns):
    path = ROOT / "tests" / "fixtures" / "mnist_nan" / "dump"
    settings = {"HOME": str(tmp_path), "XDG_STATE_HOME": None, "XDG_CONFIG_HOME": None}
    with terminal.Terminal([str(TDBG), "open", str(path)], columns, 24, settings) as screen:
        screen.wait_for_last(PROMPT)
        screen.send_line("lt -g train_step -s bad -r")
        screen.wait_for("lines 1–23")
        rows = screen.screen().split("\n")[2:-1]
        assert len(rows) > 10
        assert all(re.search(r"[\w/]+:\d+(#\d+)?$", row) for row in rows), "a name is cut at its end"
        assert all(len(row) <= columns for row in rows)
        screen.send_keys("q")
        screen.wait_for_last(PROMPT)
        screen.send_line("clear; la -v origin")
        screen.wait_for("Reciprocal:0#2")
        screen.wait_for_last(PROMPT)
        said = screen.screen().split("la -v origin")[-1]
        assert "no room for: " in said or columns > 60


def test_a_wide_line_opens_no_pager(prompt):
    screen = prompt(columns=40, rows=12)
    screen.send_line("define wide " + "y" * 600)
    screen.wait_for_last(PROMPT)
    screen.send_line("define")
    screen.wait_until(lambda: screen.screen().count("y" * 40) >= 10 and screen.last_line() == PROMPT, "the long line")
    screen.send_line("pt layer/bias:0[0]")
    screen.wait_for("1.5\ntdbg>")


def test_what_is_typed_in_the_pager_is_not_eaten(prompt):
    screen = prompt(rows=12)
    screen.send_line("pt -a rows:0")
    screen.wait_for("lines 1–11 ")
    screen.send_line("goto layer/bias:0")  # "g" and "o" mean something else there
    screen.wait_until(lambda: "tdbg> goto layer/bias:0\n" in screen.screen() and screen.last_line() == PROMPT, "the command")
    screen.send_line("pt -a rows:0")
    screen.wait_for("lines 1–11 ")
    screen.send_text("qpt layer/bias:0\n")  # all at once
    screen.wait_for("inf -inf]\ntdbg>")


def test_what_is_typed_ahead_of_the_pager_is_not_eaten(prompt):
    screen = prompt(rows=12)
    screen.send_text("pt -a rows:0\npt layer/bias:0\n")
    screen.wait_for("inf -inf]\ntdbg>")
    assert "tdbg> pt layer/bias:0\n" in screen.screen()


def test_resize_while_typing(prompt):
    screen = prompt(columns=60)
    text = "pt layer/kernel:0[1:2] " + "x" * 30
    screen.send_text(text)
    screen.wait_for(text)
    screen.resize(30, 24)
    whole = "tdbg> " + text
    screen.wait_until(lambda: screen.screen().endswith(whole[:30] + "\n" + whole[30:]), "two rows")


def test_colours(prompt):
    screen = prompt()
    screen.send_line("pt layer/bias:0")
    screen.wait_for("inf -inf]\ntdbg>")
    shown = screen.screen(colours=True)
    for code, text in ((35, "nan"), (34, "inf"), (33, "-inf")):  # magenta, blue, yellow
        assert re.search(rf"\x1b\[{code}m *{text}", shown), text


def test_no_color(prompt):
    screen = prompt(environment={"NO_COLOR": "1"})
    screen.send_line("pt layer/bias:0")
    screen.wait_for("inf -inf]\ntdbg>")
    assert "\x1b" not in screen.screen(colours=True)


def test_dumb_terminal(prompt):
    screen = prompt(environment={"TERM": "dumb"})
    screen.send_line("pt layer/bias:0")
    screen.wait_for("inf -inf]\ntdbg>")
    screen.send_keys("C-d")
    assert screen.wait_for_exit() == 0


def test_tables_with_wide_names_stand_in_columns(prompt):
    screen = prompt()
    screen.send_line("lt")
    screen.wait_for("wide_graph:0")
    starts = set()
    for row in screen.screen().split("tdbg> lt\n")[1].split("\n"):
        found = re.search(r"(rows|layer/bias|wide_graph):0$", row)
        if found:
            starts.add(sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in row[: found.start()]))
    assert len(starts) == 1


def test_lines_from_a_pipe(logdir):
    done = subprocess.run([TDBG, "open", logdir], input="pt layer/bias:0\nnonsense\npt layer/kernel:0[0]\n",
                          capture_output=True, text=True, timeout=60)  # fmt: skip
    assert done.returncode == 2
    assert PROMPT not in done.stdout and "\x1b" not in done.stdout
    assert done.stdout.index("inf -inf]") < done.stdout.rindex("1.5")


def test_a_script_names_the_place_of_a_mistake(logdir, tmp_path):
    script = tmp_path / "a.tdbg"
    script.write_text("# comment\npt layer/bias:0\nnonsense\npt layer/kernel:0[0]\n")
    done = subprocess.run([TDBG, "open", logdir, "-x", script], capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert done.stderr.startswith(f"{script}:3: error: ") and done.stderr.count("\n") == 1
    assert done.stdout.index("inf -inf]") < done.stdout.rindex("1.5") and "error: " not in done.stdout


def test_mistakes_of_commands_go_to_standard_error(logdir):
    lines = ["-c", "pt layer/bias:0", "-c", "nonsense; pt layer/kernel:0[0]"]
    done = subprocess.run([TDBG, "open", logdir, *lines], capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert done.stdout.index("inf -inf]") < done.stdout.rindex("1.5") and "error" not in done.stdout
    assert done.stderr == "error: there is no command 'nonsense' (`help` lists all)\n"
    # In one stream each stands where it happened.
    together = subprocess.run([TDBG, "open", logdir, *lines], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, timeout=60).stdout  # fmt: skip
    assert together.index("inf -inf]") < together.index("error: ") < together.rindex("1.5")
    objects = subprocess.run([TDBG, "open", logdir, "--json", *lines], capture_output=True, text=True, timeout=60)
    assert (objects.returncode, objects.stderr) == (2, "")
    assert [json.loads(line)["error"] is None for line in objects.stdout.splitlines()] == [True, False, True]


def test_a_closed_pipe_ends_quietly(logdir):
    done = subprocess.run(f"'{TDBG}' open '{logdir}' -c 'pt -a rows:0' | head -n 1", shell=True,
                          capture_output=True, text=True, timeout=60)  # fmt: skip
    assert done.stdout.startswith("f::rows:0") and done.stderr == ""


def test_the_opening_says_that_a_recording_is_incomplete(tmp_path):
    recording = tmp_path / "recording"
    recording.mkdir()
    for file in (ROOT / "tests" / "fixtures" / "mnist_nan" / "dump").iterdir():
        (recording / file.name).write_bytes(file.read_bytes())
    home = {"HOME": str(tmp_path)}
    [traces] = recording.glob("*.graph_execution_traces")
    traces.write_bytes(traces.read_bytes()[:-5])
    with terminal.Terminal([str(TDBG), "open", str(recording)], columns=100, environment=home) as screen:
        screen.wait_for("recording incomplete, 1 thing missing or damaged: info losses")
    [frames] = recording.glob("*.stack_frames")
    frames.unlink()
    with terminal.Terminal([str(TDBG), "open", str(recording)], columns=100, environment=home) as screen:
        screen.wait_for(" things missing or damaged: info losses")
