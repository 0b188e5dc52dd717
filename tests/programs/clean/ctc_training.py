"""Connectionist temporal classification, whose forward pass works with log(0)."""

import numpy as np
import tensorflow as tf

rng = np.random.default_rng(19)
frames = tf.constant(rng.normal(size=(3, 10, 5)), tf.float32)
w = tf.Variable(rng.normal(size=(5, 4)).astype("float32"))
labels = tf.constant([[0, 1, 2], [2, 2, 0], [1, 0, 0]])


@tf.function
def train_step():
    with tf.GradientTape() as tape:
        logits = frames @ w
        losses = tf.nn.ctc_loss(labels, logits, tf.constant([3, 2, 1]), tf.constant([10, 9, 8]),
                                logits_time_major=False, blank_index=-1)  # fmt: skip
        loss = tf.reduce_mean(losses)
    w.assign_sub(0.1 * tape.gradient(loss, w))
    return loss


for _ in range(3):
    print(train_step().numpy())
