"""A pipeline with weights on a logarithmic scale."""

import tensorflow as tf


def weighted(x):
    scale = tf.math.log([-1.0, 2.0, 3.0])  # bug
    return x * scale


data = tf.data.Dataset.from_tensor_slices(tf.ones((4, 3))).map(weighted).batch(2)
for batch in data:
    print(tf.reduce_sum(batch).numpy())
