"""The six workloads: two networks of dense layers, a convolutional one and a Transformer as tf.functions, and two eager
loops; and a seventh, whose optimizer is written in Python. Each step is a whole training step on a batch of its own."""

import itertools
import os
import pathlib

import numpy as np
import tensorflow as tf

from conv_net import ConvNet
from mlp import Mlp
from training import make_train_step, update_by_hand, update_by_one_kernel
from transformer import Transformer, token_rows

ROOT = pathlib.Path(__file__).resolve().parents[2]
BATCHES = 8


def digit_batches(size):
    """MNIST from the folder of recordings, where it is there; else the digits that come with the examples."""
    shared = pathlib.Path(os.environ.get("TDBG_SHARED", ROOT.parent / "shared"))
    mnist = shared / "data/mnist10k.npz"
    digits = np.load(mnist if mnist.exists() else ROOT / "examples/digits.npz")
    pictures = np.resize(digits["x_train"], (BATCHES * size, 784)).astype(np.float32) / 255
    labels = np.resize(digits["y_train"], BATCHES * size).astype(np.int32)
    return list(zip(np.split(pictures, BATCHES), np.split(labels, BATCHES)))


def token_batches(size):
    return [(rows,) for rows in np.split(token_rows(BATCHES * size), BATCHES)]


class Workload:
    """`step()` makes one training step and returns the loss; `variables` are what it trains."""

    def __init__(self, model, batches, rate, eager=False, update=update_by_one_kernel):
        train_step = make_train_step(model, rate, update)
        train_step = train_step if eager else tf.function(train_step)
        turns = itertools.cycle([tuple(map(tf.constant, batch)) for batch in batches])
        self.step = lambda: train_step(*next(turns))
        self.variables = model.variables


MAKERS = {
    "MLP 64": lambda: Workload(Mlp(), digit_batches(64), 0.01),
    "MLP 1000": lambda: Workload(Mlp(), digit_batches(1000), 0.01),
    "conv 32": lambda: Workload(ConvNet(), digit_batches(32), 0.01),
    "Transformer 2×128": lambda: Workload(Transformer(), token_batches(16), 0.01),
    "eager MLP": lambda: Workload(Mlp(), digit_batches(64), 0.01, eager=True),
    "eager Transformer": lambda: Workload(Transformer(), token_batches(16), 0.01, eager=True),
    "MLP 64 by hand": lambda: Workload(Mlp(), digit_batches(64), 0.01, update=update_by_hand),
}
