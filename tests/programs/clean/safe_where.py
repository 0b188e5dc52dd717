"""The where-trap avoided as the manual of TensorFlow says: the operand is made safe before the log, and divide_no_nan."""

import numpy as np
import tensorflow as tf

counts = np.array([3.0, 0.0, 7.0, 1.0], np.float32)
scale = tf.Variable(1.0)


@tf.function
def train_step():
    with tf.GradientTape() as tape:
        rate = scale * counts
        safe = tf.where(rate > 0, rate, tf.ones_like(rate))
        terms = tf.where(rate > 0, tf.math.log(safe) * counts, tf.zeros_like(rate))
        ratio = tf.math.divide_no_nan(rate, tf.constant([1.0, 0.0, 2.0, 0.0]))
        entropy = tf.reduce_sum(tf.math.xlogy(counts, rate)) + tf.reduce_sum(tf.math.multiply_no_nan(rate, counts))
        loss = tf.reduce_sum(rate - terms) + 0.01 * tf.reduce_sum(ratio) + 1e-3 * entropy
    scale.assign_sub(0.01 * tape.gradient(loss, scale))
    return loss


for _ in range(4):
    print(train_step().numpy())
