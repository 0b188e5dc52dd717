"""A softmax without its maximum taken off."""

import tensorflow as tf


def softmax(x):
    e = tf.exp(x)  # bug
    return e / tf.reduce_sum(e, axis=-1, keepdims=True)


print(softmax(tf.constant([[1.0, 2.0, 3.0], [100.0, 99.0, 3.0]])).numpy())
