"""tdbg convert: what is written in another format is the same recording, for tdbg, for TensorFlow's own reader and
for a real TensorBoard."""

import functools
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time

import pytest

import warm_python

ROOT = pathlib.Path(__file__).resolve().parent.parent
SHARED = pathlib.Path(os.environ.get("TDBG_SHARED", ROOT.parent / "shared"))
TDBG = pathlib.Path(os.environ.get("TDBG_BUILD_DIR", ROOT / "build" / "release")) / "tdbg"
OWN = ROOT / "tests" / "fixtures"
FIXTURES = SHARED / "fixtures"
SUFFIXES = ["metadata", "source_files", "stack_frames", "graphs", "graph_execution_traces", "execution"]
HAVE_SHARED = f"no recordings in {SHARED}; set TDBG_SHARED to the folder that holds fixtures/"

sys.path.insert(0, str(ROOT / "tests" / "programs"))
try:
    import tensorflow_readings
except ImportError:  # TensorFlow is not there
    tensorflow_readings = None

pytestmark = pytest.mark.skipif(not TDBG.exists(), reason=f"{TDBG} is not built")
needs_tensorflow = pytest.mark.skipif(tensorflow_readings is None, reason="TensorFlow is not installed in .venv")


def recording(name):
    """The path of a fixture: ours, or one of the shared folder."""
    if (OWN / name).exists():
        return OWN / name / "dump"
    if not FIXTURES.exists():
        pytest.skip(HAVE_SHARED)
    path = FIXTURES / name
    return path / "dump" if (path / "dump").exists() else path


def tdbg(*arguments):
    return subprocess.run([TDBG, *map(str, arguments)], capture_output=True, text=True, timeout=120)


def answer(command, path):
    done = tdbg(command, "--json", path)
    assert done.returncode in (0, 1, 4) and done.stderr == "", done.stderr
    return json.loads(done.stdout)


def convert(source, target, *options, to="tfdbg2"):
    done = tdbg("convert", *options, "--to", to, source, target)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


# Sound recordings, which are told again to the last number.
WHOLE = ["mnist_nan", "tfdbg2_full_tensor", "synthetic/tfdbg2"] + ["tfdbg2/" + name for name in (
    "circular_5", "dtypes_full_health", "dtypes_full_tensor", "dtypes_shape", "filtered", "fwd_bwd",
    "mode_concise_health", "mode_curt_health", "mode_full_health", "mode_full_tensor", "mode_no_tensor", "mode_shape",
    "two_cpus", "two_hosts", "v1_graph")]  # fmt: skip
CUT = ["tfdbg2/killed_nobuf", "tfdbg2/killed_circular", "tfdbg2/truncated"]


def info_of(path):
    """What tdbg info says, without the path, and without times that only a lost or nameless record had."""
    said = answer("info", path)
    del said["path"]
    return said


@pytest.mark.parametrize("name", WHOLE)
def test_tdbg_says_the_same_of_both(name, tmp_path):
    source, target = recording(name), tmp_path / "logdir"
    convert(source, target)
    before, after = info_of(source), info_of(target)
    if name == "tfdbg2/two_hosts":  # the second host's own start is its only record of that moment
        for said in (before, after):
            del said["runs"][0]["end"]
    assert after == before
    assert answer("alerts", target) == answer("alerts", source)
    # And what was converted converts to itself.
    convert(target, tmp_path / "again")
    for file in sorted(path.name for path in target.iterdir()):
        assert (tmp_path / "again" / file).read_bytes() == (target / file).read_bytes()


@pytest.mark.parametrize("name", CUT)
def test_what_is_left_of_a_damaged_recording(name, tmp_path):
    source, target = recording(name), tmp_path / "logdir"
    assert "was damaged or cut short" in convert(source, target)
    before, after = info_of(source), info_of(target)
    lost = {loss["name"] for loss in after["losses"]}
    assert lost <= {"unrecorded_op", "unrecorded_source_file"}  # what stays unknown, and no new damage
    for said in (before, after):
        del said["losses"], said["runs"][0]["end"]
    assert after == before
    assert answer("alerts", target)["alerts"] == answer("alerts", source)["alerts"]


