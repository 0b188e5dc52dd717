"""The routes of TensorBoard's debugger-v2 plugin, as `tdbg serve` answers them: the same as TensorBoard, recorded and
alive, and sensible for recordings that TensorBoard cannot read."""

import importlib.util
import json
import os
import pathlib
import shutil
import subprocess
import time
import urllib.error
import urllib.parse
import urllib.request

import pytest

import logdir_writer as writer
from serve_process import TDBG, Server
from tensorboard_server import PATIENCE_S, RUN, TensorBoard

ROOT = pathlib.Path(__file__).resolve().parent.parent
SHARED = pathlib.Path(os.environ.get("TDBG_SHARED", ROOT.parent / "shared"))
FIXTURES = ROOT / "tests" / "fixtures"
RECORDED = ["fwd_bwd", "mode_concise_health", "mode_full_health", "mode_no_tensor", "mode_shape", "two_hosts"]
PLUGIN = "/data/plugin/debugger-v2"
LISTS = ["/alerts", "/execution/digests", "/execution/data", "/graph_execution/digests", "/graph_execution/data"]
NAN = [0, 0, 1]  # counts of -inf, +inf and NaN

pytestmark = pytest.mark.skipif(not TDBG.exists(), reason=f"{TDBG} is not built")
needs_tensorboard = pytest.mark.skipif(
    not all(importlib.util.find_spec(name) for name in ("tensorboard", "tensorflow")),
    reason="TensorBoard and TensorFlow are not installed in .venv",
)
needs_shared = pytest.mark.skipif(
    not (SHARED / "fixtures").exists(),
    reason=f"no recordings in {SHARED}; set TDBG_SHARED to the folder that holds fixtures/",
)


def target(route, query):
    return f"{PLUGIN}{route}?{urllib.parse.urlencode(query)}"


def ask(server, route, **query):
    """Status and body of tdbg's answer about the first run."""
    answer = server.get(target(route, {"run": RUN, **query}))
    return answer.status, answer.json()


def good(server, route, **query):
    status, body = ask(server, route, **query)
    assert status == 200, (route, query, body)
    return body


def said_by_tensorboard(board, route, query):
    """The same of TensorBoard's; its internal errors have no body."""
    try:
        with urllib.request.urlopen(board.url.rstrip("/") + target(route, query), timeout=PATIENCE_S) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error) if error.code != 500 else None


def is_refusal(status, body):
    return status in (400, 404) and list(body) == ["error"] and body["error"]


@needs_shared
@pytest.mark.parametrize("name", RECORDED)
def test_recorded_answers(name):
    recorded = json.loads((SHARED / "fixtures" / "tb_plugin_answers" / f"{name}.json").read_text())
    with Server(SHARED / "fixtures" / recorded["fixture"] / "dump") as server:
        for exchange in recorded["exchanges"]:
            answer = server.get(exchange["route"])
            if "exception" in exchange:
                assert answer.status == 404 and is_refusal(answer.status, answer.json()), exchange["route"]
            else:
                assert (answer.status, answer.json()) == (exchange["status"], exchange["body"]), exchange["route"]


def numbers_of_ranges():
    yield {}
    for begin, end in [(0, 1), (1, 3), (0, 2), (3, 3), (-1, 2), (2, 1), (0, 1000000), (0, -7), (1000000, -1), ("x", 1)]:
        yield {"begin": begin, "end": end}
    yield {"begin": 1}
    yield {"end": 1}
    yield {"end": ""}


def all_requests(board):
    """Every route with good and bad parameters, of what this TensorBoard has."""
    yield "/runs", {}
    for route in [*LISTS, "/source_files/list"]:
        yield route, {}
        yield route, {"run": "nope"}
        for numbers in numbers_of_ranges():
            yield route, {"run": RUN, **numbers}
    for route in LISTS[::2]:
        yield route, {"run": RUN, "end": 0} if route == "/alerts" else {"run": RUN, "trace_id": 3, "end": 2}
    for alert_type in ["InfNanAlert", "TensorShapeAlert", ""]:
        for numbers in numbers_of_ranges():
            yield "/alerts", {"run": RUN, "alert_type": alert_type, **numbers}

    traces = board.get("graph_execution/data")["graph_executions"]
    graphs = list(dict.fromkeys(graph for trace in traces for graph in trace["graph_ids"]))
    for graph in [*graphs, "nope", "", None]:
        of_graph = {} if graph is None else {"graph_id": graph}
        yield "/graphs/graph_info", {"run": RUN, **of_graph}
        yield "/graphs/op_info", {"run": RUN, **of_graph}
        yield "/graphs/op_info", {"run": RUN, **of_graph, "op_name": "no/such op"}
    for graph, name in dict.fromkeys((trace["graph_id"], trace["op_name"]) for trace in traces):
        yield "/graphs/op_info", {"run": RUN, "graph_id": graph, "op_name": name}

    for index in [*range(-2, len(board.get("source_files/list")) + 1), 1000000, -1000000, "x", "1.5", ""]:
        yield "/source_files/file", {"run": RUN, "index": index}
    yield "/source_files/file", {"run": RUN}

    executions = board.get("execution/data")["executions"]
    stacks = list(dict.fromkeys(",".join(execution["stack_frame_ids"]) for execution in executions))
    for ids in [*stacks, "nope", stacks[0] + ",nope", stacks[0] + ",", ",", ""]:
        yield "/stack_frames/stack_frames", {"run": RUN, "stack_frame_ids": ids}
    yield "/stack_frames/stack_frames", {"run": RUN}


