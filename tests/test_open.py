"""`tdbg open` without a terminal: -c, -x, a pipe, JSON, exit statuses. What the commands say is in golden/."""

import json
import os
import pathlib
import re
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent
TDBG = pathlib.Path(os.environ.get("TDBG_BUILD_DIR", ROOT / "build" / "release")) / "tdbg"
DUMP = ROOT / "tests" / "fixtures" / "tfdbg1_basic" / "dump"

pytestmark = pytest.mark.skipif(not TDBG.exists(), reason=f"{TDBG} is not built")


def tdbg(*arguments, **options):
    return subprocess.run([TDBG, "open", *map(str, arguments)], capture_output=True, text=True, timeout=60, **options)


def titles(text):
    return re.findall(r"^\d+ tensors.*$", text, re.MULTILINE)


def test_commands_in_one_text_and_in_several():
    for arguments in (["-c", "lt -n logs; lt -t Cast"], ["-c", "lt -n logs", "-c", "lt -t Cast"]):
        done = tdbg(DUMP, *arguments)
        assert (done.returncode, done.stderr) == (0, "")
        assert titles(done.stdout) == ["2 tensors of 152, nodes logs", "4 tensors of 152, op types Cast"]


def test_a_semicolon_in_quotes_or_brackets_separates_nothing():
    done = tdbg(DUMP, "--json", "-c", "lt -n 'a;b'; eval [1;2]")
    assert [json.loads(line)["command"] for line in done.stdout.splitlines()] == ["lt -n 'a;b'", "eval [1;2]"]


def test_a_recording_that_is_cut_short_says_so(tmp_path):
    for file in (ROOT / "tests" / "fixtures" / "mnist_nan" / "dump").iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    [traces] = tmp_path.glob("*.graph_execution_traces")
    traces.write_bytes(traces.read_bytes()[:-5])
    told = tdbg(tmp_path, "-c", "info losses; ri").stdout
    assert "recording incomplete in 1 way\n" in told and "torn_record" in told
    assert re.search(r"^recording +incomplete in 1 way$", told, re.MULTILINE)


def test_a_pipe():
    done = tdbg(DUMP, input="lt -n logs\n\n   \nlt -t Cast")
    assert (done.returncode, done.stderr) == (0, "")
    assert titles(done.stdout) == ["2 tensors of 152, nodes logs", "4 tensors of 152, op types Cast"]


def test_a_script(tmp_path):
    script = tmp_path / "look.tdbg"
    script.write_text("# what is there\nlt -n logs   # the logs\nlt -t Cast\n")
    done = tdbg(DUMP, "-x", script)
    assert (done.returncode, done.stderr) == (0, "")
    assert len(titles(done.stdout)) == 2


def test_a_mistake_is_one_line_and_the_rest_goes_on():
    for arguments, options in ((["-c", "frobnicate; lt -n logs"], {}), ([], {"input": "frobnicate\nlt -n logs\n"})):
        done = tdbg(DUMP, *arguments, **options)
        assert done.returncode == 2
        assert (done.stdout + done.stderr).count("frobnicate") == 1
        assert titles(done.stdout) == ["2 tensors of 152, nodes logs"]


@pytest.mark.parametrize("word", ["quit", "exit", "q"])
def test_quit_ends_it(word):
    done = tdbg(DUMP, "-c", f"{word}; lt")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_a_screenful_and_its_time():
    done = tdbg(DUMP, "--lines", 3, "--timing", "-c", "lt; lt -t Cast")
    lines = done.stdout.splitlines()
    assert len(lines) == 8 and lines[3] == lines[7] == "…"  # so that nobody takes it for the whole
    assert re.fullmatch(r"timing: \d+\.\d+ lt\ntiming: \d+\.\d+ lt -t Cast\n", done.stderr)


def test_json_is_one_line_for_each_answer():
    done = tdbg(DUMP, "--json", "-c", "lt -n logs; lt -s bogus; help lt")
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer["command"] for answer in answers] == ["lt -n logs", "lt -s bogus", "help lt"]
    assert [answer["error"] is None for answer in answers] == [True, False, True]
    (rows,) = answers[0]["blocks"]
    assert (rows["kind"], rows["name"], len(rows["rows"])) == ("table", "tensors", 2)
    assert len(rows["columns"]) == len(rows["rows"][0])
    assert all(block["kind"] in ("table", "text") for answer in answers for block in answer["blocks"])


def test_nothing_is_said_that_was_not_asked():
    """Edge 37: no banner, no noise of a framework's."""
    done = tdbg(DUMP, "-c", "")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize(
    "arguments, said",
    [
        ([], "PATH is missing"),
        (["no/such/path", "-c", "lt"], "no/such/path"),
        ([DUMP, "-x", "no/such/script"], "no/such/script"),
        ([DUMP, "--lines", "x"], "--lines"),
    ],
)
def test_refusals_are_one_line(arguments, said):
    done = tdbg(*arguments, input="")
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr and done.stderr.count("\n") == 1


def test_settings_last(tmp_path):
    home = {"env": {"HOME": str(tmp_path), "PATH": os.environ["PATH"]}}
    assert tdbg(DUMP, "-c", "config set edge_items 7", **home).returncode == 0
    assert re.search(r"edge_items +7 ", tdbg(DUMP, "-c", "config", **home).stdout)


def test_an_answer_that_cannot_be_written_is_an_error():
    with open("/dev/full", "w") as full:
        done = subprocess.run([TDBG, "open", DUMP, "-c", "lt"], stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 2 and done.stderr.count("\n") == 1


def test_the_path_may_follow_the_commands():
    """An option that takes several values would take the path for a command."""
    done = tdbg("-c", "lt -n logs", "-c", "version", DUMP)
    assert done.returncode == 0
    assert done.stdout == tdbg(DUMP, "-c", "lt -n logs; version").stdout
