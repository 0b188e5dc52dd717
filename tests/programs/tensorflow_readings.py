"""What TensorFlow's own readers (DebugDumpDir, DebugDataReader, InfNanMonitor) say of a recording.

In the result NaN and infinities are the strings "NaN", "Infinity", "-Infinity"; byte strings are
{"b64": ...}; raw_le_hex is the value's bytes, little-endian and C-contiguous.
"""

import base64
import hashlib
import math
import os

import numpy as np
from tensorflow.core.framework import types_pb2
from tensorflow.core.protobuf import debug_event_pb2
from tensorflow.python.debug.lib import debug_data, debug_events_monitors, debug_events_reader

FULL_TENSOR = debug_event_pb2.TensorDebugMode.FULL_TENSOR


def number(value):
    value = float(value)
    if math.isnan(value):
        return "NaN"
    if math.isinf(value):
        return "Infinity" if value > 0 else "-Infinity"
    return value


def element(value):
    if isinstance(value, (bytes, str)):
        data = value if isinstance(value, bytes) else value.encode()
        return {"b64": base64.b64encode(data).decode()}
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    if isinstance(value, (int, np.integer)):
        return int(value)
    if isinstance(value, complex):
        return [number(value.real), number(value.imag)]
    return number(value)


def describe(value):
    """Shape, bytes and elements of one value."""
    array = np.asarray(value)
    said = {"numpy_dtype": array.dtype.name, "shape": list(array.shape), "size": int(array.size)}
    if array.size <= 64:
        said["values"] = [element(item) for item in array.reshape(-1).tolist()]
    if array.dtype.kind not in "OSU":
        raw = np.ascontiguousarray(array).tobytes()
        said.update(nbytes=len(raw), sha256=hashlib.sha256(raw).hexdigest())
        if len(raw) <= 2048:
            said["raw_le_hex"] = raw.hex()
    return said


def files_of(root):
    found = []
    for folder, _, names in os.walk(root):
        for name in names:
            path = os.path.join(folder, name)
            found.append({"path": os.path.relpath(path, root), "bytes": os.path.getsize(path)})
    return sorted(found, key=lambda file: file["path"])


def read_tfdbg1(root):
    dump = debug_data.DebugDumpDir(root)
    metadata = dump.core_metadata
    tensors = []
    for datum in dump.dumped_tensor_data:
        value = datum.get_tensor()
        said = {
            "device": datum.device_name, "node": datum.node_name, "slot": datum.output_slot,
            "debug_op": datum.debug_op, "timestamp": datum.timestamp,
            "path": os.path.relpath(datum.file_path, root), "watch_key": datum.watch_key,
            "has_inf_or_nan": bool(debug_data.has_inf_or_nan(datum, value)),
        }
        if isinstance(value, debug_data.InconvertibleTensorProto):
            said.update(inconvertible=True, initialized=value.initialized)
        else:
            said["value"] = describe(value)
        tensors.append(said)
    bad = [tensor["watch_key"] for tensor in tensors if tensor["has_inf_or_nan"]]
    graphs = dump.reconstructed_non_debug_partition_graphs()
    return {
        "reader": "DebugDumpDir",
        "files": files_of(root),
        "core_metadata": [one._asdict() for one in (metadata if isinstance(metadata, list) else [metadata])],
        "devices": sorted(dump.devices()),
        "t0": dump.t0,
        "size": dump.size,
        "tensors": tensors,
        "first_inf_or_nan": bad[0] if bad else None,
        "all_inf_or_nan": bad,
        "non_debug_partition_graphs": {
            device: [{"name": node.name, "op": node.op, "device": node.device, "input": list(node.input)}
                     for node in graph.node]
            for device, graph in graphs.items()},
    }


