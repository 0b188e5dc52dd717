"""The command line from outside: exit statuses, errors of one line, names of tensors, JSON as docs/json.md has it, and
nothing from a recording that reaches the terminal as a command."""

import json
import os
import pathlib
import pty
import re
import signal
import subprocess

import pytest

import logdir_writer as writer

ROOT = pathlib.Path(__file__).resolve().parent.parent
SHARED = pathlib.Path(os.environ.get("TDBG_SHARED", ROOT.parent / "shared"))
BUILD = pathlib.Path(os.environ.get("TDBG_BUILD_DIR", ROOT / "build" / "release"))
TDBG = BUILD / "tdbg"
OWN = ROOT / "tests" / "fixtures"
NAN, INFINITY = float("nan"), float("inf")

pytestmark = pytest.mark.skipif(not TDBG.exists(), reason=f"{TDBG} is not built")


def tdbg(*arguments, **options):
    return subprocess.run([TDBG, *map(str, arguments)], capture_output=True, timeout=60, **options)


def answer(*arguments, status=0):
    """What was printed, as text, where the command must succeed with `status`."""
    done = tdbg(*arguments)
    assert (done.returncode, done.stderr) == (status, b"")
    return done.stdout.decode()


def refusal(*arguments):
    """The one line on standard error, where the command must fail."""
    done = tdbg(*arguments)
    assert (done.returncode, done.stdout) == (2, b"")
    lines = done.stderr.decode().split("\n")
    assert len(lines) == 2 and lines[1] == "" and lines[0].startswith("tdbg: "), lines
    return lines[0]


def dump(path, name, *options):
    return json.loads(answer("dump", "--json", path, "--tensor", name, *options))


@pytest.fixture
def logdir(tmp_path):
    """f(): log of [0, 1, 4] is [-inf, 0, ...]; eager results of several types."""
    made = writer.Logdir()
    made.op("x", "Placeholder")
    made.op("log", "Log", ["x:0"])
    made.op("Identity", "Identity", ["log:0"])
    made.trace("log", writer.floats([-INFINITY, 0.0, 1.5]))
    made.execution("__inference_f_1", [writer.floats([-INFINITY, 0.0, 1.5])], graph="G1")
    made.execution("Sqrt", [writer.floats([1.0, NAN, INFINITY, -INFINITY], [2, 2])])
    made.execution("StringJoin", [writer.tensor(writer.STRING, [2], strings=[b"plain", b"\xff\xfe"])])
    made.execution("Exp", [writer.floats([2.0], [])])
    return made.write(tmp_path / "logdir")


# ---------------------------------------------------------------- help, version, usage


@pytest.mark.parametrize("command", [[], ["info"], ["alerts"], ["dump"]])
def test_help(command):
    text = answer(*command, "--help")
    assert "Usage: tdbg" in text and "--help" in text
    if command:
        assert "PATH" in text and "--json" in text
    else:
        assert all(name in text for name in ("info", "alerts", "dump"))


def test_version():
    assert re.fullmatch(r"tdbg \d+\.\d+\.\d+\n", answer("--version"))


@pytest.mark.parametrize(
    "arguments, said",
    [
        ([], "subcommand"),
        (["frobnicate"], "no command 'frobnicate', only run, record, check"),
        (["info"], "PATH"),
        (["info", "a", "b"], "b"),
        (["alerts", "--sideways", "a"], "--sideways"),
        (["dump", "a"], "--tensor"),
        (["dump", "a", "--tensor", "x", "--max-elements", "few"], "whole numbers from 0 on"),
        (["dump", "a", "--tensor", "x", "--precision", "-1"], "whole numbers from 0 on"),
        (["dump", "a", "--tensor", "x", "--line-width", "0"], "whole numbers from 1 on"),
    ],
)
def test_bad_usage_says_what_is_accepted(arguments, said):
    line = refusal(*arguments)
    assert said in line and "--help" in line


def test_exit_statuses(logdir, tmp_path):
    clean = writer.Logdir()
    clean.execution("Exp", [writer.floats([1.0])])
    clean = clean.write(tmp_path / "clean")
    masked = writer.Logdir()
    masked.op("log", "Log")
    masked.op("Greater", "Greater", ["log:0"])
    masked.op("Identity", "Identity", ["Greater:0"])
    masked.trace("log", writer.floats([-INFINITY]))
    masked = masked.write(tmp_path / "masked")
    for path, status, verdicts in [(logdir, 1, {"origin", "inherited"}), (clean, 0, set()), (masked, 0, {"masked"})]:
        alerts = json.loads(answer("alerts", "--json", path, status=status))["alerts"]
        assert {alert["verdict"] for alert in alerts} == verdicts
        answer("alerts", path, status=status)
        answer("info", path)
    refusal("alerts", tmp_path / "nowhere")


