"""Entropy of counts."""

import tensorflow as tf

counts = tf.constant([[4.0, 4.0, 8.0], [3.0, 0.0, 1.0]])
p = counts / tf.reduce_sum(counts, axis=1, keepdims=True)
entropy = -tf.reduce_sum(p * tf.math.log(p), axis=1)  # bug
print(entropy.numpy())
