"""tdbg's prompt against TensorFlow's own offline analyzer, command by command, on every tfdbg1 dump: the same
names, numbers, order and counts. Where TensorFlow's analyzer is wrong or fails, the test has the right answer, and why.

TensorFlow matches regular expressions at the start of a name, tdbg anywhere: tdbg is asked for ^(?:…)."""

import functools
import itertools
import json
import os
import pathlib
import subprocess

import numpy as np
import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent
SHARED = pathlib.Path(os.environ.get("TDBG_SHARED", ROOT.parent / "shared"))
TDBG = pathlib.Path(os.environ.get("TDBG_BUILD_DIR", ROOT / "build" / "release")) / "tdbg"
FIXTURES = SHARED / "fixtures" / "tfdbg1"

try:
    import tfdbg_analyzer as tfdbg
except ImportError:  # TensorFlow is not there
    tfdbg = None

pytestmark = [
    pytest.mark.skipif(not TDBG.exists(), reason=f"{TDBG} is not built"),
    pytest.mark.skipif(not FIXTURES.exists(),
                       reason=f"no recordings in {SHARED}; set TDBG_SHARED to the folder that holds fixtures/"),
    pytest.mark.skipif(tfdbg is None, reason="TensorFlow is not installed in .venv"),
]  # fmt: skip

# TensorFlow's reader refuses `dtypes`: its nodes are spread over several graphs of one device.
RUNS = {
    "/".join(path.relative_to(FIXTURES).parts[:: len(path.relative_to(FIXTURES).parts) - 1]): path
    for path in sorted([*FIXTURES.glob("*/dump"), *FIXTURES.glob("*/session_root/run_*")])
    if path.parts[-2] != "dtypes"
}
each_run = pytest.mark.parametrize("run", RUNS)


@functools.cache
def analyzer(run):
    return tfdbg.Analyzer(RUNS[run])


def ask(path, commands, folder=None):
    """What tdbg answers to each command, from one process."""
    done = subprocess.run(
        [TDBG, "open", path, "--json"],
        input="".join(f"{command}\n" for command in commands),
        capture_output=True,
        text=True,
        cwd=folder,
        timeout=60,
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer["command"] for answer in answers] == list(commands), done.stderr
    return answers


def table(answer, name):
    """Rows of a table as dictionaries; none where the answer has no such table."""
    assert answer["error"] is None, answer
    return [
        dict(zip(block["columns"], row, strict=True))
        for block in answer["blocks"]
        if block["kind"] == "table" and block["name"] == name
        for row in block["rows"]
    ]


def anchored(regex):
    return f"'^(?:{regex})'"


# ---------------------------------------------------------------- list_tensors


def our_rows(answer):
    return [
        tfdbg.Row(f"{row['time_ms']:.3f}", tfdbg.readable_size(row["size"]), row["op_type"], row["name"].split("#")[0])
        for row in table(answer, "tensors")
    ]


FILTERS = [
    [],
    *(["-n", regex] for regex in ("s", ".*_", "loop/[A-M]", "(src|use)/f", "nothing")),
    *(["-t", regex] for regex in ("Const$", ".*i", "[A-M]", "_Arg")),
    ["-n", ".*/", "-t", ".*d"],
]
ORDERS = list(itertools.product(["timestamp", "dump_size", "op_type", "tensor_name"], [[], ["-r"]]))


@each_run
def test_list_tensors(run):
    asked, commands = [], []
    for (key, reverse), filters in itertools.product(ORDERS, FILTERS):
        asked.append(["-s", key, *reverse, *filters])
        ours = [anchored(word) if i % 2 else word for i, word in enumerate(filters)]
        commands.append(" ".join(["lt", "-s", key, *reverse, *ours]))
    for arguments, command, answer in zip(asked, commands, ask(RUNS[run], commands), strict=True):
        assert our_rows(answer) == analyzer(run).list_tensors(*arguments), command


# Which dumps speak of a tensor with NaN or infinite elements. TensorFlow looks at the recorded numbers
# instead, and numpy's isnan does not know bfloat16. So in debug_ops it misses what DebugNanCount and
# DebugNumericSummary counted, and takes the minimum of no elements, +inf, for an element; in
# uninitialized, too, where there is no value at all.
BAD_DUMPS = {
    "debug_ops/dump": {
        *((f"src/{k}:0", op) for k in ("f32", "f64", "f32_all_nan") for op in ("Identity", "NanCount", "NumericSummary")),
        *((f"src/{k}:0", op) for k in ("f16", "bf16") for op in ("Identity", "NanCount")),
        ("bounds/x:0", "NumericSummary"),
        ("muted/sick:0", "NumericSummary"),
    },
    "uninitialized/dump": set(),
}