# ---------------------------------------------------------------- names of tensors


def test_a_name_with_and_without_graph_and_slot(logdir):
    expected = ["-Infinity", 0.0, 1.5]
    for name in ("f::log:0", "log:0", "log", "G1::log:0", "@0:0", "@0"):
        assert dump(logdir, name)["values"] == expected, name
    assert dump(logdir, "log")["name"] == "f::log:0"
    assert dump(logdir, "@0")["name"] == "@0:0"


@pytest.mark.parametrize(
    "name, said",
    [
        ("nothing:0", "there is no op named nothing"),
        ("log:1", "log:1 was not recorded; what was: log:0"),
        ("g::log:0", "there is no op named log in graph g"),
        ("@17:0", "execution 17 has no recorded output 0"),
        ("log:zero", "the slot is no number"),
        ("@first:0", "the execution is no number"),
        ("log:0#last", "#n is no number"),
        ("", "it names no op"),
        ("log:0#1", "has 1 event: #0"),
        ("log:0[7]", "accepted are -3 to 2"),
        ("log:0[1,2]", "too many indices"),
        ("log:0[", "["),
        ("nothing:0[1;2]", "unexpected ';'"),  # the slice is wrong whatever the tensor
    ],
)
def test_a_name_that_means_nothing(logdir, name, said):
    assert said in refusal("dump", logdir, "--tensor", name)


def test_an_ambiguous_name_lists_names_that_are_not(tmp_path):
    made = writer.Logdir()
    made.graph("G2", "f")  # the function was traced a second time
    made.graph("G3", "g")
    for i, graph in enumerate(["G0", "G1", "G2", "G3"]):
        made.op("mul", "Mul", graph=graph)
        made.trace("mul", writer.floats([float(i)]), graph=graph)
    path = made.write(tmp_path / "logdir")
    names = re.search(r"mul is in several graphs; say which: (.*)", refusal("dump", path, "--tensor", "mul:0"))[1].split(", ")
    assert sorted(dump(path, name)["values"] for name in names) == [[0.0], [1.0], [2.0], [3.0]]
    assert "g::mul:0" in names


def test_a_name_of_two_runs_wants_the_run(tmp_path):
    for i, run_id in enumerate(["first", "second"]):
        made = writer.Logdir(run_id=run_id, start=1700000000.0 + 10 * i)
        made.execution("Exp", [writer.floats([float(i)])])
        made.write(tmp_path / "logdir")
    path = tmp_path / "logdir"
    assert "--run first" in refusal("dump", path, "--tensor", "@0:0")
    assert dump(path, "@0:0", "--run", "second")["values"] == [1.0]
    assert "third" in refusal("dump", path, "--tensor", "@0:0", "--run", "third")


def test_the_nth_event(tmp_path):
    made = writer.Logdir()
    made.op("mul", "Mul")
    for i in range(12):
        made.trace("mul", writer.floats([float(i)]))
    path = made.write(tmp_path / "logdir")
    for i in (0, 2, 10, 11):
        assert dump(path, f"mul:0#{i}")["values"] == [float(i)]
    last = dump(path, "mul:0")
    assert (last["name"], last["values"]) == ("f::mul:0#11", [11.0])
    assert "#0 … #11" in refusal("dump", path, "--tensor", "mul:0#12")


def test_an_output_whose_slot_is_not_recorded(tmp_path):
    made = writer.Logdir()
    made.execution("Unique", [writer.floats([5.0])], outputs=2)  # a filter dropped one of the two
    path = made.write(tmp_path / "logdir")
    for name in ("@0:?", "@0:0"):
        found = dump(path, name)
        assert (found["name"], found["values"]) == ("@0:?", [5.0])


@pytest.mark.parametrize(
    "slice_, shape, values",
    [
        ("[0]", [2], [1.0, "NaN"]),
        ("[:,1]", [2], ["NaN", "-Infinity"]),
        ("[::-1]", [2, 2], [["Infinity", "-Infinity"], [1.0, "NaN"]]),
        ("[-1,-1]", [], "-Infinity"),
        ("[...,0]", [2], [1.0, "Infinity"]),
        ("[1:1]", [0, 2], []),
    ],
)
def test_slices(logdir, slice_, shape, values):
    found = dump(logdir, "@1:0" + slice_)
    assert (found["shape"], found["values"]) == (shape, values)
    assert found["health"]["elements"] == (0 if 0 in shape else 2 ** (len(shape) if shape != [2] else 1))
    assert found["name"] == "@1:0" + slice_


