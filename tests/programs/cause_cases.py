"""One function for each way in which a number goes wrong, all in one recording with every value."""

import numpy as np
import tensorflow as tf


class Classifier(tf.Module):
    """Learns far too fast: its logits part further with each step, until a softmax yields 0."""

    def __init__(self):
        super().__init__()
        self.weight = tf.Variable([[1.0, -1.0, 0.0]], name="weight")

    def model(self, x):
        logits = tf.matmul(x, self.weight)
        return tf.nn.softmax(logits)

    def loss(self, p, labels):
        return tf.reduce_mean(-(labels * tf.math.log(p)))

    @tf.function
    def train_step(self, x, labels):
        value = self.loss(self.model(x), labels)
        self.weight.assign(self.weight * 7.0)
        return value


@tf.function
def ratio(a, b):
    return a / b


@tf.function
def negative_root(x):
    shifted = x - 3.0
    return tf.sqrt(shifted)


@tf.function
def normalised(x):
    total = tf.reduce_sum(tf.nn.relu(x), axis=1, keepdims=True)
    return x * tf.math.rsqrt(total)


@tf.function
def distance_gradient(a, b):
    distance = tf.norm(a - b, axis=1)
    return tf.gradients(distance, a)


@tf.function
def hidden_branch(x):
    safe = tf.where(x > 0.0, tf.math.log(x), tf.zeros_like(x))
    return tf.gradients(safe, x)


@tf.function
def powers(x, exponent):
    return tf.pow(x, exponent)


@tf.function
def softplus_by_hand(x):
    return tf.math.log(1.0 + tf.exp(x))


@tf.function
def binary_loss(logit):
    p = tf.sigmoid(logit)
    return -tf.math.log(1.0 - p)


@tf.function
def half_product(a, b):
    return a * b


@tf.function
def half_matmul(a, b):
    return tf.matmul(a, b)


@tf.function
def half_sum(x):
    return tf.reduce_sum(x, axis=1)


@tf.function
def to_half(x):
    return tf.cast(x, tf.float16)


@tf.function
def half_inverse(x):
    variance = tf.square(x)
    return 1.0 / variance


@tf.function
def mean_of(x):
    return tf.reduce_mean(x, axis=0)


@tf.function
def growing(x):
    i = tf.constant(0)
    while i < 6:
        x = x * x
        i += 1
    return x


@tf.function
def scaled(data):
    return data * 0.5


@tf.function
def with_constant(x):
    return x + tf.constant([1.0, float("inf"), 2.0])


@tf.function
def cancelled(x):
    big = tf.exp(x)
    return big - big


def given(values, dtype=tf.float32):
    """The result of an op: what a program passes in by itself, TensorFlow's debugger does not record."""
    return tf.constant(values, dtype) * tf.constant(1.0, dtype)


def record(folder):
    tf.debugging.experimental.enable_dump_debug_info(folder, tensor_debug_mode="FULL_TENSOR", circular_buffer_size=-1)
    classifier = Classifier()
    labels = tf.constant(np.eye(3, dtype=np.float32)[[0, 1, 2, 0]])
    for _ in range(4):
        classifier.train_step(tf.constant([[0.1], [-0.2], [0.5], [0.3]]), labels)
    ratio(given([[1.0, 0.0], [3.0, 4.0]]), given([2.0, 0.0]))
    ratio(given([[1.0, 5.0], [3.0, 1.0]]), given([2.0, 0.0]))
    negative_root(given([4.0, 5.0, 2.5]))
    normalised(given([[1.0, 2.0], [-1.0, -2.0]]))
    distance_gradient(given([[1.0, 2.0], [3.0, 4.0]]), given([[1.0, 1.0], [3.0, 4.0]]))
    hidden_branch(given([4.0, 0.0, 1.0]))
    powers(given([2.0, 0.0]), given(-1.5))
    powers(given([2.0, -2.0]), given(0.5))
    softplus_by_hand(given([[1.0, 2.0], [3.0, 91.25]]))
    binary_loss(given([0.5, 18.0]))
    half = tf.float16
    half_product(given([300.0, 2.0], half), given(400.0, half))
    half_matmul(given([[100.0, 200.0, 150.0]], half), given([[1.0, 200.0], [2.0, 100.0], [3.0, 300.0]], half))
    half_sum(given([[1.0, 2.0, 3.0], [30000.0, 20000.0, 25000.0]], half))
    to_half(given([1.0, 70000.0]))
    half_inverse(given([1.0, 1e-4], half))
    mean_of(tf.zeros([0, 2]))
    growing(given([1.5, 10.0]))
    scaled(tf.constant([[0.5, 1.0], [float("nan"), 2.0]]))
    with_constant(given([1.0, 2.0, 3.0]))
    cancelled(given([1.0, 100.0]))
    tf.math.log(given([[0.5, -0.25]]) * 2.0)
    tf.debugging.experimental.disable_dump_debug_info()