@each_run
def test_list_tensors_with_bad_values(run):
    excluded = "(c|z|.*scale|src/f)"
    commands = [f"lt -s {key} {' '.join(reverse)} -f has_inf_or_nan" for key, reverse in ORDERS]
    commands += [f"{command} -fenn {anchored(excluded)}" for command in commands]
    for command, answer in zip(commands, ask(RUNS[run], commands), strict=True):
        rows = our_rows(answer)
        if run in BAD_DUMPS:
            found = {(row["name"].split("#")[0], row["watch"].removeprefix("Debug")) for row in table(answer, "tensors")}
            expected = BAD_DUMPS[run]
            if "-fenn" in command:
                expected = {(name, op) for name, op in expected if not name.startswith("src/f")}
            assert found == expected, command
            continue
        arguments = [word for word in command.split()[1:]]
        if "-fenn" in arguments:
            arguments[-1] = excluded
        assert rows == analyzer(run).list_tensors(*arguments), command


@each_run
def test_dumps_of_one_tensor_are_numbered_in_order_of_time(run):
    """Edge 22: TensorFlow numbers them differently from process to process where debug ops differ."""
    (answer,) = ask(RUNS[run], ["lt"])
    seen = {}
    names = [row["name"].partition("#") for row in table(answer, "tensors")]
    total = {name: sum(n == name for n, _, _ in names) for name, _, _ in names}
    for name, mark, number in names:
        if total[name] > 1:
            assert mark and int(number) == seen.get(name, 0), name
        seen[name] = seen.get(name, 0) + 1


# ---------------------------------------------------------------- node_info


def neighbours(answer, relation):
    return [(row["op_type"], row["name"]) for row in table(answer, "neighbours") if row["relation"] == relation]


def fact(answer, name):
    """What stands behind a word at the head of the answer."""
    lines = [line.split(maxsplit=1) for block in answer["blocks"][:1] for line in block["lines"]]
    (text,) = [words[1] for words in lines if words[:1] == [name]]
    return text


# TensorFlow hides what crosses from one device to another (edge 13): see test_edges_across_devices.
SEVERAL_DEVICES = {"two_devices/dump", "distributed/dump"}


@each_run
def test_node_info(run):
    theirs = analyzer(run)
    nodes = theirs.nodes()
    commands = [f"ni -a -d '{node}'" for node in nodes]
    for node, answer in zip(nodes, ask(RUNS[run], commands), strict=True):
        info = theirs.node_info(node)
        if info is None:  # TensorFlow's analyzer fails on an input that is no first output
            assert any(":" in name for _, name in neighbours(answer, "input")), node
            continue
        assert (fact(answer, "op"), fact(answer, "device")) == (info.op_type, info.device), node
        if run not in SEVERAL_DEVICES:
            assert neighbours(answer, "input") == info.inputs, node
            assert neighbours(answer, "recipient") == info.recipients, node
        assert neighbours(answer, "control input") == info.control_inputs, node
        assert neighbours(answer, "control recipient") == info.control_recipients, node
        attributes = {row["key"]: row["value"] for row in table(answer, "attributes")}
        assert attributes == info.attributes, node
        dumps = [(row["slot"], row["watch"], f"{row['time_ms']:.3f}") for row in table(answer, "dumps")]
        assert sorted(dumps) == sorted(info.dumps), node


# ---------------------------------------------------------------- list_inputs, list_outputs


def expanded(root, rows, depth):
    """The tree as TensorFlow prints it: what tdbg prints once and marks as seen above is repeated."""
    children, path = {}, [root]
    for row in rows:
        del path[row["depth"] :]
        branch = (row["name"], row["op_type"], row["control"])
        children.setdefault(path[-1], []).append(branch)
        path.append("nothing may follow" if row["seen"] else row["name"].split(":")[0])

    def below(parent, level):
        for name, op_type, control in children.get(parent, []) if level <= depth else []:
            yield tfdbg.Branch(level, name, op_type, control)
            yield from below(name.split(":")[0], level + 1)

    return list(below(root, 1))


