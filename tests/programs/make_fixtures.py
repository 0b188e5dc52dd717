"""The programs behind tests/fixtures, and what TensorFlow's own readers say of their recordings.

    make_fixtures.py record NAME DIR     run the program NAME under TensorFlow's debugger, into DIR
    make_fixtures.py read DIR JSON       read DIR with TensorFlow and write what it says to JSON

record_fixtures.sh calls both with neutral paths; tests/fixtures/README.md says what is in each.
"""

import json
import sys

import tensorflow as tf

import cause_cases
import tensorflow_readings

v1 = tf.compat.v1


def plain_session_config():
    """No graph rewriting, so that every op of the program is there under its own name."""
    config = v1.ConfigProto(intra_op_parallelism_threads=1, inter_op_parallelism_threads=1)
    config.graph_options.rewrite_options.disable_meta_optimizer = True
    config.graph_options.optimizer_options.opt_level = -1
    return config


def tfdbg1_basic(folder):
    """Two Session.run calls into one dump root: a log that meets 0 in the second, and a while loop."""
    from tensorflow.core.protobuf import config_pb2
    from tensorflow.python.debug.lib import debug_utils

    v1.disable_control_flow_v2()  # a loop of Enter, Switch, NextIteration and Exit ops in the graph itself
    with tf.Graph().as_default() as graph:
        fed = v1.placeholder(tf.float32, [2, 2], name="fed")
        shifted = tf.add(fed, [[1.0, 2.0], [3.0, 4.0]], name="layer/shifted")
        logs = tf.math.log(shifted, name="layer/logs")
        halves = tf.cast(logs, tf.float16, name="halves")
        signs = tf.less(logs, 0.0, name="signs")
        words = tf.strings.as_string(tf.cast(shifted, tf.int32, name="whole"), name="words")
        _, doubled = v1.while_loop(
            lambda i, _: i < 3,
            lambda i, x: (i + 1, tf.multiply(x, 2.0, name="twice")),
            [tf.constant(0), shifted],
            name="loop",
        )
        first, second = tf.split(doubled, 2, name="parts")
        with v1.Session(config=plain_session_config()) as session:
            options = config_pb2.RunOptions(output_partition_graphs=True)
            debug_utils.watch_graph(options, graph, debug_urls=["file://" + folder], global_step=41)
            fetches = [halves, signs, words, first, second]
            session.run(fetches, {fed: [[0, 0], [0, 0]]}, options=options)
            session.run(fetches, {fed: [[0, -2], [0, 0]]}, options=options)


def tfdbg2_full_tensor(folder):
    """FULL_TENSOR: every value is in the files. Eager ops, a function, several dtypes, NaN and -inf."""
    tf.debugging.experimental.enable_dump_debug_info(
        folder, tensor_debug_mode="FULL_TENSOR", circular_buffer_size=-1
    )

    @tf.function
    def scaled_log(x, times):
        i = tf.constant(0)
        while i < times:
            x = tf.multiply(x, 0.5, name="half")
            i += 1
        return tf.math.log(x, name="logarithm"), tf.cast(x, tf.bfloat16, name="short")

    scaled_log(tf.constant([[0.0, 1.0], [2.0, 4.0]]), tf.constant(2))
    tf.sqrt(tf.constant([-1.0, 4.0], tf.float64))
    tf.unique(tf.constant([7, 7, 9]))
    tf.strings.join(["ab", "c"])
    tf.cast(tf.constant([0, 3], tf.uint8), tf.bool)
    tf.complex(tf.constant([1.0]), tf.constant([-2.0]))
    tf.reshape(tf.cast(tf.range(24), tf.int16), [2, 3, 4])
    tf.debugging.experimental.disable_dump_debug_info()


PROGRAMS = {
    "tfdbg1_basic": tfdbg1_basic,
    "tfdbg2_full_tensor": tfdbg2_full_tensor,
    "causes": cause_cases.record,
}


def main():
    command, first, second = sys.argv[1:]
    if command == "record":
        PROGRAMS[first](second)
        return
    with open(second, "w", encoding="utf-8") as file:
        json.dump(tensorflow_readings.read(first), file, indent=1, sort_keys=True)
        file.write("\n")


if __name__ == "__main__":
    main()
