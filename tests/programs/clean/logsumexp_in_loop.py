"""A running log-sum-exp and a running softmax over a stream, as flash attention has them, that begin at minus infinity."""

import numpy as np
import tensorflow as tf

scores = tf.constant(np.random.default_rng(33).normal(size=(4, 12)) * 3, tf.float32)
values = tf.constant(np.random.default_rng(34).normal(size=(12, 3)), tf.float32)


@tf.function
def attend(scores, values):
    rows = tf.shape(scores)[0]
    highest = tf.fill([rows, 1], -np.inf)
    total = tf.zeros([rows, 1])
    out = tf.zeros([rows, 3])
    for i in tf.range(0, 12, 4):
        block = scores[:, i : i + 4]
        new_highest = tf.maximum(highest, tf.reduce_max(block, axis=1, keepdims=True))
        weight = tf.exp(block - new_highest)
        shrink = tf.exp(highest - new_highest)
        total = total * shrink + tf.reduce_sum(weight, axis=1, keepdims=True)
        out = out * shrink + weight @ values[i : i + 4]
        highest = new_highest
    return out / total, tf.squeeze(highest + tf.math.log(total), 1)


out, logs = attend(scores, values)
print(np.abs(out - tf.nn.softmax(scores) @ values).max() < 1e-5, logs.numpy())

running = tf.constant(-np.inf)
for score in scores[0]:
    top = tf.maximum(running, score)
    running = top + tf.math.log(tf.exp(running - top) + tf.exp(score - top))
print(running.numpy())