def test_no_values_where_none_were_recorded(tmp_path):
    made = writer.Logdir(mode=writer.FULL_HEALTH)
    made.execution("Log", [writer.full_health(-1, writer.FLOAT, 1, 3, neg_inf=1, positive=2)])
    made.execution("Log", [writer.full_health(-1, writer.FLOAT, 0, 1, nan=1)])
    path = made.write(tmp_path / "logdir")
    found = dump(path, "@0:0")
    assert found["values"] is None and found["dtype"] == "float32" and found["shape"] == [3]
    assert found["health"]["neg_inf"] == 1 and found["health"]["positive"] == 2 and found["health"]["min"] is None
    assert "no values" in answer("dump", path, "--tensor", "@0:0")
    line = refusal("dump", path, "--tensor", "@0:0[1]")
    assert "cannot be sliced" in line and "full_health" in line
    alerts = json.loads(answer("alerts", "--json", path, status=1))["alerts"]
    assert [alert["element"] for alert in alerts] == [None, []]  # a scalar has but one


# ---------------------------------------------------------------- output


def test_numbers_and_texts_in_json(logdir):
    found = dump(logdir, "@1:0")
    assert found["values"] == [[1.0, "NaN"], ["Infinity", "-Infinity"]]
    assert found["health"]["first_bad"] == [0, 1] and found["health"]["max"] == 1.0
    assert dump(logdir, "@2:0")["values"] == ["plain", {"b64": "//4="}]
    assert dump(logdir, "@3:0")["values"] == 2.0 and dump(logdir, "@3:0")["shape"] == []
    cut = dump(logdir, "@1:0", "--max-elements", "2")
    assert cut["values"] == [[1.0, "NaN"]] and cut["truncated"] and cut["shape"] == [2, 2]
    assert not dump(logdir, "@1:0", "--max-elements", "0")["truncated"]


def test_alerts_of_several_runs_are_in_order_of_time(tmp_path):
    early, late = writer.Logdir(run_id="early"), writer.Logdir(run_id="late", start=1700000001.0)
    early.execution("Log", [writer.floats([NAN])])
    late.execution("Log", [writer.floats([NAN])])
    early.clock += 2.0
    early.execution("Sqrt", [writer.floats([NAN])])
    for made in (early, late):
        made.write(tmp_path / "logdir")
    alerts = json.loads(answer("alerts", "--json", tmp_path / "logdir", status=1))["alerts"]
    assert [alert["run"] for alert in alerts] == ["early", "late", "early"]
    assert [alert["time"] for alert in alerts] == sorted(alert["time"] for alert in alerts)


HOSTILE = "\x1b]0;owned\x07\x1b[31mred\x1b[0m\r\n\x9b2Jx\u202etxt\u2066\u200f\u061c\u200b\ufeff\U000e0041"


@pytest.fixture
def hostile(tmp_path):
    made = writer.Logdir(run_id="run" + HOSTILE, source="/srv/" + HOSTILE)
    made.graph("G2", "graph" + HOSTILE)
    for graph in ("G1", "G2"):
        made.op("op" + HOSTILE, "Type" + HOSTILE, graph=graph)
        made.trace("op" + HOSTILE, writer.floats([NAN]), graph=graph, device="device" + HOSTILE)
    made.execution("Eager" + HOSTILE, [writer.floats([NAN])])
    made.execution("StringJoin", [writer.tensor(writer.STRING, [1], strings=[HOSTILE.encode()])])
    folder = made.write(tmp_path / "logdir", host="host\x1b[31m")
    with open(next(folder.glob("*.execution")), "ab") as file:
        file.write(b"torn")
    return folder


def assert_harmless(output):
    text = output.decode()  # UTF-8, too
    unseen = "\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\U000e0001-\U000e007f"
    assert not re.search(f"[{unseen}]", text), text


