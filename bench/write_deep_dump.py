"""Writes a tfdbg1 dump of a deep residual network with TensorFlow's own debugger: 1,668 blocks of
tanh, mul and add on 32×32 float32, each recorded, so 5,004 tensors and nothing else.

  write_deep_dump.py ROOT [--blocks N]

ROOT must be empty or absent. The dump is the one run_* directory that appears in it; its path and a
tensor in the middle are printed as JSON."""

import argparse
import json
import os
import pathlib

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "0")

import numpy as np
import tensorflow.compat.v1 as tf
from tensorflow.core.protobuf import rewriter_config_pb2
from tensorflow.python.debug.wrappers import dumping_wrapper
from tensorflow.python.debug.wrappers import framework

SIZE = 32


def build(blocks):
    """x + tanh(x)·x, again and again: each block's output has three readers, so that a tree of what
    follows from an op that repeats shared parts grows 1.84-fold with each level."""
    fed = tf.placeholder(tf.float32, [SIZE, SIZE], name="x")
    x = fed
    for k in range(blocks):
        with tf.name_scope(f"layer{k:04d}"):
            x = tf.add(x, tf.multiply(tf.tanh(x, name="act"), x, name="mul"), name="res")
    return fed, x


def unoptimized():
    """So that what runs, and is recorded, is what was written."""
    config = tf.ConfigProto()
    config.graph_options.rewrite_options.disable_meta_optimizer = True
    config.graph_options.rewrite_options.constant_folding = rewriter_config_pb2.RewriterConfig.OFF
    config.graph_options.optimizer_options.opt_level = tf.OptimizerOptions.L0
    return config


def record(root, blocks):
    tf.logging.set_verbosity(tf.logging.ERROR)
    tf.disable_v2_behavior()
    fed, last = build(blocks)
    # Small enough to take some hundred blocks to overflow: good values and bad ones.
    values = 5e-4 * np.random.default_rng(1).standard_normal((SIZE, SIZE), np.float32)
    watch = framework.WatchOptions(
        debug_ops=["DebugIdentity"], node_name_regex_allowlist=r"layer\d+/(act|mul|res)$"
    )
    with tf.Session(config=unoptimized()) as session:
        wrapped = dumping_wrapper.DumpingDebugWrapperSession(
            session, str(root), watch_fn=lambda fetches, feeds: watch
        )
        wrapped.run(last, {fed: values})
    (run,) = root.glob("run_*")
    return run


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("root", type=pathlib.Path)
    parser.add_argument("--blocks", type=int, default=1668)
    arguments = parser.parse_args()
    run = record(arguments.root, arguments.blocks)
    tensors = sum("_DebugIdentity_" in file.name for file in run.rglob("*"))
    if tensors != 3 * arguments.blocks:
        raise SystemExit(f"{run}: {tensors} tensors were recorded instead of {3 * arguments.blocks}")
    node = f"layer{arguments.blocks // 2 - 1:04d}/act"
    print(json.dumps({"dump": str(run), "tensors": tensors, "node": node}))


if __name__ == "__main__":
    main()
