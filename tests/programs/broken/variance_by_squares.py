"""Running statistics from sums, as a streaming job keeps them. The sensor hardly moves, far from 0."""

import tensorflow as tf


@tf.function
def spread(total, total_of_squares, count):
    mean = total / count
    variance = total_of_squares / count - mean * mean
    return tf.sqrt(variance)  # bug


readings = tf.constant([[1.0, 2.0, 4.0], [1365.8, 1365.8, 1365.8]])
print(spread(tf.reduce_sum(readings, 1), tf.reduce_sum(readings**2, 1), 3.0))