def health(bad=(0, 0, 0), tensor_id=-1):
    return writer.full_health(tensor_id, writer.FLOAT, 1, 5, *bad, positive=5 - sum(bad))


def eager_outputs(folder):
    """Executions whose records have entries for some of their outputs only, or empty ones, or none."""
    logdir = writer.Logdir(mode=writer.FULL_HEALTH)
    logdir.op("a/b", "Split", ["x:0", "x:1"])
    logdir.op("c", "Add", ["a/b:0", "a/b:0", "gone:3"])
    logdir.trace("a/b", health(tensor_id=1))
    logdir.trace("c", health(NAN, tensor_id=1))
    logdir.execution("Alone", [health(NAN)])
    logdir.execution("None", [], outputs=0)
    logdir.execution("OnlyResource", [], outputs=1)
    logdir.execution("OnlyInteger", [b""])
    logdir.execution("Gaps", [b"", health(NAN), b"", health([1, 2, 0])], outputs=4)
    logdir.execution("GapsWithoutSlots", [b"", health(NAN), health(), b"", health([1, 0, 0])], outputs=7)
    logdir.execution("WithoutSlots", [health(), health(NAN)], outputs=3)
    logdir.execution("__inference_f_7", [health(NAN)], graph="G1")
    return logdir.write(folder)


def many_alerts(folder):
    """The last execution that TensorFlow's monitor looks at takes it over its limit."""
    logdir = writer.Logdir(mode=writer.FULL_HEALTH)
    logdir.op("log", "Log")
    for i in range(998):
        logdir.trace("log", health(NAN, tensor_id=1))
        if i % 100 == 0:
            logdir.trace("log", health(tensor_id=1))
    logdir.execution("Three", [health(NAN), health(), health(NAN), health(NAN)])
    logdir.execution("Never", [health(NAN)])
    return logdir.write(folder)


@needs_tensorboard
@pytest.mark.parametrize("make", [lambda _: FIXTURES / "mnist_nan" / "dump", eager_outputs, many_alerts],
                         ids=["mnist_nan", "eager_outputs", "many_alerts"])  # fmt: skip
def test_all_routes_answer_as_tensorboard_does(make, tmp_path):
    logdir = make(tmp_path / "logdir")
    with Server(logdir) as server, TensorBoard(logdir) as board:
        counts = [good(server, f"/{kind}/digests")["num_digests"] for kind in ("execution", "graph_execution")]
        assert min(counts) > 0
        board.wait_for(*counts)
        refused = 0
        for route, query in all_requests(board):
            expected = said_by_tensorboard(board, route, query)
            answer = server.get(target(route, query))
            if expected[0] == 500:
                refused += 1
                assert is_refusal(answer.status, answer.json()), (route, query)
            else:
                assert (answer.status, answer.json()) == expected, (route, query)
        assert refused > 0


@pytest.fixture(scope="module")
def mnist():
    with Server(FIXTURES / "mnist_nan" / "dump") as server:
        yield server


def test_no_data_where_none_is_asked_for(mnist):
    for route, rows in [("/execution/data", "executions"), ("/graph_execution/data", "graph_executions")]:
        assert good(mnist, route, begin=0, end=0) == {"begin": 0, "end": 0, rows: []}


def test_what_makes_no_sense_is_refused(mnist):
    for route in ["/nonsense", "", "/", "/alerts/", "/execution"]:
        assert is_refusal(*ask(mnist, route)), route
    answer = mnist.get(PLUGIN + "/alerts?run=%ff%00")
    assert is_refusal(answer.status, answer.json())
    huge = 10**30
    for route in LISTS:
        assert is_refusal(*ask(mnist, route, begin=huge)), route
        assert is_refusal(*ask(mnist, route, end=huge)), route


def test_the_plugin_is_listed(mnist):
    for prefix in ["", "/experiment/defaultExperimentId"]:
        listed = mnist.get(prefix + "/data/plugins_listing").json()
        assert listed["debugger-v2"]["enabled"] is True
        assert mnist.get(f"{prefix}{PLUGIN}/runs").json() == mnist.get(f"{PLUGIN}/runs").json()


