"""Gumbel noise: uniform numbers begin at 0."""
import tensorflow as tf

@tf.function
def gumbel(u):
    return -tf.math.log(-tf.math.log(u))  # bug

print(gumbel(tf.constant([0.5, 0.0, 0.3])))
