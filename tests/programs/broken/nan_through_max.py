"""Hausdorff distance with a slip in the squared distance."""

import numpy as np
import tensorflow as tf

rng = np.random.default_rng(9)
points = tf.Variable(rng.uniform(0, 1, (5, 2)).astype("float32"))
goal = tf.constant(rng.uniform(0, 1, (5, 2)).astype("float32"))


def farthest(a, b):
    products = tf.reduce_sum(a[:, None] * b[None], axis=-1)
    gaps = tf.sqrt(0.2 - products)  # bug
    return tf.reduce_max(tf.reduce_min(gaps, axis=1))


@tf.function
def train():
    with tf.GradientTape() as tape:
        loss = farthest(points, goal)
    points.assign_sub(0.1 * tape.gradient(loss, points))
    return loss


for _ in range(3):
    print(train().numpy())
