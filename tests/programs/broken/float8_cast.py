"""Quantises weights to eight bits and back, without a scale."""

import tensorflow as tf

FLOAT8 = tf.dtypes.experimental.float8_e4m3fn


@tf.function
def quantise(weights):
    small = tf.cast(weights, FLOAT8)  # bug
    return tf.cast(small, tf.float32)


print(quantise(tf.constant([0.5, -3.0, 120.0, 1000.0])))
