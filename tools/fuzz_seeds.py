#!/usr/bin/env python3
"""Makes the seeds of the fuzzers from recorded data: FOLDER/<fuzzer>/<name>, the same files every time.

  tools/fuzz_seeds.py FOLDER

Recorded data is tests/fixtures and, where it is there, the larger collection in $TDBG_SHARED or ../shared."""

import hashlib
import os
import pathlib
import struct
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

import wire_format  # noqa: E402

MOST_SEEDS = 300  # per fuzzer
MOST_BYTES = 16 * 1024  # per seed

SLICES = [
    "", "[]", "[0]", "[-1]", "[:]", "[1:]", "[:2]", "[1:2]", "[::2]", "[::-1]", "[-3:-1]", "[5:1:-2]",
    "[...]", "[..., 0]", "[0, ...]", "[1, ..., -1]", "[:, :]", "[:, 1, ::2]", "[ 3 , 4 : 5 ]", "[0,0,0,0]",
    "[9223372036854775807]", "[-9223372036854775808:]", "[::0]", "[1:2:3:4]", "[,]", "[1,]", "[", "]", "[a]",
    "[1.5]", "[... ...]", "[--1]", "[+1]", "[99999999999999999999]",
]  # fmt: skip

TENSOR_NAMES = [
    "a", "a:0", "a:1", "a/b/c:2", "f::a:0", "f::g::a:0", "a:0#3", "a:0[1:2]", "f::a/b:1#12[..., -1]", "@7:0",
    "@7", "@7:?", "@7:1#0[::2]", "a:", ":0", "#1", "@", "@x:0", "a:99999999999", "a:-1", "a#b", "", "::", "[0]", "a::[",
    "a:0:DebugNanCount", "/job:localhost/replica:0/task:0/device:CPU:0:a:0", "/job:w/replica:0/task:0/cpu:0:a:0:DebugIdentity",
]  # fmt: skip

# What people type; the first byte chooses the recording.
TALKS = [
    "lt\n/Log\n/\n<--\n-->", "lt -s max -r -n ^l -t Mat -i", "pt layer/logs:0 -n 1 -s -r [[-inf,0],nan]\n@0,1", "pt .[0, ::2] -a",
    "step 3\nrs\ngoto origin\ngoto step 2\ngoto 7\ndisplay .\ns", "ni layer/logs -a -d -t\nli -c -r -d 3 -t layer/logs\nlo loop/Merge",
    "define a lt -n b\na -r\nhelp a\ndefine a", "config set precision 3; config; version; history -n 2", "x/4 halves:0#1\nx", "pf fed -n 0",
    "la -a\norigin\nbt\nup\nlist\nls -n Log\nps mnist_nan.py -b 3 -t", "le\nlg\nsteps\nri\ninfo losses", "lt > x\nlt >> 'a b'\n# no",
    "lt -f 'max > 1e4 and op == \"MatMul\"'\nfind nan > 0\nfilter big max > 3", "eval `halves:0` + 1 > 0.5\np halves:0", "lt -z\nfoo\npt zork:0[",
]  # fmt: skip

# The number of the request in messages.schema, and its JSON.
REQUESTS = [
    (0, "{}"), (1, '{"run":0,"begin":0,"count":5,"verdict":"origin","text":"log"}'), (2, '{"run":0,"event":210}'),
    (3, '{"run":0,"from_ns":0,"to_ns":0,"marks":50}'), (4, '{"run":0,"execution":3}'),
    (5, '{"run":0,"filter":"max > 1","nodes":["dense"],"sort":"max","descending":true,"begin":3,"count":9}'),
    (6, '{"run":0,"event":7}'), (7, '{"run":0}'), (8, '{"run":0,"event":7}'), (9, '{"run":0,"name":"Log:0"}'),
    (10, '{"run":0,"event":7,"most":3}'), (11, '{"run":0,"event":7,"slice":"[0, ::2]","most":9}'),
    (12, '{"run":0,"event":7,"slice":"","bins":9}'), (13, '{"run":0,"event":7,"slice":"","after":2,"backwards":true}'),
    (14, '{"run":0}'), (15, '{"run":0,"ops":[3,4],"control":true,"most":20}'),
    (16, '{"run":0,"graph":1,"open":["dense"],"most":20}'), (17, '{"run":0,"path":"","pattern":"Log","by_type":true}'),
    (18, '{"run":0,"op":5}'), (19, '{"run":0}'), (20, '{"run":0,"file":0}'), (21, '{"run":0,"file":0,"line":37}'),
    (22, '{"client":"a","run":0,"line":"lt -n Log"}'), (23, '{"client":"a","run":0,"line":"lt --"}'),
]  # fmt: skip

