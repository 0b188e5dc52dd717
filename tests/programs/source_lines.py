"""One small graph, debugged both ways, to compare what is said of its source lines.

    source_lines.py record DIR      run it under tf.debugging.experimental's debugger, into DIR
    source_lines.py analyze DIR     run it under the session debugger, with DIR as its dump root, and print as JSON what
                                    TensorFlow's analyzer, which has the living graph, says of this file: ls, ps, ni -t
"""

import json
import os
import re
import sys

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

import tensorflow as tf

v1 = tf.compat.v1
THIS_FILE = os.path.abspath(__file__)


def scaled(x, by):
    return tf.multiply(x, by, name="scaled")


def build():
    a = tf.constant([1.0, 2.0], name="a")
    b = tf.constant([3.0, 0.0], name="b")
    c = scaled(a, b)
    d = scaled(c, b)
    return tf.add(tf.math.log(c, name="logs"), tf.sqrt(d, name="roots"), name="total")


def config():
    """Ops run as they were written."""
    plain = v1.ConfigProto()
    plain.graph_options.rewrite_options.disable_meta_optimizer = True
    plain.graph_options.optimizer_options.opt_level = -1
    return plain


def record(folder):
    tf.debugging.experimental.enable_dump_debug_info(folder, "FULL_TENSOR", circular_buffer_size=-1)
    with tf.Graph().as_default(), v1.Session(config=config()) as session:
        session.run(build())
    tf.debugging.experimental.disable_dump_debug_info()


def analyze(folder):
    from tensorflow.core.protobuf import config_pb2
    from tensorflow.python.debug.cli import analyzer_cli, cli_config
    from tensorflow.python.debug.lib import debug_data, debug_utils

    with tf.Graph().as_default() as graph, v1.Session(config=config()) as session:
        total = build()
        options = config_pb2.RunOptions()
        debug_utils.watch_graph(options, graph, debug_urls=["file://" + folder])
        session.run(total, options=options)
        dump = debug_data.DebugDumpDir(folder)
        dump.set_python_graph(graph)
    analyzer = analyzer_cli.DebugAnalyzer(dump, cli_config.CLIConfig(os.path.join(folder, "config")))

    (counts,) = re.findall(re.escape(os.path.basename(THIS_FILE)) + r"\s+(\d+)\s+(\d+)\s+(\d+)", text(analyzer.list_source([])))
    answers = {
        "ls": list(map(int, counts)),
        "ps": annotations(text(analyzer.print_source([THIS_FILE, "-m", "100"]))),
        "ps -t": annotations(text(analyzer.print_source([THIS_FILE, "-t", "-m", "100"]))),
        "ni -t": {},
    }
    for node in dump.nodes():
        if node.startswith("_"):
            continue  # made by the runtime
        frames = re.findall(r"^\d+: (.*)\n  Line: +(\d+)\n  Function: (.*)$", text(analyzer.node_info(["-t", node])), re.M)
        answers["ni -t"][node] = [[int(line), function] for path, line, function in frames if path == THIS_FILE]
    print(json.dumps(answers))


def text(lines):
    return "\n".join(lines.lines)


def annotations(listing):
    """{line number: [what stands below it]}."""
    found, number = {}, None
    for line in listing.split("\n"):
        if match := re.match(r"L(\d+)\b", line):
            number = match[1]
        elif line.startswith("    ") and line.strip():
            found.setdefault(number, []).append(line.strip())
    return found


if __name__ == "__main__":
    {"record": record, "analyze": analyze}[sys.argv[1]](sys.argv[2])