def test_recorded_names_do_not_drive_the_terminal(hostile):
    for arguments in (
        ["info", hostile],
        ["alerts", hostile],
        ["alerts", "--each", hostile],
        ["dump", hostile, "--tensor", "graph" + HOSTILE + "::op" + HOSTILE],
        ["dump", hostile, "--tensor", "@1:0"],
        ["dump", hostile, "--tensor", "op" + HOSTILE],  # ambiguous: the error lists names
        ["dump", hostile, "--tensor", "\x1b[31m"],
        ["alerts", "--json", hostile],
        ["info", "--json", hostile],
        ["dump", "--json", hostile, "--tensor", "@2:0"],
        ["open", hostile, "-c", "lt; la -a; lg; le; explain; ls; info losses; pt @2:0"],
        ["open", hostile, "--json", "-c", "lt; la -a"],
        ["info", "/nowhere/\x1b[31m"],
    ):
        done = tdbg(*arguments)
        assert_harmless(done.stdout)
        assert_harmless(done.stderr)
        assert done.stdout or done.stderr.count(b"\n") == 1
    text = answer("alerts", hostile, status=1)
    assert "Type\\x1b]0;owned\\x07\\x1b[31mred" in text
    assert "\\x9b2Jx\\u202etxt\\u2066\\u200f\\u061c\\u200b\\ufeff\\U000e0041" in text


def test_the_text_of_a_loss_is_one_short_line_whatever_was_recorded(tmp_path):
    folder = writer.Logdir(version=HOSTILE * 1000).write(tmp_path / "logdir")
    losses = json.loads(answer("info", "--json", folder))["losses"]
    assert [loss["name"] for loss in losses] == ["unknown_version"]
    assert_harmless(losses[0]["text"].encode())
    assert len(losses[0]["text"]) < 200


def test_json_keeps_recorded_names_as_they_are(hostile):
    alerts = json.loads(answer("alerts", "--json", hostile, status=1))["alerts"]
    assert {alert["op"] for alert in alerts} == {"op" + HOSTILE, None}
    info = json.loads(answer("info", "--json", hostile))
    assert info["runs"][0]["id"] == "run" + HOSTILE


def on_terminal(*arguments, **environment):
    """What the command prints where standard output is a terminal."""
    ours, theirs = pty.openpty()
    variables = {k: v for k, v in os.environ.items() if k != "NO_COLOR"} | environment
    child = subprocess.Popen([TDBG, *map(str, arguments)], stdout=theirs, env=variables)
    os.close(theirs)
    text = b""
    try:
        while data := os.read(ours, 65536):
            text += data
    except OSError:  # how a terminal ends on Linux
        pass
    os.close(ours)
    child.wait(60)
    return text


def test_colours_only_where_they_are_wanted(logdir):
    for command in ("info", "alerts"):
        assert b"\x1b[" in on_terminal(command, logdir)
        assert b"\x1b[" in on_terminal(command, logdir, NO_COLOR="")
        assert b"\x1b" not in on_terminal(command, logdir, NO_COLOR="1")
        assert b"\x1b" not in tdbg(command, logdir).stdout
        assert b"\x1b" not in on_terminal(command, "--json", logdir)


def test_output_that_cannot_be_written(logdir):
    for arguments in (["info", logdir], ["alerts", "--json", logdir], ["dump", logdir, "--tensor", "@1:0"]):
        with open("/dev/full", "wb") as full:
            done = subprocess.run([TDBG, *arguments], stdout=full, stderr=subprocess.PIPE, timeout=60)
        assert done.returncode == 2 and done.stderr.count(b"\n") == 1, arguments
        closed = subprocess.run(
            ["sh", "-c", 'exec "$@" >&-', "sh", TDBG, *arguments], stderr=subprocess.PIPE, timeout=60
        )
        assert closed.returncode == 2 and closed.stderr.count(b"\n") == 1, arguments


def test_a_reader_that_leaves_early():
    """`tdbg … | head`: the pipe breaks, and tdbg ends by its signal without a word."""
    reader, writer_ = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [TDBG, "alerts", "--json", OWN / "mnist_nan" / "dump"], stdout=writer_, stderr=subprocess.PIPE, timeout=60
    )
    os.close(writer_)
    assert done.returncode == -signal.SIGPIPE and done.stderr == b""


# ---------------------------------------------------------------- docs/json.md


def documented():
    """{command: keys} of the first tables of docs/json.md, and {command: example}."""
    keys, examples = {}, {}
    for part in re.split(r"^## ", (ROOT / "docs" / "json.md").read_text(), flags=re.M)[1:]:
        command = part.split("\n")[0]
        table = re.search(r"^\| key \|.*?\n\n", part, re.M | re.S)[0]
        cells = [row.split("|")[1] for row in table.strip().split("\n")[2:]]
        keys[command] = {key for cell in cells for key in re.findall(r"`([^`]+)`", cell)}
        examples[command] = json.loads(re.search(r"```json\n(.*?)```", part, re.S)[1])
    return keys, examples


