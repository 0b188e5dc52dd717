"""Cross-entropy for several labels at once, with an epsilon in each log."""

import tensorflow as tf


@tf.function
def loss(y, p):
    cross_entropy = -tf.reduce_mean(y * tf.math.log(1e-10 + p) + (1.0 - y) * tf.math.log(1e-10 + 1.0 - p))  # bug
    return cross_entropy


labels = tf.constant([[1.0, 0.0, 1.0], [0.0, 0.0, 1.0]])
print(loss(labels, tf.constant([[0.9, 0.2, 0.7], [0.1, 1.0, 0.8]])).numpy())