# Keys as a terminal sends them; the first two bytes are the size of the screen.
KEYS = [
    "lt -n relu\r", "pt a:0\x01\x0b\x19\x1bb\x1bd\x14", "漢字e\u0301\x7f\x1b[D\x1b[3~", "\x12lo\x12\x07", "l\t\t\t\x1b[Z",
    "\x1b[A\x1b[A\x1b[B\x1b[1;5D\x1bOF", "\x1b[200~one\ntwo\x1b[201~\x03", "/1[0-9]\rnNgGw\x1b[C\x1b[D b", "\x17\x15\x04",
]  # fmt: skip

EXPRESSIONS = [
    "`x` + 1", "sum(`x`, axis=0)", "np.linalg.norm(`d`)", "`x`[`x` > 0]", "`i`[::-1, None, ...]", "`x`.T @ `x`",
    "where(isnan(`x`), 0, `x`)", "histogram(`d`, bins=3)", "percentile(`d`, [5, 9])", "unique(`n`, return_counts=True)",
    "`h`.mean(axis=(0, -1), keepdims=True)", "`b` * 0.5", "`c` / `c`", "`u` - 1", "1 < 2 <= 3 and not 0 or None",
    "[1, [2]]", "(1, 2)[0]", "'a' in ['a']", "`x` if True else `i`", "clip(`i`, 1, 5)", "`x`.reshape(3, -1)",
    "concatenate([`x`, `z`])", "stack([`d`, `d`], axis=1)", "argsort(`d`)", "`s`[0]", "`x`[[0, 1], [1, 0]]",
    "`d`[1:4:2]", "~`i` & 3 | 4 ^ 1 >> 1", "`x` // 2 % 3", "median(`x`)", "std(`x`, ddof=1)", "diff(`d`, n=2)", "-`x`",
    "float32(3)", "`x`.astype('int8')", "zeros((2, 0))", "arange(5)", "cumsum(`i`, axis=1)", "1j * `c`", "x =~ 'a'", "(", "`",
]  # fmt: skip

FILTERS = [
    "max > 1e4 and op == \"MatMul\"", "has_inf_or_nan", "name =~ 'conv.*'", "not (nan or inf)", "shape == [2, 3]", "b",
    "shape[0] > 1", "dtype in ['f32', 'bfloat16']", "0 < rank <= 2", "abs(min) / elements ** 2 % 3 // 1 >= step", "a",
    "graph != 'g' or node !~ 'x'", "bad == 0", "time > 1.5", "execution not in [1, 2]", "slot", "True", "len(shape) == -1",
]  # fmt: skip

CAPTURE_SETTINGS = [
    "mode\nauto", "mode\nloud", "every\n10", "steps\n3:9", "steps\n:", "stride\n2", "retain\nsteps 100", "retain\nevents 5",
    "retain\nall", "budget\n2G", "budget\n-1", "stop\n1", "worker\nw0", "colour\nred", "dtype\nfloat(16|32)$", "graph\n",
    "name\nlayer_[0-9]+/kernel", "op_type\n(?:Mat|Batch.*)Mul$", "name\n((a*)*)*b", "name\n[^a-z]+?\\d\\W.", "name\n(", "name\na{2}",
]  # fmt: skip

