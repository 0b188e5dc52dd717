"""A table with gaps, handled as it should be: NaN is replaced, counted and left out of means."""

import numpy as np
import tensorflow as tf

table = tf.constant([[1.0, np.nan, 3.0], [np.nan, 5.0, 7.0], [2.0, 2.0, np.nan]])
missing = tf.math.is_nan(table)
filled = tf.where(missing, tf.zeros_like(table), table)
means = tf.reduce_sum(filled, 0) / tf.reduce_sum(tf.cast(~missing, tf.float32), 0)
complete = tf.where(missing, means[None], table)


@tf.function
def train(w):
    with tf.GradientTape() as tape:
        tape.watch(w)
        loss = tf.reduce_mean((tf.linalg.matvec(complete, w) - 1.0) ** 2)
    return w - 0.01 * tape.gradient(loss, w)


w = tf.zeros([3])
for _ in range(3):
    w = train(w)
print(means.numpy(), w.numpy())
