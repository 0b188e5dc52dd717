"""A statement over several lines, of which autograph tells the last."""

import tensorflow as tf


@tf.function
def entropy(p):
    return -tf.reduce_sum(
        p
        * tf.math.log(p - 1.0)  # op
        + 0.0,
        axis=-1,
    )


@tf.function
def rows(x):
    return tf.map_fn(
        lambda row: tf.reduce_sum(
            tf.math.rsqrt(row)),  # row
        x)


print(entropy(tf.constant([1.0, 2.0])), rows(tf.constant([[1.0, 2.0], [0.0, 1.0]])))