CONTROL_LINES = [
    "hello 1 17 /tmp/a%0Ab%25/run-1-2\n", "birth 3 4 5 6\nheld birth\n", "error 1 2 3\nheld error\n", "settled 9 -1\nstep 4\nbye\n",
    "go\nhold\nheld hold\ndetach\nstop 1\nstop 0\n", "hello 2 1 /r\n", "birth 1 2\n", "GET / HTTP/1.1\n\n",
]  # fmt: skip

# Targets of requests, and headers of those who ask.
URLS = [
    "/", "/?token=0123456789abcdef&a=b", "/rpc/alerts", "/export/npy?name=a%2Fb%3A0&slice=%5B1%2C%20%3A%5D", "/changes", "/../a",
    "/experiment/e/data/plugin/debugger-v2/execution/data?run=__default_debugger_run__&begin=0&end=-1", "/%2e%2e/%5c", "/a?b=%zz",
    "/a+b?c+d=e+f&&g&=h&c+d=2", "Bearer 0123456789abcdef", "tdbg_token_1=0123456789abcdef; a=b", "[::1]:80", "gzip;q=0, br",
]  # fmt: skip


def recordings():
    shared = pathlib.Path(os.environ.get("TDBG_SHARED", ROOT.parent / "shared"))
    for base in (ROOT / "tests" / "fixtures", shared / "fixtures"):
        for file in sorted(base.rglob("*")):
            parts = file.relative_to(base).parts
            if file.is_file() and ("dump" in parts or "session_root" in parts):
                yield file, pathlib.PurePath(*parts)


def submessages(data, *path):
    """All submessages that lie at the path of field numbers; none where the bytes are no message."""
    try:
        found = [v for n, w, v in wire_format.fields(data) if n == path[0] and w == 2]
    except wire_format.Broken:
        return []
    if len(path) == 1:
        return found
    return [inner for message in found for inner in submessages(message, *path[1:])]


# Where a TensorProto lies: in a tfdbg2 trace and execution, in a tfdbg1 tensor file, and as the
# value of a Const node in a tfdbg1 graph file.
TENSORS_IN_TFDBG2 = [(10, 5), (9, 7)]
TENSORS_IN_TFDBG1 = [(5, 1, 8), (4, 1, 5, 2, 8)]


# The order of FileKind in src/importers/tfdbg2/file_set.h: what the steps of tfdbg2_logdir_fuzz name.
LOG_FILES = ["metadata", "source_files", "stack_frames", "graphs", "graph_execution_traces", "execution"]
LOOK = 6  # the step that reads what was written so far
KEPT_REPEATS = {(4, 3), (7, 8, 2), (9, 8, 2)}  # source lines and stack frames: most of the bytes


