"""The prompt on a real terminal: what a person sees when they type, search, page and interrupt."""

import os
import pathlib
import re
import subprocess

import pytest

import terminal

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = pathlib.Path(os.environ.get("TDBG_BUILD_DIR", ROOT / "build" / "release"))
PROBE = BUILD / "prompt_probe"

pytestmark = [
    pytest.mark.skipif(not terminal.available(), reason="tmux is not installed"),
    pytest.mark.skipif(not PROBE.exists(), reason=f"{PROBE} is not built"),
]

PROMPT = "probe>"


@pytest.fixture
def probe(tmp_path):
    """Starts probes with a history of their own; ends them with the test."""
    started = []

    def start(*arguments, columns=80, rows=24, environment=None, shell=False):
        settings = {"XDG_STATE_HOME": str(tmp_path / "state"), **(environment or {})}
        started.append(terminal.Terminal([str(PROBE), *arguments], columns, rows, settings, shell))
        started[-1].wait_for(PROMPT)
        return started[-1]

    yield start
    for one in started:
        one.close()


# ---------------------------------------------------------------- editing


def test_a_line_runs_and_the_prompt_comes_back(probe):
    screen = probe()
    screen.send_line("say hello")
    screen.wait_for_last(PROMPT)
    assert screen.screen() == "welcome\nprobe> say hello\nsaid: hello\nprobe>"


def test_emacs_keys(probe):
    screen = probe()
    screen.send_text("two three")
    screen.send_keys("C-a")
    screen.send_text("sat ")
    screen.send_keys("C-Left", "Right", "Right", "C-t", "C-e", "C-w")  # the a and the t change places
    screen.wait_for_last("probe> sta two ")
    screen.send_keys("C-y", "M-b", "C-k", "C-u", "C-y", "Home", "M-d", "Delete", "BSpace")
    screen.wait_for_last("probe> two three")
    screen.send_keys("Enter")
    screen.wait_for("unknown: two three")


def test_wide_characters(probe):
    screen = probe(columns=20)
    screen.send_text("say 漢字éx")
    screen.wait_for_last("probe> say 漢字éx")
    assert screen.cursor() == (17, 1)
    screen.send_keys("Left", "Left", "Left")
    screen.wait_until(lambda: screen.cursor() == (13, 1), "cursor before the second wide character")
    screen.send_keys("BSpace")
    screen.wait_for_last("probe> say 字éx")
    screen.send_keys("End")
    screen.send_text("漢漢漢")  # the last one does not fit into the row
    screen.wait_for_last("漢")
    assert screen.screen().split("\n")[1] == "probe> say 字éx漢漢"
    screen.send_keys("Enter")
    screen.wait_for("said: 字éx漢漢漢")


def test_long_lines_take_several_rows(probe):
    screen = probe(columns=20, rows=10)
    text = "say " + "".join(chr(ord("a") + i % 26) for i in range(40))
    screen.send_text(text)
    whole = "probe> " + text
    rows = [whole[i : i + 20] for i in range(0, len(whole), 20)]
    screen.wait_for("\n".join(rows))
    screen.send_keys("Home")
    screen.wait_until(lambda: screen.cursor() == (7, 1), "cursor at the start of the line")
    screen.send_keys("Delete", "End", "BSpace")
    whole = "probe> " + text[1:-1]
    screen.wait_for("\n".join(["welcome"] + [whole[i : i + 20] for i in range(0, len(whole), 20)]))


def test_resize_while_editing_a_long_line(probe):
    screen = probe(columns=60, rows=12)
    text = "say " + "".join(chr(ord("a") + i % 26) for i in range(46))
    screen.send_text(text)
    screen.wait_for(text)
    whole = "probe> " + text
    for columns in (30, 20, 45, 60):
        screen.resize(columns, 12)
        rows = [whole[i : i + columns] for i in range(0, len(whole), columns)]
        expected = "\n".join(["welcome", *rows])
        screen.wait_until(lambda: screen.screen(scrollback=True) == expected, f"{columns} columns")
    screen.send_line("!")
    screen.wait_for("said: " + text[4:] + "!")


def test_a_paste_runs_line_by_line(probe):
    screen = probe()
    screen.send_text("say ")
    screen.paste("one\nsay two\nsay thr")
    screen.wait_for_last("probe> say thr")
    assert screen.screen() == ("welcome\nprobe> say one\nsaid: one\nprobe> say two\nsaid: two\nprobe> say thr")


def test_lines_typed_ahead_wait(probe):
    screen = probe()
    screen.send_line("stubborn")
    screen.send_line("say later")
    screen.wait_for("done at last\nprobe> say later\nsaid: later")


