"""TensorFlow's own offline analyzer, asked in-process, and its answers as data.

Importing this module imports TensorFlow."""

import os
import re
import tempfile
from typing import NamedTuple

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

import numpy as np
from google.protobuf import text_format
from tensorflow.core.framework import attr_value_pb2
from tensorflow.python.debug.cli import analyzer_cli, cli_config
from tensorflow.python.debug.lib import debug_data
from tensorflow.python.framework import dtypes, tensor_util


class Row(NamedTuple):
    """One line of list_tensors."""

    time_ms: str  # three decimals
    size: str  # as people read it: 202, 1.07k
    op_type: str
    name: str


class Branch(NamedTuple):
    """One line of a tree."""

    depth: int
    name: str
    op_type: str
    control: bool


class Node(NamedTuple):
    op_type: str
    device: str
    inputs: list  # (op type, name) each
    control_inputs: list
    recipients: list
    control_recipients: list
    attributes: dict  # key to text, in tdbg's words
    dumps: list  # (slot, debug op, ms)


def readable_size(size):
    for unit in ("", "k", "M", "G"):
        if size < 1024 or unit == "G":
            return f"{size:.2f}{unit}" if unit else f"{size}"
        size /= 1024


class Analyzer:
    def __init__(self, run_directory):
        self.dump = debug_data.DebugDumpDir(str(run_directory))
        config = cli_config.CLIConfig(config_file_path=os.path.join(tempfile.mkdtemp(), "config"))
        self._analyzer = analyzer_cli.DebugAnalyzer(self.dump, config)
        self._analyzer.add_tensor_filter("has_inf_or_nan", debug_data.has_inf_or_nan)

    def list_tensors(self, *arguments):
        lines = self._analyzer.list_tensors(list(arguments)).lines
        head = next(i for i, line in enumerate(lines) if line.startswith("t (ms)"))
        rows = [Row(*re.fullmatch(r"\[(\S+)\]\s+(\S+)\s+(\S+)\s+(\S+)", line).groups()) for line in lines[head + 1 :]]
        assert lines[0].startswith(f"{len(rows)} dumped tensor(s)")
        return rows

    def nodes(self):
        return sorted(self.dump.nodes())

    def node_info(self, name):
        """None where the analyzer raises: it takes an input "a:1" for a node of that name."""
        try:
            lines = self._analyzer.node_info(["-a", "-d", name]).lines
        except ValueError as error:
            assert re.search(r"has a node named '.*:\d+'", str(error)), error
            return None
        text = "\n".join(lines)
        sections = re.findall(r"^  (\d+) (input|recipient)\(s\) \+ (\d+) control \w+\(s\):\n((?:    .*\n|\n(?=    ))*)", text + "\n", re.M)
        found = {}
        for data, kind, control, body in sections:
            neighbours = re.findall(r"^      \[(.*?)\] (.*)$", body, re.M)
            assert len(neighbours) == int(data) + int(control)
            found[kind] = neighbours[: int(data)], neighbours[int(data) :]
        attributes = re.findall(r"^  (\w+):\n    (.*)$", text.partition("Node attributes:")[2], re.M)
        return Node(
            re.search(r"^  Op: (.*)$", text, re.M)[1],
            re.search(r"^  Device: (.*)$", text, re.M)[1],
            *found["input"],
            *found["recipient"],
            {key: attribute_text(text_format.Parse(value, attr_value_pb2.AttrValue())) for key, value in attributes},
            [(int(s), op, ms) for s, op, ms in re.findall(r"^  Slot (\d+) @ (\w+) @ (\S+) ms$", text, re.M)],
        )

    def tree(self, command, *arguments):
        """Of list_inputs or list_outputs, with -t among the arguments; the lines "..." are left out."""
        handler = getattr(self._analyzer, command)
        branches = []
        for line in handler(list(arguments)).lines:
            match = re.match(r"[| ]*\|- \((\d+)\) (\(Ctrl\) )?\[(.*?)\] (.*)$", line)
            if match:
                branches.append(Branch(int(match[1]), match[4], match[3], bool(match[2])))
        return branches

    def values(self, tensor):
        """[(debug op, array)] of all dumps, in order of time. A value that numpy has not is None."""
        node, slot = tensor.rsplit(":", 1)
        data = [d for d in self.dump.dumped_tensor_data if (d.node_name, d.output_slot) == (node, int(slot))]
        arrays = [(d.debug_op, d.get_tensor()) for d in data]
        return [(op, a if isinstance(a, np.ndarray) else None) for op, a in arrays]

    def evaluate(self, expression):
        """The value itself, read back from the file that `eval -w` writes."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "value.npy")
            self._analyzer.evaluate_expression([expression, "-w", path])
            return np.load(path)


# ---------------------------------------------------------------- attributes, in tdbg's words


def attribute_text(attribute):
    kind = attribute.WhichOneof("value")
    if kind is None:
        return "none"
    value = getattr(attribute, kind)
    if kind == "list":
        (fields,) = [value.ListFields()] if value.ListFields() else [[]]
        return "[" + ", ".join(_text(field.name, v) for field, vs in fields for v in vs) + "]"
    return _text(kind, value)


def _text(kind, value):
    if kind == "s":
        return repr(value)[1:]
    if kind == "f":
        return str(np.float32(value))
    if kind == "b":
        return "true" if value else "false"
    if kind == "type":
        return dtypes.as_dtype(value).name
    if kind == "shape":
        return _shape_text(value)
    if kind == "tensor":
        return _tensor_text(value)
    if kind == "func":
        return value.name
    return str(value)


def _shape_text(shape):
    if shape.unknown_rank:
        return "unknown rank"
    return "[" + ",".join("?" if dim.size < 0 else str(dim.size) for dim in shape.dim) + "]"


def _tensor_text(proto):
    head = dtypes.as_dtype(proto.dtype).name + _shape_text(proto.tensor_shape)
    array = tensor_util.MakeNdarray(proto)
    if array.size > 8:
        return head
    with np.printoptions(linewidth=10_000):
        return head + " " + re.sub(r"\s*\n\s*", " ", str(array))