def native_steps():
    """A small native trace for native_trace_fuzz: each step a record of src/format/records.h without its head."""

    def step(kind, layout, *fields, aux=0, tail=b""):
        record = struct.pack("<" + layout, *fields) + tail
        return bytes([kind, aux]) + len(record).to_bytes(2, "little") + record

    words = ["job", "auto", "f", "f#1", "x", "Placeholder", "Log", "/srv/a.py", "main", "lost", "Mul"]
    name = {word: number for number, word in enumerate(words, 1)}
    steps = [step(17, "II", number, len(word), tail=word.encode()) for word, number in name.items()]
    steps.append(step(16, "qII10I", 10, 1, 0, name["job"], 0, 0, 0, 0, name["auto"], 0, 0, 0, 0))
    steps.append(step(18, "4I8x", 1, name["f#1"], name["f"], 0))
    steps.append(step(21, "5I4x", 1, 0, name["/srv/a.py"], name["main"], 3))
    steps.append(step(22, "QQII", 0, 9, name["/srv/a.py"], 0, tail=b"x = 1\ny\n\n"))
    steps.append(step(20, "II", 1, 2, tail=struct.pack("<qq", 1, 2)))
    for number, (op, reads) in enumerate([("x", []), ("Log", ["x"]), ("Mul", ["Log", "x"])], 1):
        inputs = b"".join(struct.pack("<Ii", name[source], 0) for source in reads)
        kind = name["Placeholder" if op == "x" else op]
        for flags in (1, 0):
            steps.append(step(19, "10IBB6x", number, 1, name[op], kind, 0, 1, 0, 0, 1, len(reads), 0, flags, tail=inputs))
    steps.append(step(3, "qIIII", 20, 1, 1, 1, name["f"], aux=1))
    steps.append(step(5, "qqII", 20, 7, 1, 0))
    steps.append(bytes([63, 0, 0, 0]))
    health = struct.pack("<III5f", 0, 1, 0, -1.0, 2.0, 0.5, 1.0, 2.0)
    steps.append(step(1, "qIIIBBH", 21, 1, 1, 1, 1, 3 | 0x20, 0, tail=health))
    bad = struct.pack("<IBBH4I", 4, 1, 1, 0, 1, 0, 0, 1)
    steps.append(step(1, "qIIIBBH", 22, 2, 1, 1, 1, 3 | 1 << 3 | 0x60, 0, tail=health + bad))
    steps.append(step(6, "q7IBB18x", 22, 2, 1, 0, 0, 1, 0, 1, 1, 1))
    steps.append(step(32, "QQIB3x", 0, 8, 1, 1, tail=struct.pack("<ff", 0.0, 1.0)))
    value = struct.pack("<IBBHIIQ", 1 << 9, 0, 0, 0, 0, 0, 4096)
    steps.append(step(2, "qIIIBBH", 22, 2, 1, 1, 1, 5 | 0x60, 0, tail=health + value))
    steps.append(step(7, "q7IBB18x", 23, 3, 1, 0, 0, 1, name["lost"], 0, 0, 0))
    steps.append(step(23, "qQII", 24, 3, name["lost"], 0))
    steps.append(step(24, "q16x", 30))
    return b"".join(steps)


def varint(number):
    low = [number & 127]
    while number := number >> 7:
        low[-1] |= 128
        low.append(number & 127)
    return bytes(low)


def encode(number, wire, value):
    head = varint(number << 3 | wire)
    return head + (varint(value) if wire == 0 else varint(len(value)) * (wire == 2) + value)


def shortened(message, path=()):
    """The same message, but of each kind in KEPT_REPEATS only the first and the last."""
    fields = wire_format.fields(message)
    out = b""
    for i, (number, wire, value) in enumerate(fields):
        here = path + (number,)
        if here in KEPT_REPEATS:
            places = [k for k, field in enumerate(fields) if field[0] == number]
            if i not in (places[0], places[-1]):
                continue
        elif any(kept[: len(here)] == here for kept in KEPT_REPEATS):
            value = shortened(value, here)
        out += encode(number, wire, value)
    return out


