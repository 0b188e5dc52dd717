"""Opens a tfdbg2 logdir with TensorFlow's own DebugDataReader and InfNanMonitor, as TensorBoard's
debugger plugin does, and prints as JSON what it found and how long that took after the import.

Unlike the plugin it asks for all alerts, not only the first 1000."""

import json
import os
import sys
import time

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

import tensorflow as tf
from tensorflow.python.debug.lib import debug_events_monitors
from tensorflow.python.debug.lib import debug_events_reader

from process_memory import memory_of


def list_alerts(monitor):
    return [
        {
            "kind": "execution" if a.execution_index is not None else "trace",
            "op_type": a.op_type,
            "slot": a.output_slot,
            "time": a.wall_time,
            "elements": a.size,
            "nan": a.num_nan,
            "pos_inf": a.num_pos_inf,
            "neg_inf": a.num_neg_inf,
        }
        for a in monitor.alerts()
    ]


def count_graphs(reader, graphs):
    inner = [reader.graph_by_id(i) for graph in graphs for i in graph.inner_graph_ids]
    return len(graphs) + (count_graphs(reader, inner) if inner else 0)


def main():
    logdir = sys.argv[1]
    anon_before, _ = memory_of("self")
    start, cpu_start = time.perf_counter(), time.process_time()
    reader = debug_events_reader.DebugDataReader(logdir)
    monitor = debug_events_monitors.InfNanMonitor(reader)
    reader.update()
    alerts = list_alerts(monitor)
    seconds, cpu_seconds = time.perf_counter() - start, time.process_time() - cpu_start
    ops = reader.graph_op_digests()
    json.dump(
        {
            "seconds": seconds,
            "cpu_seconds": cpu_seconds,
            "version": tf.__version__,
            "anon_after_import": anon_before,
            "executions": reader.num_executions(),
            "traces": reader.num_graph_execution_traces(),
            "graphs": count_graphs(reader, reader.outermost_graphs()),
            "ops": len(ops),
            "source_files": len(reader.source_file_list()),
            "alerts": alerts,
        },
        sys.stdout,
    )


if __name__ == "__main__":
    main()