def test_clear_screen(probe):
    screen = probe()
    screen.send_text("say x")
    screen.send_keys("C-l")
    screen.wait_until(lambda: screen.screen() == "probe> say x", "the line alone")


# ---------------------------------------------------------------- completion


def test_completion_of_one(probe):
    screen = probe()
    screen.send_text("cou")
    screen.send_keys("Tab")
    screen.wait_for_last("probe> count")
    assert screen.cursor()[0] == len("probe> count ")
    screen.send_line("2")
    screen.wait_for("line 2")


def test_completion_of_several(probe):
    screen = probe()
    screen.send_text("say la")
    screen.send_keys("Tab")
    screen.wait_for("probe> say layer_1/\nlayer_1/kernel:0  layer_1/bias:0")
    screen.send_keys("Tab")
    screen.wait_for("probe> say layer_1/kernel:0\n")
    screen.send_keys("Tab")
    screen.wait_for("probe> say layer_1/bias:0\n")
    screen.send_keys("Enter")
    screen.wait_for_last(PROMPT)
    assert screen.screen() == "welcome\nprobe> say layer_1/bias:0\nsaid: layer_1/bias:0\nprobe>"


def test_completion_lists_no_more_than_a_screenful(probe):
    screen = probe(columns=60, rows=10)
    screen.send_text("say tensor_")
    screen.send_keys("Tab")
    screen.wait_for("more")
    rows = screen.screen().split("\n")
    assert len(rows) <= 10
    assert "probe> say tensor_" in rows
    assert rows[-1].startswith("… ") and rows[-1].endswith(" more")
    shown = sum(row.count(":0") for row in rows)
    assert int(rows[-1].split()[1]) + shown == 2000
    screen.send_text("1999")
    screen.wait_for_last("probe> say tensor_1999")
    screen.send_keys("Tab", "Enter")
    screen.wait_for("said: tensor_1999:0")


def test_completion_with_descriptions(probe):
    screen = probe()
    screen.send_keys("Tab")
    screen.wait_for("busy      work until Ctrl-C\ncount     print many lines\n")
    screen.send_keys("BTab")
    screen.wait_for("probe> quit\n")


# ---------------------------------------------------------------- history


def test_history_across_two_runs(probe, tmp_path):
    first = probe()
    for line in ("say one", "count 2", "say two", " say secret"):
        first.send_line(line)
    first.wait_for("said: secret\nprobe>")  # Ctrl-D means something else while no line is read
    first.send_keys("C-d")
    assert first.wait_for_exit() == 0
    file = tmp_path / "state" / "tdbg" / "history"
    assert file.read_text() == "say one\ncount 2\nsay two\n"
    assert file.stat().st_mode & 0o777 == 0o600

    second = probe()
    second.send_keys("Up")
    second.wait_for_last("probe> say two")
    second.send_keys("Up")
    second.wait_for_last("probe> count 2")
    second.send_keys("Down", "Down")
    second.wait_for_last("probe>")
    second.send_text("say")
    second.send_keys("Up", "Up")  # count 2 is passed over
    second.wait_for_last("probe> say one")
    second.send_keys("Down", "Down")
    second.wait_for_last("probe> say")


def test_incremental_search(probe):
    screen = probe()
    for line in ("say apple", "say pear", "count 1"):
        screen.send_line(line)
    screen.send_keys("C-r")
    screen.send_text("sa")
    screen.wait_for_last("search 'sa': say pear")
    screen.send_keys("C-r")
    screen.wait_for_last("search 'sa': say apple")
    screen.send_keys("Enter")
    screen.wait_for_last(PROMPT)
    assert screen.screen().endswith("probe> say apple\nsaid: apple\nprobe>")


# ---------------------------------------------------------------- Ctrl-C, Ctrl-D and signals


def test_ctrl_c_on_a_typed_line(probe):
    screen = probe()
    screen.send_text("say never")
    screen.send_keys("C-c")
    screen.wait_for("probe> say never^C\nprobe>")
    screen.send_line("say then")
    screen.wait_for("said: then")
    assert "said: never" not in screen.screen()


def test_ctrl_d(probe):
    screen = probe()
    screen.send_text("ab")
    screen.send_keys("Left", "C-d")
    screen.wait_for_last("probe> a")
    screen.send_keys("BSpace", "C-d")
    assert screen.wait_for_exit() == 0


def test_ctrl_c_while_a_command_works(probe):
    screen = probe()
    screen.send_line("busy")
    screen.wait_for_last("probe> busy")
    # Enter may not have been taken yet, and Ctrl-C would void the line instead.
    screen.wait_until(lambda: screen.cursor() == (0, 2), "the command")
    screen.send_keys("C-c")
    screen.wait_for("interrupted\nprobe>")