def logdir_steps(logs):
    """A small logdir for tfdbg2_logdir_fuzz from {file: events}: of each file as many as fit, in turns,
    and a look half way."""
    chosen = {file: [] for file in LOG_FILES if file in logs}
    left = MOST_BYTES
    for turn in range(max(map(len, logs.values()))):
        for file in chosen:
            for event in logs[file][turn : turn + 1]:
                event = shortened(event)
                left -= 3 + len(event)
                if left > 0:
                    step = bytes([LOG_FILES.index(file)]) + len(event).to_bytes(2, "little") + event
                    chosen[file].append(step)
    first = [step for steps in chosen.values() for step in steps[: len(steps) // 2]]
    second = [step for steps in chosen.values() for step in steps[len(steps) // 2 :]]
    return b"".join(first + [bytes([LOOK, 0, 0])] + second)


def first_nodes(graph_def):
    """The graph cut off behind the last node that fits."""
    out = b""
    for field in wire_format.fields(graph_def):
        if field[0] == 1 and len(out) + len(encode(*field)) <= MOST_BYTES:
            out += encode(*field)
    return out


def collect():
    """{fuzzer: [seed]}, in the order of the recordings."""
    seeds = {
        "capture_settings": [text.encode() for text in CAPTURE_SETTINGS],
        "control_message": [text.encode() for text in CONTROL_LINES],
        "expression": [text.encode() for text in EXPRESSIONS],
        "filter": [text.encode() for text in FILTERS],
        "slice": [text.encode() for text in SLICES],
        "line_editor": [size + text.encode() for text in KEYS for size in (b"\x12\x05", b"\x02\x01")],
        "rpc_request": [bytes([number]) + text.encode() for number, text in REQUESTS],
        "shell": [which + text.encode() for text in TALKS for which in (b"0", b"1")],
        "url_query": [text.encode() for text in URLS],
        "tensor_name": [text.encode() for text in TENSOR_NAMES],
    }
    trace = native_steps()
    seeds["native_trace"] = [trace, trace[: len(trace) // 2], trace[::-1]]
    # Who asks, no edits, and six questions at a time of the tensors one after the other.
    seeds["native_question"] = [
        bytes([who, 0, 0, 0, 0, *(n for i in range(6) for n in (first + i, first + i))]) for who in range(3) for first in range(0, 40, 6)
    ]
    # A sound file, and one with an edit of each kind in its headers; columns of one byte each.
    seeds["packed_segment"] = [bytes([0, at, 0, how, 3]) for at in (81, 113, 121) for how in range(5)] + [bytes([2]), bytes([1] + [0, 1] * 40)]
    seeds["native_segment"] = [bytes([1, flags, 1, 0]) + bytes(28) for flags in (0, 3)]
    seeds["native_segment"].append(bytes([3, 2, 2, 0]) + bytes(60) + bytes([17, 2, 1, 0]) + bytes(28))
    logdirs = {}

    def add(fuzzer, data):
        seeds.setdefault(fuzzer, []).append(data)

    for file, path in recordings():
        data = file.read_bytes()
        if file.name.startswith("tfdbg_events."):
            records = wire_format.records(data)
            ends = [end for _, end, _ in records if end <= MOST_BYTES]
            whole = len(data) <= MOST_BYTES or not ends
            add("tfrecord", data[: MOST_BYTES if whole else ends[-1]])
            for start, end, _ in records:
                event = data[start + 12 : end - 4]
                add("tfdbg2_event", event)
                prefix, _, suffix = file.name.rpartition(".")
                logdirs.setdefault((file.parent, prefix), {}).setdefault(suffix, []).append(event)
                for where in TENSORS_IN_TFDBG2:
                    for tensor in submessages(event, *where):
                        add("tensor_proto", tensor)
        elif "_tfdbg_" in str(path):
            root = next(i for i, p in enumerate(path.parts) if p in ("dump", "session_root"))
            add("tfdbg1_name", "/".join(path.parts[root + 1 :]).encode())
            add("tfdbg1_event", data)
            if file.name.startswith("_tfdbg_graph_"):
                for graph_def in submessages(data, 4):
                    add("graph_def", first_nodes(graph_def))
                    for attribute in submessages(graph_def, 1, 5, 2):
                        add("attr_value", attribute)
            for where in TENSORS_IN_TFDBG1:
                for tensor in submessages(data, *where):
                    add("tensor_proto", tensor)
    for logs in logdirs.values():
        add("tfdbg2_logdir", logdir_steps(logs))
    return seeds


def choose(candidates):
    """At most MOST_SEEDS different ones, spread evenly over where they came from."""
    small = list(dict.fromkeys(data for data in candidates if len(data) <= MOST_BYTES))
    if len(small) <= MOST_SEEDS:
        return small
    return [small[i * len(small) // MOST_SEEDS] for i in range(MOST_SEEDS)]


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    for fuzzer, candidates in sorted(collect().items()):
        folder = pathlib.Path(sys.argv[1]) / fuzzer
        folder.mkdir(parents=True, exist_ok=True)
        for data in choose(candidates):
            (folder / hashlib.sha256(data).hexdigest()[:16]).write_bytes(data)


if __name__ == "__main__":
    main()