def test_several_runs_go_into_folders_of_their_own(tmp_path):
    source, target = recording("tfdbg2/two_runs"), tmp_path / "logdir"
    convert(source, target)
    runs = info_of(source)["runs"]
    assert sorted(path.name for path in target.iterdir()) == sorted(run["id"] for run in runs)
    assert info_of(target)["runs"] == runs


# ---------------------------------------------------------------- TensorFlow's own reader


def same_reading(before, after):
    """Makes equal what the two may say differently, and checks that the difference is one that is meant."""
    for said in (before, after):
        del said["files"]
    devices, now = before.pop("devices"), after.pop("devices")
    assert devices.items() <= now.items()  # we number those that only traces name, too
    for old, new in zip(before["executions"], after["executions"], strict=True):
        if not old["graph_id"]:  # called under a gradient tape: tdbg found the graph by its name
            old["graph_id"] = new["graph_id"]
        for key in ("debug_tensor_values", "values"):
            if not any(old.get(key) or []) and not new.get(key):  # placeholders for all outputs, or none at all
                old[key] = new[key] = None
        for numbers, others in zip(old["debug_tensor_values"] or [], new["debug_tensor_values"] or [], strict=True):
            if numbers and len(numbers) == 10 and numbers[2] > 6:  # six of seven extents: tdbg keeps none
                assert others[4:] == [-1] * 6
                others[4:] = numbers[4:]
    for old, new in zip(before["graph_execution_traces"], after["graph_execution_traces"], strict=True):
        if (old.get("value") or {}).get("value", True) is None:  # a string that TensorFlow cannot read, but ours it can
            old["value"] = new["value"]


@functools.cache
def reading(path):
    return tensorflow_readings.read(str(path))


@needs_tensorflow
@pytest.mark.parametrize("name", WHOLE)
def test_tensorflow_reads_the_same_of_both(name, tmp_path):
    source = recording(name)
    convert(source, tmp_path / "logdir")
    before, after = json.loads(json.dumps([reading(source), reading(tmp_path / "logdir")]))
    same_reading(before, after)
    assert after == before


@needs_tensorflow
@pytest.mark.parametrize("name", CUT)
def test_tensorflow_reads_what_it_could_not_read_before(name, tmp_path):
    source = recording(name)
    with pytest.raises(KeyError):
        reading(source)
    convert(source, tmp_path / "logdir")
    said, run = reading(tmp_path / "logdir"), info_of(source)["runs"][0]
    assert len(said["executions"]) == run["executions"]
    own = sum(len([value for value in execution["debug_tensor_values"] or [] if value])
              for execution in said["executions"])  # fmt: skip
    assert len(said["graph_execution_traces"]) + own == run["tensor_events"]
    assert len(said["inf_nan_alerts"]) == sum(run["alerts"].values())


@needs_tensorflow
@pytest.mark.parametrize("name", ["tfdbg1_basic"] + ["tfdbg1/" + name for name in ("basic", "while_loop", "two_devices")])
@pytest.mark.parametrize("values", [False, True])
def test_tensorflow_reads_a_tfdbg1_dump(name, values, tmp_path):
    source, target = recording(name), tmp_path / "logdir"
    said = convert(source, target, *["--values"] * values)
    assert ("whole value" in said) == (not values)
    run, converted = info_of(source)["runs"][0], info_of(target)["runs"][0]
    for key in ("executions", "graphs", "ops", "tensor_events", "devices"):
        assert converted[key] == run[key], key
    told = reading(target)
    assert len(told["graph_execution_traces"]) == run["tensor_events"]
    bad = [(alert["op_type"], alert["nan"], alert["pos_inf"], alert["neg_inf"]) for alert in answer("alerts", source)["alerts"]]
    if not values:
        alerts = told["inf_nan_alerts"]
        assert sorted((a["op_type"], a["num_nan"], a["num_pos_inf"], a["num_neg_inf"]) for a in alerts) == sorted(bad)
    else:
        alerts = answer("alerts", target)["alerts"]
        assert sorted((a["op_type"], a["nan"], a["pos_inf"], a["neg_inf"]) for a in alerts) == sorted(bad)


