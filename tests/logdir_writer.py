"""Writes small tfdbg2 logdirs with any names and values, for what no real program would record.

Shares no code with tdbg. A record is a protobuf message in a TFRecord frame; see wire_format.py for the way back."""

import struct

import wire_format

FLOAT, DOUBLE, STRING = 1, 2, 7
FULL_HEALTH, FULL_TENSOR = 4, 7


def varint(number):
    number &= 2**64 - 1
    out = b""
    while number >= 128:
        out += bytes([number & 127 | 128])
        number >>= 7
    return out + bytes([number])


def field(number, value):
    """A field of a message: bytes and text with their length, ints as varints, floats as doubles."""
    if isinstance(value, float):
        return varint(number << 3 | 1) + struct.pack("<d", value)
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    if isinstance(value, str):
        value = value.encode()
    return varint(number << 3 | 2) + varint(len(value)) + value


def message(*fields):
    """Fields are (number, value) pairs; a list as value repeats the field."""
    out = b""
    for number, value in fields:
        for item in value if isinstance(value, list) else [value]:
            out += field(number, item)
    return out


def record(data):
    length = struct.pack("<Q", len(data))
    checks = [struct.pack("<I", wire_format.masked_crc32c(part)) for part in (length, data)]
    return length + checks[0] + data + checks[1]


def tensor(dtype, shape, content=b"", **typed):
    dims = message(*[(2, message((1, extent))) for extent in shape])
    strings = typed.get("strings", [])
    return message((1, dtype), (2, dims)) + (message((4, content)) if content else b"") + message((8, strings))


def floats(values, shape=None):
    return tensor(FLOAT, [len(values)] if shape is None else shape, struct.pack(f"<{len(values)}f", *values))


def full_health(tensor_id, dtype, rank, elements, neg_inf=0, pos_inf=0, nan=0, negative=0, zero=0, positive=0):
    numbers = [tensor_id, -1, dtype, rank, elements, neg_inf, pos_inf, nan, negative, zero, positive]
    return tensor(DOUBLE, [11], struct.pack("<11d", *numbers))


class Logdir:
    """One process's six files, with a graph "f" inside a nameless one."""

    def __init__(self, mode=FULL_TENSOR, run_id="0badf00d", start=1700000000.0, source="/srv/demo/program.py",
                 version="debug.Event:1"):  # fmt: skip
        self.mode = mode
        self.clock = start
        self.files = {name: b"" for name in ("source_files", "stack_frames", "graphs", "execution",
                                             "graph_execution_traces")}  # fmt: skip
        self.files["metadata"] = b""
        self.start = start
        self._add("metadata", 3, (1, "2.21.0"), (2, version), (3, run_id))
        self._add("source_files", 4, (1, source), (2, "demo"), (3, ["line one", "line two"]))
        self._add("stack_frames", 6, (1, "frame"), (2, message((1, 0), (2, 2), (4, "main"))))
        self._add("graphs", 8, (1, "G0"))
        self.graph("G1", "f")
        self._add("graphs", 12, (1, "/job:localhost/replica:0/task:0/device:CPU:0"), (2, 1))

    def _add(self, file, kind, *fields):
        self.clock += 0.001
        self.files[file] += record(field(1, self.clock) + field(kind, message(*fields)))

    def graph(self, key, name, outer="G0"):
        self._add("graphs", 8, (1, key), (2, name), (6, outer))

    def op(self, name, op_type, inputs=(), graph="G1", frames=("frame",)):
        stack = message((1, "demo"), (2, list(frames)))
        self._add("graphs", 7, (1, op_type), (2, name), (4, graph), (6, list(inputs)), (7, 1), (8, stack), (9, 1))

    def trace(self, op, value, slot=0, graph="G1", device="/job:localhost/replica:0/task:0/device:CPU:0"):
        self._add("graph_execution_traces", 10, (1, graph), (2, op), (3, slot), (4, self.mode), (5, value),
                  (6, device))  # fmt: skip

    def execution(self, op_type, values, graph="", outputs=None):
        stack = message((1, "demo"), (2, ["frame"]))
        count = len(values) if outputs is None else outputs
        self._add("execution", 9, (1, op_type), (2, count), (3, graph), (6, self.mode), (7, list(values)),
                  (8, stack), (9, [1] * count))  # fmt: skip

    def write(self, folder, host="demo"):
        folder.mkdir(parents=True, exist_ok=True)
        for suffix, data in self.files.items():
            (folder / f"tfdbg_events.{int(self.start):010d}.{host}.{suffix}").write_bytes(data)
        return folder
