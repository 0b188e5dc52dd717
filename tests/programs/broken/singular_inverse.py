"""Ordinary least squares; one column is twice another."""

import tensorflow as tf


@tf.function
def solve(a, b):
    gram = tf.matmul(a, a, transpose_a=True)
    return tf.linalg.inv(gram) @ tf.matmul(a, b, transpose_a=True)  # bug


b = tf.constant([[1.0], [2.0], [3.0]])
print(solve(tf.constant([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]), b))
print(solve(tf.constant([[1.0, 2.0], [2.0, 4.0], [4.0, 8.0]]), b))