# ---------------------------------------------------------------- a real TensorBoard


@needs_tensorflow
@pytest.mark.parametrize("name", ["mnist_nan", "tfdbg2/mode_concise_health", "tfdbg2/killed_nobuf"])
def test_tensorboard_shows_the_same_of_both(name, tmp_path):
    tensorboard_server = pytest.importorskip("tensorboard_server")
    source, target = recording(name), tmp_path / "logdir"
    convert(source, target)
    said = reading(target)
    counts = len(said["executions"]), len(said["graph_execution_traces"])

    def shown(logdir):
        with tensorboard_server.TensorBoard(logdir) as board:
            board.wait_for(*counts)
            return board.everything()

    after = shown(target)
    assert after["alerts"]["num_alerts"] == len(said["inf_nan_alerts"])
    if name in CUT:
        return  # TensorBoard cannot read the original
    before = shown(source)
    for execution in before["executions"]:
        if not any(execution["debug_tensor_values"] or []):
            execution["debug_tensor_values"] = None
    assert after == before


# ---------------------------------------------------------------- native traces

# What a native trace has a word for: not the id of another format's run, and not more than two hosts.
KEPT = ["framework", "framework_version", "mode", "start", "executions", "graphs", "ops", "tensor_events", "devices",
        "source_files", "alerts"]  # fmt: skip


def alerts_of(path):
    said = answer("alerts", path)["alerts"]
    for alert in said:
        del alert["run"]
        del alert["pattern"]  # of an eager op: what it read is not converted
    return said


# In a native run, which is one process, an op runs on one device; those of two_hosts do not.
@pytest.mark.parametrize("name", [name for name in WHOLE if name != "tfdbg2/two_hosts"]
                         + ["tfdbg1_basic", "tfdbg1/basic", "tfdbg1/while_loop"])  # fmt: skip
def test_a_native_trace_says_the_same(name, tmp_path):
    source, target = recording(name), tmp_path / "trace"
    convert(source, target, to="native")
    before, after = info_of(source), info_of(target)
    assert after["losses"] == []
    assert [run["format"] for run in after["runs"]] == ["native"]
    for run in (before["runs"][0], after["runs"][0]):
        run["devices"] = sorted(run["devices"])
    for key in KEPT:
        assert after["runs"][0][key] == before["runs"][0][key], key
    assert alerts_of(target) == alerts_of(source)


@needs_tensorflow
@pytest.mark.parametrize("name", ["mnist_nan"] + ["tfdbg2/" + name for name in (
    "mode_concise_health", "mode_curt_health", "mode_shape", "mode_no_tensor", "two_cpus")])  # fmt: skip
def test_through_a_native_trace_and_back(name, tmp_path):
    """The default of convert is the other format. TensorFlow finds all tensors again."""
    source = recording(name)
    for one, other in [(source, tmp_path / "trace"), (tmp_path / "trace", tmp_path / "logdir")]:
        done = tdbg("convert", one, other)
        assert (done.returncode, done.stderr) == (0, "")
    before, after = json.loads(json.dumps([reading(source), reading(tmp_path / "logdir")]))
    for said in (before, after):
        # Threads of a native run have no order but that of time, and tensors have other numbers in their graphs.
        for kind in ("graph_execution_traces", "inf_nan_alerts"):
            said[kind].sort(key=lambda one: (one["wall_time"], one["op_type"]))
        for trace in said["graph_execution_traces"]:
            if trace.get("debug_tensor_value"):
                del trace["debug_tensor_value"][0]
        for alert in said["inf_nan_alerts"]:
            del alert["graph_execution_trace_index"]
        said["devices"] = {}
    same_reading(before, after)
    assert after["graph_execution_traces"] == before["graph_execution_traces"]
    assert after["inf_nan_alerts"] == before["inf_nan_alerts"]
    for key in ("op_type", "wall_time", "debug_tensor_values", "stack_depth", "stack_top"):
        assert [one.get(key) for one in after["executions"]] == [one.get(key) for one in before["executions"]], key