def test_ctrl_c_during_a_long_print(probe):
    screen = probe("--no-pager")
    screen.send_line("count 1000000000")
    screen.wait_until(lambda: screen.screen().count("line") > 10, "lines")
    screen.send_keys("C-c")
    screen.wait_for("interrupted\nprobe>")
    screen.send_line("say on")
    screen.wait_for("said: on")


def test_a_second_ctrl_c_tells_how_to_kill(probe):
    screen = probe()
    screen.send_line("stubborn")
    screen.wait_until(lambda: screen.cursor() == (0, 2), "the command")

    def told():  # until two of them came within a second, whatever else the machine does
        screen.send_keys("C-c")
        return "still busy; Ctrl-\\ or 'kill -9 " in screen.screen()

    screen.wait_until(told, "advice")
    screen.wait_for("interrupted\nprobe>")


def terminal_settings(screen):
    screen.send_line("clear; stty -a; echo done")
    screen.wait_until(lambda: "\ndone" in screen.screen(), "stty's answer")
    return screen.screen().split("\ndone")[0].split("stty -a; echo done\n")[-1]


@pytest.mark.parametrize("signal", ["TERM", "HUP", "ABRT", "SEGV"])
@pytest.mark.parametrize("paging", [False, True])
def test_the_terminal_is_restored_by_signals(probe, signal, paging):
    screen = terminal.Terminal(["true"], shell=True, rows=30)
    try:
        screen.wait_until(lambda: screen.screen().count("shell$") == 2, "the shell")
        before = terminal_settings(screen)
        assert "-echo " not in before and "speed" in before
        screen.send_line(f"clear; XDG_STATE_HOME=/nowhere {PROBE}")
        screen.wait_for(PROMPT)
        if paging:
            screen.send_line("count 100")
            screen.wait_for("lines 1–29")
        pane = screen.tmux("display", "-p", "#{pane_pid}").strip()
        child = subprocess.run(["pgrep", "-P", pane], capture_output=True, text=True, check=True).stdout.split()
        assert len(child) == 1
        subprocess.run(["kill", f"-{signal}", child[0]], check=True)
        screen.wait_for_last("shell$")
        assert terminal_settings(screen) == before
    finally:
        screen.close()


def test_the_terminal_is_restored_at_the_end(probe):
    screen = terminal.Terminal(["true"], shell=True, rows=30)
    try:
        screen.wait_until(lambda: screen.screen().count("shell$") == 2, "the shell")
        before = terminal_settings(screen)
        screen.send_line(f"clear; XDG_STATE_HOME=/nowhere {PROBE}")
        screen.wait_for(PROMPT)
        screen.send_line("quit")
        screen.wait_for_last("shell$")
        assert terminal_settings(screen) == before
    finally:
        screen.close()


def test_stopped_and_continued(probe):
    screen = terminal.Terminal(["true"], shell=True)
    try:
        screen.wait_until(lambda: screen.screen().count("shell$") == 2, "the shell")
        screen.send_line(f"clear; set -m; XDG_STATE_HOME=/nowhere {PROBE}")
        screen.wait_for(PROMPT)
        screen.send_text("say back")
        screen.wait_for("say back")
        screen.send_keys("C-z")
        screen.wait_for_last("shell$")
        screen.send_line("fg")
        screen.wait_for_last("probe> say back")
        screen.send_keys("Enter")
        screen.wait_for("said: back")
    finally:
        screen.close()


# ---------------------------------------------------------------- the pager


def paged(probe, count, **options):
    screen = probe(**options)
    screen.send_line(f"count {count}")
    screen.wait_for("q leave")
    return screen


def test_what_fits_is_just_printed(probe):
    screen = probe(rows=10)
    screen.send_line("count 9")
    screen.wait_for("line 9\nprobe>")
    screen.wait_for("probe> count 9\nline 1\n", scrollback=True)


def test_pager_moves_and_leaves_its_screen_behind(probe):
    screen = paged(probe, 1000, rows=10)
    assert screen.screen().startswith("line 1\n")
    screen.send_keys("Space")
    screen.wait_for("lines 10–18")
    screen.send_keys("j", "Down", "Enter", "k", "Up")
    screen.wait_for("lines 11–19")
    screen.send_keys("G")
    screen.wait_for("lines 992–1000 of 1000, the end")
    screen.send_keys("PPage")
    screen.wait_for("lines 983–991 of 1000 ")
    screen.send_keys("Home")
    screen.wait_for("lines 1–9 of 1000 ")
    screen.send_keys("f", "q")
    screen.wait_for_last(PROMPT)
    kept = "\n".join(f"line {i}" for i in range(10, 19))
    assert screen.screen() == kept + "\nprobe>"
    screen.wait_for(f"welcome\nprobe> count 1000\n{kept}\nprobe>", scrollback=True)


