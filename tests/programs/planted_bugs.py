"""Small TensorFlow programs, each with one planted bug whose verdict is known.

    python planted_bugs.py DIR     records each program into DIR/<name>

The comment `# BIRTH` marks the line that tdbg must name.
"""

import os
import sys

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

import numpy as np  # noqa: E402
import tensorflow as tf  # noqa: E402


def where_not_taken():
    """The branch of a Where that is not taken divides by zero: masked."""

    @tf.function
    def safe_divide(x, y):
        ratio = tf.divide(x, y, name="ratio")
        return tf.where(y == 0.0, tf.zeros_like(x), ratio)

    safe_divide(tf.constant([1.0, 2.0]), tf.constant([0.0, 2.0]))


def attention_mask():
    """Scores are masked with minus infinity before a softmax: masked."""

    @tf.function
    def attend(scores, keep):
        hidden = tf.math.log(keep, name="hidden")
        return tf.nn.softmax(tf.add(scores, hidden, name="scores"))

    attend(tf.constant([[1.0, 2.0, 3.0]]), tf.constant([[1.0, 1.0, 0.0]]))


def swallowed_by_division():
    """One over infinity is zero again: masked."""

    @tf.function
    def invert(x):
        big = tf.exp(x, name="big")
        return tf.divide(1.0, big, name="small")

    invert(tf.constant([1000.0]))


def half_masked():
    """The same infinity is swallowed by one reader, but returned through another: an origin."""

    @tf.function
    def invert(x):
        big = tf.exp(x, name="big")  # BIRTH
        return tf.divide(1.0, big, name="small"), tf.multiply(big, 2.0, name="out")

    invert(tf.constant([1000.0]))


def weights_go_bad():
    """A gradient is NaN; the weights are NaN in the steps after: one origin."""
    weight = tf.Variable([0.0, 1.0])

    @tf.function
    def train():
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(tf.sqrt(tf.abs(weight), name="root"))
        gradient = tape.gradient(loss, weight)  # BIRTH
        weight.assign_sub(gradient)
        return loss

    for _ in range(3):
        train()


def bad_data():
    """A dataset yields a NaN."""
    data = tf.data.Dataset.from_tensor_slices(np.array([1.0, np.nan, 3.0], np.float32))

    @tf.function
    def consume(iterator):
        x = next(iterator)
        return tf.multiply(x, 2.0, name="twice")

    iterator = iter(data)
    for _ in range(3):
        consume(iterator)


def bad_constant():
    """A constant of the graph is NaN."""

    @tf.function
    def scale(x):
        return tf.multiply(x, tf.constant([float("nan")], name="factor"), name="scaled")

    scale(tf.constant([1.0]))


def bad_variable():
    """A variable is NaN before anything was computed."""
    weight = tf.Variable([float("nan")])

    @tf.function
    def apply(x):
        return tf.multiply(x, weight, name="applied")

    apply(tf.constant([1.0]))


def inside_a_loop():
    """The third round of a while loop overflows; later rounds inherit."""

    @tf.function
    def grow(x):
        for _ in tf.range(5):
            x = tf.multiply(x, 1e15, name="grow")  # BIRTH
        return x

    grow(tf.constant([1.0]))


def inside_a_function():
    """A function in a function takes the logarithm of zero; its caller inherits."""

    @tf.function
    def inner(x):
        return tf.math.log(x, name="inner_log")  # BIRTH

    @tf.function
    def outer(x):
        return tf.multiply(inner(x - 1.0), 2.0, name="doubled")

    outer(tf.constant([1.0, 2.0]))


def eager_chain():
    """Three eager ops in a row: the first one is the birth."""
    x = tf.math.log(tf.constant([0.0]))  # BIRTH
    y = x * 0.0
    tf.exp(y)


def eager_variable():
    """An eager loop assigns a NaN and reads it back."""
    weight = tf.Variable([-1.0])
    weight.assign(tf.sqrt(weight))  # BIRTH
    weight.read_value() * 2.0


def keras_fit():
    """A Keras model whose learning rate makes it explode."""
    tf.keras.utils.set_random_seed(1)
    model = tf.keras.Sequential([tf.keras.layers.Input((4,)), tf.keras.layers.Dense(8), tf.keras.layers.Dense(1)])
    model.compile(optimizer=tf.keras.optimizers.SGD(1e20), loss="mse")
    x = np.random.RandomState(0).randn(16, 4).astype(np.float32)
    model.fit(x, x[:, :1] * 3, batch_size=4, epochs=2, verbose=0, shuffle=False)


PROGRAMS = [where_not_taken, attention_mask, swallowed_by_division, half_masked, weights_go_bad, bad_data, bad_constant,
            bad_variable, inside_a_loop, inside_a_function, eager_chain, eager_variable, keras_fit]


def main():
    for program in PROGRAMS:
        tf.debugging.experimental.enable_dump_debug_info(
            os.path.join(sys.argv[1], program.__name__), tensor_debug_mode="FULL_HEALTH", circular_buffer_size=-1)
        program()
        tf.debugging.experimental.disable_dump_debug_info()


if __name__ == "__main__":
    main()