@pytest.mark.parametrize("run", [run for run in RUNS if run not in SEVERAL_DEVICES])
@pytest.mark.parametrize("command", ["list_inputs", "list_outputs"])
def test_trees(run, command):
    asked = [
        (node, depth, flags)
        for node in analyzer(run).nodes()
        for depth, flags in [(1, ["-t"]), (3, ["-t", "-r", "-d", "3"]), (6, ["-t", "-c", "-r", "-d", "6"])]
    ]
    commands = [" ".join([command, *flags, f"'{node}'"]) for node, _, flags in asked]
    for (node, depth, flags), answer in zip(asked, ask(RUNS[run], commands), strict=True):
        ours = expanded(node, table(answer, "tree"), depth)
        assert ours == analyzer(run).tree(command, *flags, node), answer["command"]


def test_a_whole_tree_by_default():
    """Twenty levels where nothing else is said, as in TensorFlow; a loop is not unrolled."""
    run = "while_loop/dump"
    for command, node in [("list_inputs", "out"), ("list_outputs", "x0")]:
        (answer,) = ask(RUNS[run], [f"{command} -t -r {node}"])
        rows = table(answer, "tree")
        assert expanded(node, rows, 20) == analyzer(run).tree(command, "-t", "-r", node)
        names = [row["name"] for row in rows if not row["seen"]]
        assert len(names) == len(set(names)), "each op once"


@pytest.mark.parametrize(
    "run, node, inputs, recipients",
    [
        ("two_devices/dump", "c", ["b", "s"], []),
        ("two_devices/dump", "sub", ["s", "sub/y"], ["b"]),
        ("two_devices/dump", "b", ["sub"], ["c"]),
        ("two_devices/dump", "s", ["a"], ["c", "sub"]),
        ("distributed/dump", "s", ["a"], ["sub"]),
        ("distributed/dump", "sub", ["s", "sub/y"], ["b"]),
        ("distributed/dump", "b", ["sub"], []),
    ],
)
def test_edges_across_devices(run, node, inputs, recipients):
    """Edge 13: c = b + s and sub = s - 1, with b and sub on another device than the rest."""
    li, lo, ni = ask(RUNS[run], [f"li {node}", f"lo {node}", f"ni {node}"])
    assert sorted(row["name"] for row in table(li, "tree") if row["depth"] == 1) == inputs
    assert sorted(row["name"] for row in table(lo, "tree") if row["depth"] == 1) == recipients
    assert sorted(name for _, name in neighbours(ni, "input")) == inputs
    assert sorted(name for _, name in neighbours(ni, "recipient")) == recipients


# ---------------------------------------------------------------- print_tensor

# All dumps of one microsecond: TensorFlow orders their numbers as text, 1 10 11 12 2 …; they were
# written in the order of their values.
WRITTEN = {"same_timestamp/dump": {"while/inc:0": [np.array(k, np.int32) for k in range(1, 14)]}}


def dumps_of(run, tensor):
    """The arrays of all dumps of a tensor, in order of time; None where there is no array."""
    if tensor in WRITTEN.get(run, {}):
        return [("DebugIdentity", array) for array in WRITTEN[run][tensor]]
    return analyzer(run).values(tensor)


def lines_of(answer, name):
    return [
        line
        for block in answer["blocks"]
        if block["kind"] == "text" and block.get("name") == name
        for line in block["lines"]
    ]


def same_bits(a, b):
    return a.dtype == b.dtype and a.shape == b.shape and a.tobytes() == b.tobytes()


@each_run
def test_print_tensor(run, tmp_path):
    tensors = sorted({row.name for row in analyzer(run).list_tensors()})
    asked = []
    for tensor in tensors:
        dumps = dumps_of(run, tensor)
        asked += [(tensor, k, array) for k, (_, array) in enumerate(dumps) if array is not None]
    commands = [f"pt '{tensor}' -n {k} -w {i}.npy" for i, (tensor, k, _) in enumerate(asked)]
    for i, answer in enumerate(ask(RUNS[run], commands, tmp_path)):
        assert answer["error"] is None, answer
        tensor, k, array = asked[i]
        if array.dtype != object:  # strings and handles are no numbers
            written = np.load(tmp_path / f"{i}.npy")
            assert same_bits(written.view(array.dtype), array), answer["command"]


# ---------------------------------------------------------------- eval

