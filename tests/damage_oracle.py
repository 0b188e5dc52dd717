"""Says what damage a recorded file can show, by reading it with small readers of its own.

Nothing here is tdbg's: the tests use it to decide whether tdbg may stay silent about a damaged file."""

import math
import struct

from wire_format import Broken, fields, last

# Bytes of one element in tensor_content, by TensorFlow's number of the element type. Strings,
# resources and variants have elements of any size.
_WIDTH = {1: 4, 2: 8, 3: 4, 4: 1, 5: 2, 6: 1, 8: 8, 9: 8, 10: 1, 11: 1, 12: 1, 13: 4, 14: 2, 15: 2,
          16: 2, 17: 2, 18: 16, 19: 2, 22: 4, 23: 8, 24: 1, 25: 1, 26: 1, 27: 1, 28: 1, 29: 1, 30: 1,
          31: 1, 32: 1, 33: 1}  # fmt: skip
_OPAQUE = (7, 20, 21)


def tfdbg1_kind(relative_path):
    name = relative_path.name
    if name.startswith("_tfdbg_graph_"):
        return "graph"
    if name.startswith(("_tfdbg_core_metadata_", "_tfdbg_fetches_info_", "_tfdbg_feed_keys_info_")):
        return "message"
    return "tensor"


def _timestamp(name):
    return float(name.rsplit("_", 1)[1].split("-")[0])


def _wall_time_fits(event, name):
    wall_time = last(event, 1, 1)
    return wall_time is not None and struct.unpack("<d", wall_time)[0] == _timestamp(name)


def _tensor_fits(tensor):
    """Whether the bytes of a TensorProto are as many as its type and shape say."""
    dtype = last(tensor, 1, 0)
    dims = []
    for dim in (v for n, w, v in fields(last(tensor, 2, 2) or b"") if (n, w) == (2, 2)):
        size = last(fields(dim), 1, 0) or 0
        dims.append(size - 2**64 if size >= 2**63 else size)
    content = last(tensor, 4, 2) or b""
    if dtype not in _WIDTH and dtype not in _OPAQUE or any(d < 0 for d in dims):
        return False
    if dtype == 7 and not content:
        strings = sum(1 for n, w, _ in tensor if (n, w) == (8, 2))
        return strings in (0, math.prod(dims))
    return dtype in _OPAQUE or not content or len(content) == math.prod(dims) * _WIDTH[dtype]


def _tensor_file_is_sound(data, relative_path):
    parts = relative_path.parts
    device = next(i for i, part in enumerate(parts) if part.startswith("_tfdbg_device_"))
    leaf, slot, debug_op, _ = relative_path.name.rsplit("_", 3)
    node = "/".join(parts[device + 1 : -1] + (leaf,))
    event = fields(data)
    summary = last(event, 5, 2)
    value = last(fields(summary), 1, 2) if summary is not None else None
    if value is None or not _wall_time_fits(event, relative_path.name):
        return False
    value = fields(value)
    tensor = last(value, 8, 2)
    return (
        last(value, 1, 2) == node.encode()
        and last(value, 7, 2) == f"{node}:{slot}:{debug_op}".encode()
        and tensor is not None
        and _tensor_fits(fields(tensor))
    )


def _graph_file_is_sound(data, relative_path):
    event = fields(data)
    graph = last(event, 4, 2)
    if graph is None or not _wall_time_fits(event, relative_path.name):
        return False
    for number, wire, value in fields(graph):
        if (number, wire) == (1, 2):
            fields(value)
    return True


def _message_file_is_sound(data, _):
    """Metadata and info files: a text. The time in a metadata file's name is a second look at the
    clock, a little later than the event's own."""
    log = last(fields(data), 6, 2)
    return log is not None and last(fields(log), 2, 2) is not None


def tfdbg1_is_sound(data, relative_path):
    """Whether a reader that looks only at this file and its path must take it as it is."""
    judge = {
        "tensor": _tensor_file_is_sound,
        "graph": _graph_file_is_sound,
        "message": _message_file_is_sound,
    }[tfdbg1_kind(relative_path)]
    try:
        return judge(data, relative_path)
    except Broken:
        return False