@pytest.mark.parametrize("typed, line", [("qsay next", "say next"), ("quit", "quit"), ("say next", "say next"),
                                         ("bGqcount 2", "count 2"), ("q uit", " uit")])  # fmt: skip
@pytest.mark.parametrize("together", [True, False])
def test_what_is_typed_in_the_pager_is_of_the_next_line(probe, typed, line, together):
    screen = paged(probe, 1000, rows=10)
    for text in [typed] if together else typed:
        screen.send_text(text)
    screen.wait_for_last("probe> " + line)


def test_pager_search(probe):
    screen = paged(probe, 100000, rows=10)
    screen.send_text("/7[37]\\b")
    screen.wait_for_last("/7[37]\\b")
    screen.send_keys("Enter")
    screen.wait_until(lambda: screen.screen().startswith("line 73\n"), "the first match")
    assert "\x1b[7m" in screen.screen(colours=True)
    screen.send_keys("n")
    screen.wait_until(lambda: screen.screen().startswith("line 77\n"), "the second match")
    screen.send_keys("N")
    screen.wait_until(lambda: screen.screen().startswith("line 73\n"), "the first match again")
    screen.send_line("/(")
    screen.wait_for("no regular expression: ")
    screen.send_line("/nowhere")
    screen.wait_for("no more below of nowhere")
    screen.send_keys("q")
    screen.wait_for_last(PROMPT)


def test_resize_inside_the_pager(probe):
    screen = paged(probe, 1000, rows=10)
    screen.send_keys("Space")
    screen.wait_for("lines 10–18")
    screen.resize(60, 15)
    screen.wait_for("lines 10–23")
    screen.resize(30, 6)
    screen.wait_for("lines 10–14")
    assert screen.screen().startswith("line 10\n")


def test_ctrl_c_leaves_the_pager_and_stops_what_takes_long(probe):
    screen = paged(probe, 1000000000, rows=10)
    screen.send_keys("G")
    screen.wait_for("lines so far; Ctrl-C stops")
    screen.send_keys("C-c")
    screen.wait_for("interrupted | lines ")
    screen.send_keys("C-c")
    screen.wait_for_last(PROMPT)


# ---------------------------------------------------------------- colours and dumb terminals


def test_colours(probe):
    screen = probe()
    screen.send_line("count 1")
    screen.wait_for("line 1\nprobe>")
    shown = screen.screen(colours=True)
    assert "line \x1b[35m1" in shown  # magenta
    assert re.search(r"\x1b\[1m(\x1b\[39m)?probe>$", shown)


def test_no_color(probe):
    screen = probe(environment={"NO_COLOR": "1"})
    screen.send_line("count 1")
    screen.wait_for("line 1\nprobe>")
    assert "\x1b" not in screen.screen(colours=True)


@pytest.mark.parametrize("term", ["dumb", None])
def test_dumb_terminal(probe, term):
    screen = probe(environment={"TERM": term})
    screen.send_line("say hello")
    screen.wait_for("said: hello\nprobe>")
    screen.send_line("count 100")
    screen.wait_for("line 100\nprobe>")
    screen.send_text("say never")
    screen.send_keys("C-c")
    screen.wait_for("^C\nprobe>")
    assert "\x1b" not in screen.screen(colours=True)
    screen.send_keys("C-d")
    assert screen.wait_for_exit() == 0


# ---------------------------------------------------------------- questions


def test_a_question_is_asked_until_it_is_answered(probe):
    screen = probe()
    screen.send_line("leave")
    screen.wait_for_last("leave? (y or n)")
    screen.send_line("perhaps")
    screen.wait_until(lambda: screen.screen().count("leave? (y or n)") == 2, "the question again")
    screen.send_line("n")
    screen.wait_for_last(PROMPT)
    screen.send_line("leave")
    screen.wait_for_last("leave? (y or n)")
    screen.send_keys("C-c")
    screen.wait_for_last(PROMPT)
    screen.send_line("leave")
    screen.send_line("y")
    assert screen.wait_for_exit() == 0


def test_ctrl_d_at_a_question_means_yes(probe):
    screen = probe()
    screen.send_line("leave")
    screen.wait_for_last("leave? (y or n)")
    screen.send_keys("C-d")
    assert screen.wait_for_exit() == 0


def test_answers_to_questions_are_no_history(probe):
    screen = probe()
    screen.send_line("leave")
    screen.wait_for_last("leave? (y or n)")
    screen.send_line("n")
    screen.wait_for_last(PROMPT)
    screen.send_keys("Up")
    screen.wait_for_last("probe> leave")