EXPRESSIONS = [
    ("basic/dump", "`c:0` + 1"),
    ("basic/dump", "-`c:0` * 2.5 - `scope/b:0`"),
    ("basic/dump", "`scope/b:0` / 3"),
    ("basic/dump", "`scope/b:0` // 2"),
    ("basic/dump", "`scope/b:0` % 3"),
    ("basic/dump", "`scope/b:0` ** 2"),
    ("basic/dump", "`c:0:DebugIdentity`"),
    ("basic/dump", "`c:0[1]`"),
    ("basic/dump", "`c:0`[1:]"),
    ("basic/dump", "`c:0`[::-1]"),
    ("basic/dump", "`scope/b:0` > 0"),
    ("basic/dump", "(`scope/b:0` >= 1) & (`scope/b:0` < 9)"),
    ("basic/dump", "np.isinf(`c:0`)"),
    ("basic/dump", "np.isnan(`c:0`)"),
    ("basic/dump", "np.isfinite(`c:0`)"),
    ("basic/dump", "np.any(np.isinf(`c:0`))"),
    ("basic/dump", "np.all(np.isinf(`c:0`))"),
    ("basic/dump", "np.abs(`scope/b:0`)"),
    ("basic/dump", "np.sum(`scope/b:0`)"),
    ("basic/dump", "np.mean(`scope/b:0`)"),
    ("basic/dump", "np.std(`scope/b:0`)"),
    ("basic/dump", "np.min(`c:0`)"),
    ("basic/dump", "np.max(`c:0`)"),
    ("basic/dump", "np.argmin(`scope/b:0`)"),
    ("basic/dump", "np.argmax(`scope/b:0`)"),
    ("basic/dump", "np.exp(`scope/b:0`)"),
    ("basic/dump", "np.log(np.abs(`scope/b:0`) + 1)"),
    ("basic/dump", "np.sqrt(np.abs(`scope/b:0`))"),
    ("basic/dump", "np.where(`scope/b:0` > 1, `scope/b:0`, 0)"),
    ("basic/dump", "np.clip(`scope/b:0`, 1, 3)"),
    ("basic/dump", "np.dot(`scope/b:0`, `scope/inner/a:0`)"),
    ("basic/dump", "np.matmul(`Reshape:0`, np.transpose(`Reshape:0`))"),
    ("basic/dump", "`Reshape:0`.T @ `Reshape:0`"),
    ("basic/dump", "np.reshape(`Reshape:0`, [3, 1])"),
    ("basic/dump", "np.percentile(`scope/b:0`, 30)"),
    ("basic/dump", "np.linalg.norm(`scope/b:0`)"),
    ("basic/dump", "np.unique(`scope/b:0`)"),
    ("while_loop/dump", "`loop/scale:0[2]`"),
    ("while_loop/dump", "np.max(`loop/inc:0[3]`)"),
    ("while_loop/dump", "`loop/cond_lt:0[4]`"),
    ("debug_ops/dump", "np.sum(np.isnan(`src/f64:0`))"),
    ("debug_ops/dump", "`src/i64:0` + 1"),
    ("debug_ops/dump", "`src/u8:0` + np.max(`src/u8:0`)"),
    ("debug_ops/dump", "`src/f16:0` * 2"),
    ("debug_ops/dump", "`src/i8:0` * `src/i16:0`"),
    ("debug_ops/dump", "~`src/b:0`"),
    ("debug_ops/dump", "np.sum(`src/b:0`)"),
    ("debug_ops/dump", "`src/f32:0:DebugNanCount`"),
    ("debug_ops/dump", "`src/f32:0:DebugNumericSummary`[1]"),
]


@pytest.mark.parametrize("run", sorted({run for run, _ in EXPRESSIONS}))
def test_eval(run, tmp_path):
    expressions = [expression for where, expression in EXPRESSIONS if where == run]
    commands = [f"eval '{expression}' -w {i}.npy" for i, expression in enumerate(expressions)]
    for i, (expression, answer) in enumerate(zip(expressions, ask(RUNS[run], commands, tmp_path), strict=True)):
        assert answer["error"] is None, answer
        ours, theirs = np.load(tmp_path / f"{i}.npy"), analyzer(run).evaluate(expression)
        assert (ours.dtype, ours.shape) == (theirs.dtype, theirs.shape), expression
        if theirs.dtype.kind in "fc":
            np.testing.assert_array_max_ulp(ours, theirs, 1)
        else:
            np.testing.assert_array_equal(ours, theirs)


def test_eval_of_a_dump_by_debug_op_and_number(tmp_path):
    """TensorFlow's analyzer takes the two together for a name that it cannot parse."""
    (answer,) = ask(RUNS["basic/dump"], ["eval `c:0:DebugIdentity[1]` -w value.npy"], tmp_path)
    assert answer["error"] is None, answer
    assert same_bits(np.load(tmp_path / "value.npy"), analyzer("basic/dump").values("c:0")[1][1])
    with pytest.raises(Exception):
        analyzer("basic/dump").evaluate("`c:0:DebugIdentity[1]`")