PROGRAM = """
import time
import tensorflow as tf
@tf.function
def f(x):
    return tf.reduce_sum(tf.math.log(x))
for step in range(4):
    f(tf.constant([1.0, 2.0, float(3 - step)]))
    time.sleep(0.3)
"""


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    """A native trace that mixes details, and the logdir that a follower made of it while the program ran."""
    folder = tmp_path_factory.mktemp("recorded")
    program, trace, logdir = folder / "program.py", folder / "trace", folder / "logdir"
    program.write_text(PROGRAM)
    recorder = subprocess.Popen([TDBG, "record", "-o", trace, "--python", warm_python.interpreter(), program],
                                stderr=subprocess.PIPE, text=True)  # fmt: skip
    while not list(trace.glob("run-*")) and recorder.poll() is None:
        time.sleep(0.1)
    follower = subprocess.Popen([TDBG, "convert", "--follow", trace, logdir], stderr=subprocess.PIPE, text=True)
    said = recorder.communicate(timeout=120)[1]
    assert recorder.returncode == 0, said
    assert follower.communicate(timeout=60)[1] == "" and follower.returncode == 0  # it ends with the program
    return trace, logdir


def counts_and_alerts(said):
    """Of a reading: traces and tensors of executions, and (op type, NaN, +inf, -inf) of each alert."""
    own = sum(len([value for value in execution["debug_tensor_values"] or [] if value])
              for execution in said["executions"])  # fmt: skip
    alerts = sorted((alert["op_type"], alert["num_nan"] or 0, alert["num_pos_inf"] or 0, alert["num_neg_inf"] or 0)
                    for alert in said["inf_nan_alerts"])  # fmt: skip
    return len(said["graph_execution_traces"]) + own, alerts


@needs_tensorflow
def test_a_recorded_program_before_tensorflow(recorded, tmp_path):
    trace, followed = recorded
    meant = sorted((alert["op_type"], alert["nan"] or 0, alert["pos_inf"] or 0, alert["neg_inf"] or 0)
                   for alert in answer("alerts", trace)["alerts"])  # fmt: skip
    assert ("Log", 0, 0, 1) in meant
    convert(trace, tmp_path / "logdir")
    for logdir in (tmp_path / "logdir", followed):
        assert counts_and_alerts(reading(logdir)) == (info_of(trace)["runs"][0]["tensor_events"], meant)
    sources = {file["path"]: file["num_lines"] for file in reading(followed)["source_files"]}
    assert [lines for path, lines in sources.items() if path.endswith("program.py")] == [len(PROGRAM.splitlines())]


@needs_tensorflow
def test_a_recorded_program_before_tensorboard(recorded):
    tensorboard_server = pytest.importorskip("tensorboard_server")
    said = reading(recorded[1])
    with tensorboard_server.TensorBoard(recorded[1]) as board:
        board.wait_for(len(said["executions"]), len(said["graph_execution_traces"]))
        shown = board.everything()
    assert shown["alerts"]["num_alerts"] == len(said["inf_nan_alerts"])
    assert [digest["op_name"] for digest in shown["trace_digests"]] == [
        trace["op_name"] for trace in said["graph_execution_traces"]]  # fmt: skip


# ---------------------------------------------------------------- following


def wait_until_quiet(folder):
    """TensorFlow's reader looks at one file after the other, so what is written meanwhile may not fit together."""
    sizes, seen = None, {}
    while not seen or sizes != seen:
        sizes = seen
        time.sleep(0.3)
        seen = {file.name: file.stat().st_size for file in folder.glob("*")}


