"""A two-layer MNIST classifier with a bug that many have written once: it takes the log of a softmax.

The learning rate is bold. After two steps the network is so sure of itself that some of its
probabilities underflow to 0. The log of that is -inf, times a label of 0 it is NaN, and with the next
update so is every weight. The program does not notice: it goes on, with the accuracy of a guess.

    python examples/mnist_nan.py                    trains 5 steps
    python examples/mnist_nan.py --dump DIR         the same, and TensorFlow's debugger writes DIR
"""

import argparse
import os
from pathlib import Path

import numpy as np
import tensorflow as tf

HERE = Path(__file__).resolve().parent
BATCH = 100


def load_digits():
    """MNIST from the file named by TDBG_SHARED or beside the project, else the digits shipped here."""
    shared = Path(os.environ.get("TDBG_SHARED", HERE.parent.parent / "shared"))
    mnist = shared / "data/mnist10k.npz"
    return np.load(mnist if mnist.exists() else HERE / "digits.npz")


def one_hot(labels):
    return np.eye(10, dtype=np.float32)[labels]


def flatten(images):
    return images.reshape(-1, 784).astype(np.float32) / 255


def make_variables(random):
    def normal(name, *shape):
        return tf.Variable(random.normal(0, 0.1, shape).astype(np.float32), name=name)

    def zeros(name, *shape):
        return tf.Variable(np.zeros(shape, np.float32), name=name)

    return normal("w1", 784, 500), zeros("b1", 500), normal("w2", 500, 10), zeros("b2", 10)


def model(x, variables):
    w1, b1, w2, b2 = variables
    hidden = tf.nn.relu(tf.matmul(x, w1) + b1)
    return tf.nn.softmax(tf.matmul(hidden, w2) + b2)


def loss(p, labels):
    return tf.reduce_mean(-(labels * tf.math.log(p)))


def make_train_step(variables, rate):
    @tf.function
    def train_step(x, labels):
        with tf.GradientTape() as tape:
            p = model(x, variables)
            error = loss(p, labels)
        for variable, gradient in zip(variables, tape.gradient(error, variables)):
            variable.assign_sub(rate * gradient)
        return error

    return train_step


def make_accuracy(variables):
    @tf.function
    def accuracy(x, labels):
        right = tf.equal(tf.argmax(model(x, variables), 1), tf.argmax(labels, 1))
        return tf.reduce_mean(tf.cast(right, tf.float32))

    return accuracy


def train(digits, steps, rate, seed):
    x, labels = flatten(digits["x_train"]), one_hot(digits["y_train"])
    test_x, test_labels = flatten(digits["x_test"]), one_hot(digits["y_test"])
    variables = make_variables(np.random.default_rng(seed))
    train_step, accuracy = make_train_step(variables, rate), make_accuracy(variables)
    for step in range(steps):
        start = step * BATCH % len(x)
        error = train_step(x[start : start + BATCH], labels[start : start + BATCH])
        print(f"step {step}: loss {error:.4g}, accuracy {accuracy(test_x, test_labels):.3f}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--dump", metavar="DIR", help="let TensorFlow's debugger record into DIR")
    parser.add_argument("--steps", type=int, default=5)
    parser.add_argument("--rate", type=float, default=8.0)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    if options.dump:
        tf.debugging.experimental.enable_dump_debug_info(
            options.dump, tensor_debug_mode="FULL_HEALTH", circular_buffer_size=-1
        )
    train(load_digits(), options.steps, options.rate, options.seed)
    if options.dump:
        tf.debugging.experimental.disable_dump_debug_info()


if __name__ == "__main__":
    main()
