"""Counts of views, rounded to whole numbers before the log."""

import tensorflow as tf


@tf.function
def log_counts(estimates):
    whole = tf.cast(estimates, tf.int32)
    return tf.math.log(tf.cast(whole, tf.float32))  # bug


print(log_counts(tf.constant([12.3, 4.5e6, 3.0e9])))