def tensor_proto(proto):
    try:
        value = debug_events_reader._parse_tensor_value(proto)
    except ValueError:  # strings as the runtime writes them in a graph: TensorFlow's reader cannot take them
        value = None
    return {"dtype": types_pb2.DataType.Name(proto.dtype),
            "value": None if value is None else describe(value)}


def with_stack(said, read_stack, thing):
    """Replaces frame ids, which mean nothing outside the files, by the depth and the innermost frame."""
    ids = said.pop("stack_frame_ids", None)
    _, stack = read_stack(thing) if ids else ("", [])  # TensorFlow's reader asks the first frame for its host
    said.update(stack_depth=len(stack), stack_top=list(stack[-1]) if stack else None)
    return said


def read_execution(reader, digest):
    execution = reader.read_execution(digest)
    said = with_stack(execution.to_json(), reader.read_execution_stack_trace, execution)
    said["num_outputs"] = execution.num_outputs
    if said.get("debug_tensor_values") is not None:
        said["debug_tensor_values"] = [None if values is None else [number(x) for x in values]
                                       for values in said["debug_tensor_values"]]
    if execution.tensor_debug_mode == FULL_TENSOR:
        record = reader._reader.read_execution_event(execution.locator).execution
        said["values"] = [tensor_proto(proto) for proto in record.tensor_protos]
    return said


def read_trace(reader, digest):
    trace = reader.read_graph_execution_trace(digest)
    said = trace.to_json()
    if said.get("debug_tensor_value") is not None:
        said["debug_tensor_value"] = [number(x) for x in said["debug_tensor_value"]]
    if trace.tensor_debug_mode == FULL_TENSOR:
        record = reader._reader.read_graph_execution_traces_event(trace.locator).graph_execution_trace
        said["value"] = tensor_proto(record.tensor_proto)
    return said


def monitor_alert(alert):
    return {"wall_time": alert.wall_time, "op_type": alert.op_type, "output_slot": alert.output_slot,
            "size": alert.size, "num_neg_inf": alert.num_neg_inf, "num_pos_inf": alert.num_pos_inf,
            "num_nan": alert.num_nan, "execution_index": alert.execution_index,
            "graph_execution_trace_index": alert.graph_execution_trace_index}


def holds_full_tensors(root):
    with debug_events_reader.DebugDataReader(root) as reader:
        reader.update()
        recorded = [*reader.executions(), *reader.graph_execution_traces()]
        return any(record.tensor_debug_mode == FULL_TENSOR for record in recorded)


def read_tfdbg2(root):
    full = holds_full_tensors(root)
    with debug_events_reader.DebugDataReader(root) as reader:
        # The monitor of TensorFlow 2.21 waits for itself forever on FULL_TENSOR traces.
        monitor = None if full else debug_events_monitors.InfNanMonitor(reader)
        reader.update()
        return {
            "reader": "DebugDataReader",
            "files": files_of(root),
            "tensorflow_version": reader.tensorflow_version(),
            "tfdbg_run_id": reader.tfdbg_run_id(),
            "starting_wall_time": reader.starting_wall_time(),
            "devices": {str(key): name for key, name in reader.device_name_map().items()},
            "source_files": [{"host": host, "path": path, "num_lines": len(reader.source_lines(host, path))}
                             for host, path in reader.source_file_list()],
            "graphs": [graph.to_json() for graph in reader._graph_by_id.values()],
            "graph_ops": [with_stack(op.to_json(), reader.read_graph_op_creation_stack_trace, op)
                          for op in reader.graph_op_digests()],
            "executions": [read_execution(reader, digest) for digest in reader.executions(digest=True)],
            "graph_execution_traces": [read_trace(reader, digest)
                                       for digest in reader.graph_execution_traces(digest=True)],
            "inf_nan_alerts": None if full else [monitor_alert(alert) for alert in monitor.alerts()],
        }


def read(root):
    v2 = any(name.startswith("tfdbg_events.") for name in os.listdir(root))
    return read_tfdbg2(root) if v2 else read_tfdbg1(root)