def test_a_growing_recording_is_followed(tmp_path):
    """Pieces of a logdir come one after the other, cut anywhere; TensorFlow can read what is there after each."""
    source, grown, target = recording("mnist_nan"), tmp_path / "grown", tmp_path / "logdir"
    grown.mkdir()
    whole = {file.name: file.read_bytes() for file in source.iterdir()}
    (metadata,) = [name for name in whole if name.endswith(".metadata")]
    for name in whole:
        (grown / name).write_bytes(whole[name] if name == metadata else b"")
    follower = subprocess.Popen([TDBG, "convert", "--follow", "--to", "tfdbg2", grown, target], stderr=subprocess.PIPE)
    rounds = 8
    for step in range(1, rounds + 1):
        for name, data in whole.items():
            if name != metadata:
                (grown / name).open("ab").write(data[len(data) * (step - 1) // rounds : len(data) * step // rounds])
        wait_until_quiet(target)
        if tensorflow_readings is not None:
            tensorflow_readings.read(str(target))
    assert follower.poll() is None
    follower.send_signal(signal.SIGTERM)
    assert follower.communicate(timeout=60)[1] == b"" and follower.returncode == 0
    before, after = info_of(source), info_of(target)
    assert after == before
    assert answer("alerts", target) == answer("alerts", source)


# ---------------------------------------------------------------- mistakes


def refusal(*arguments):
    done = tdbg("convert", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("tdbg: ") and done.stderr.count("\n") == 1
    return done.stderr


def test_a_foreign_directory_is_refused(tmp_path):
    (tmp_path / "letters.txt").write_text("dear reader")
    assert "letters.txt" in refusal("--to", "tfdbg2", recording("mnist_nan"), tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["letters.txt"]


def test_the_same_run_twice_is_refused(tmp_path):
    convert(recording("mnist_nan"), tmp_path)
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    assert "File exists" in refusal("--to", "tfdbg2", recording("mnist_nan"), tmp_path)
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before


def test_what_cannot_be_written_is_one_line(tmp_path):
    (tmp_path / "file").write_text("")
    assert "cannot be made a directory" in refusal("--to", "tfdbg2", recording("mnist_nan"), tmp_path / "file")
    assert "No such file" in refusal("--to", "tfdbg2", tmp_path / "nothing", tmp_path / "logdir")
    assert not (tmp_path / "logdir").exists()
    if os.path.exists("/dev/full"):
        target = tmp_path / "full"
        convert(recording("mnist_nan"), target)
        for file in target.iterdir():
            file.unlink()
            file.symlink_to("/dev/full")
        assert refusal("--to", "tfdbg2", recording("mnist_nan"), target)
        shutil.rmtree(target)


def test_a_native_trace_is_not_converted_to_itself(tmp_path):
    convert(recording("mnist_nan"), tmp_path / "trace", to="native")
    assert "native trace already" in refusal("--to", "native", tmp_path / "trace", tmp_path / "again")
    assert not (tmp_path / "again").exists()


def test_usage():
    assert "FROM" in refusal()
    assert "--to" in refusal("--to", "svg", "a", "b")


@pytest.mark.parametrize("target", ["native", "tfdbg2"])
def test_what_is_written_is_for_its_user_alone(target, tmp_path):
    out = tmp_path / "converted"
    old = os.umask(0o022)
    try:
        native = tmp_path / "native"
        subprocess.run([TDBG, "convert", recording("mnist_nan"), native, "--to", "native"], check=True, capture_output=True)
        source = recording("mnist_nan") if target == "native" else native
        subprocess.run([TDBG, "convert", source, out, "--to", target], check=True, capture_output=True)
    finally:
        os.umask(old)
    modes = {path.stat().st_mode & 0o777 for path in [out, *out.rglob("*")] if path.is_dir()}
    assert modes == {0o700}
    assert {path.stat().st_mode & 0o777 for path in out.rglob("*") if path.is_file()} == {0o600}
