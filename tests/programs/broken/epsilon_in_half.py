"""Normalises columns in half precision."""

import tensorflow as tf


@tf.function
def standardise(x):
    mean = tf.reduce_mean(x, axis=0)
    std = tf.math.reduce_std(x, axis=0)
    return (x - mean) / (std + 1e-8)  # bug


table = tf.constant([[1.0, 3.0], [2.0, 3.0], [4.0, 3.0]], tf.float16)
print(standardise(table))