def test_a_native_trace_is_told_like_the_logdir_it_was_made_from(mnist, tmp_path):
    done = subprocess.run([TDBG, "convert", "--to", "native", FIXTURES / "mnist_nan" / "dump", tmp_path / "native"])
    assert done.returncode == 0
    with Server(tmp_path / "native") as native:
        for route in ["/runs", "/alerts", "/graph_execution/digests", "/source_files/list"]:
            assert good(native, route) == good(mnist, route), route

        traces = good(native, "/graph_execution/data")["graph_executions"]
        for trace, recorded in zip(traces, good(mnist, "/graph_execution/data")["graph_executions"], strict=True):
            assert trace["debug_tensor_value"][1:] == recorded["debug_tensor_value"][1:]
            assert {**trace, "debug_tensor_value": 0} == {**recorded, "debug_tensor_value": 0}

        executions = good(native, "/execution/data")["executions"]
        for execution, recorded in zip(executions, good(mnist, "/execution/data")["executions"], strict=True):
            for key in ["wall_time", "op_type", "graph_id"]:
                assert execution[key] == recorded[key]
            stacks = [good(server, "/stack_frames/stack_frames", stack_frame_ids=",".join(told["stack_frame_ids"]))
                      for server, told in [(native, execution), (mnist, recorded)]]  # fmt: skip
            assert stacks[0] == stacks[1]
            if any(recorded["debug_tensor_values"] or []):
                assert execution["debug_tensor_values"] == recorded["debug_tensor_values"]

        for trace in traces[::10]:
            op = {"graph_id": trace["graph_id"], "op_name": trace["op_name"]}
            told, recorded = (good(server, "/graphs/op_info", **op) for server in (native, mnist))
            for key in ["op_type", "op_name", "graph_ids", "num_outputs", "host_name"]:
                assert told[key] == recorded[key]
            names = [[(one["op_name"], one["output_slot"]) for one in info["inputs"]] for info in (told, recorded)]
            assert names[0] == names[1]


def test_a_dump_of_sessions(tmp_path):
    path = FIXTURES / "tfdbg1_basic" / "dump"
    told = subprocess.run([TDBG, "alerts", "--json", path], capture_output=True, text=True)
    with Server(path) as server:
        assert [row["op_type"] for row in good(server, "/execution/digests")["execution_digests"]] == ["Session.run"] * 2
        assert good(server, "/alerts")["num_alerts"] == len(json.loads(told.stdout)["alerts"]) > 0
        traces = good(server, "/graph_execution/data")["graph_executions"]
        assert [trace["wall_time"] for trace in traces] == sorted(trace["wall_time"] for trace in traces)
        for alert in good(server, "/alerts")["alerts"]:
            trace = traces[alert["graph_execution_trace_index"]]
            assert trace["tensor_debug_mode"] == 4
            bad = [alert[f"num_{kind}"] for kind in ("neg_inf", "pos_inf", "nan")]
            assert trace["debug_tensor_value"][4:8] == [alert["size"], *bad] and sum(bad) > 0
            info = good(server, "/graphs/op_info", graph_id=trace["graph_id"], op_name=trace["op_name"])
            assert info["op_type"] == alert["op_type"] and info["graph_ids"] == trace["graph_ids"]


def test_runs_beyond_the_first_go_by_their_ids(tmp_path):
    for number, run_id in enumerate(["11111111", "22222222"]):
        logdir = writer.Logdir(mode=writer.FULL_HEALTH, run_id=run_id, start=1700000000.0 + 10 * number)
        logdir.execution(f"Op{number}", [health(NAN)])
        logdir.write(tmp_path)
    with Server(tmp_path) as server:
        assert list(good(server, "/runs")) == [RUN, "22222222"]
        for run, name in [(RUN, "Op0"), ("22222222", "Op1")]:
            assert [row["op_type"] for row in good(server, "/alerts", run=run)["alerts"]] == [name]
        assert is_refusal(*ask(server, "/alerts", run="11111111"))


def test_a_logdir_that_grows(tmp_path):
    logdir = writer.Logdir(mode=writer.FULL_HEALTH)
    logdir.op("log", "Log")
    logdir.execution("Before", [health()])
    logdir.trace("log", health(NAN, tensor_id=1))
    logdir.write(tmp_path)
    with Server(tmp_path) as server:
        assert good(server, "/alerts")["num_alerts"] == 1
        assert good(server, "/graph_execution/digests")["num_digests"] == 1
        logdir.trace("log", health(NAN, tensor_id=1))
        logdir.execution("After", [health(NAN)])
        logdir.write(tmp_path / "longer")
        for path in (tmp_path / "longer").iterdir():
            with open(tmp_path / path.name, "ab") as file:
                file.write(path.read_bytes()[(tmp_path / path.name).stat().st_size :])
        shutil.rmtree(tmp_path / "longer")
        end = time.monotonic() + 30
        while good(server, "/alerts", end=0)["num_alerts"] < 3 and time.monotonic() < end:
            time.sleep(0.1)
        rows = [(row["graph_execution_trace_index"], row["execution_index"]) for row in good(server, "/alerts")["alerts"]]
        assert rows == [(0, None), (1, None), (None, 1)]
        assert good(server, "/graph_execution/digests")["num_digests"] == 2
