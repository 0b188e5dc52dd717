"""Triplet loss. In one triplet the anchor and the positive are the same picture."""

import numpy as np
import tensorflow as tf

rng = np.random.default_rng(2)
anchors = rng.normal(size=(6, 8)).astype("float32")
positives = anchors + 0.1 * rng.normal(size=(6, 8)).astype("float32")
positives[4] = anchors[4]
negatives = rng.normal(size=(6, 8)).astype("float32")
kernel = tf.Variable(np.eye(8, 3, dtype="float32"))
opt = tf.keras.optimizers.Adam(0.01)


def distance(a, b):
    return tf.norm(tf.matmul(a, kernel) - tf.matmul(b, kernel), axis=1)  # bug


@tf.function
def step():
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.maximum(distance(anchors, positives) - distance(anchors, negatives) + 5.0, 0.0))
    opt.apply_gradients([(tape.gradient(loss, kernel), kernel)])  # tape
    return loss


for _ in range(3):
    print(step().numpy())