def keys_of(value, path=""):
    """Keys in the notation of the documentation. What is inside of values is the tensor's."""
    if path == "values":
        return {path}
    if isinstance(value, dict):
        inner = [keys_of(v, f"{path}.{k}" if path else k) for k, v in value.items()]
        own = {path} if path.endswith(".forward") else set()
        return own.union(*inner)
    if isinstance(value, list) and any(isinstance(v, dict) for v in value):
        return set().union(*(keys_of(v, path + "[]") for v in value))
    if path in ("runs[].hosts", "runs[].devices"):
        return {path + "[]"}
    return set() if path in ("runs", "losses", "alerts") else {path}


def recordings():
    return [d for pattern in ("fixtures/tfdbg2/*/dump", "fixtures/synthetic/tfdbg2/dump")
            for d in sorted(SHARED.glob(pattern))] + [OWN / n / "dump" for n in
            ("mnist_nan", "tfdbg1_basic", "tfdbg2_full_tensor")]  # fmt: skip


def test_keys_are_those_of_the_documentation(tmp_path):
    torn = writer.Logdir().write(tmp_path / "torn")
    with open(next(torn.glob("*.execution")), "ab") as file:
        file.write(b"torn")
    keys, _ = documented()
    found = {"info": set(), "alerts": set(), "dump": set()}
    for path in [*recordings(), torn]:
        info = json.loads(answer("info", "--json", path))
        done = tdbg("alerts", "--json", path)
        found["info"] |= keys_of(info)
        found["alerts"] |= keys_of(json.loads(done.stdout))
    found["dump"] = keys_of(dump(OWN / "tfdbg2_full_tensor" / "dump", "logarithm:0"))
    found["open"] = keys_of(json.loads(answer("open", OWN / "tfdbg2_full_tensor" / "dump", "--json",
                                              "-c", "pt logarithm:0")))  # fmt: skip
    found["open --commands"] = keys_of(json.loads(answer("open", "--commands")))
    # No recording here scales its loss: test_loss_scalers.py.
    found["alerts"] -= {"loss_scalers"}
    found["alerts"] |= {key for key in keys["alerts"] if key.startswith("loss_scalers[]")}
    assert found == keys


def test_keys_are_all_there_in_every_object():
    keys, _ = documented()
    for path in recordings():
        info = json.loads(answer("info", "--json", path))
        for run in info["runs"]:
            wanted = {k.removeprefix("runs[].") for k in keys["info"] if k.startswith("runs[].")}
            assert keys_of({"runs": [run]}) == {f"runs[].{k}" for k in wanted}
        top = {k.removeprefix("alerts[].") for k in keys["alerts"] if k.startswith("alerts[].") and "forward." not in k}
        for alert in json.loads(tdbg("alerts", "--json", path).stdout)["alerts"]:
            assert set(alert) == top
            assert alert["forward"] is None or set(alert["forward"]) == {"op", "file", "line"}


def test_examples_of_the_documentation_are_real(monkeypatch):
    monkeypatch.chdir(ROOT)
    _, examples = documented()
    assert json.loads(answer("info", "--json", examples["info"]["path"])) == examples["info"]
    full_tensor = "tests/fixtures/tfdbg2_full_tensor/dump"
    alerts = json.loads(answer("alerts", "--json", full_tensor, status=1))["alerts"]
    assert examples["alerts"]["alerts"] == alerts[:1]
    assert dump(full_tensor, examples["dump"]["name"]) == examples["dump"]
    typed = examples["open"]["command"]
    assert json.loads(answer("open", full_tensor, "--json", "-c", typed)) == examples["open"]
    commands = json.loads(answer("open", "--commands"))["commands"]
    assert examples["open --commands"]["commands"] == [c for c in commands if c["name"] == "history"]


def test_a_billion_claimed_outputs_are_no_reason_to_wait(tmp_path):
    """An op record may claim any number of outputs; walks that visited them all would take minutes."""
    made = writer.Logdir()
    made.op("born", "Log")
    made.trace("born", writer.floats([-INFINITY]))
    made._add("graphs", 7, (1, "Switch"), (2, "many"), (4, "G1"), (6, ["born:0"]), (7, 2**31 - 1))
    alerts = json.loads(answer("alerts", "--json", made.write(tmp_path / "logdir"), status=1))["alerts"]
    assert [(a["op"], a["verdict"]) for a in alerts] == [("born", "origin")]
