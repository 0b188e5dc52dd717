"""A mask of very negative numbers is cast to bfloat16 with the rest."""

import tensorflow as tf


@tf.function
def biased(scores, keep):
    bias = (1.0 - keep) * tf.float32.min
    low = tf.cast(scores, tf.bfloat16) + tf.cast(bias, tf.bfloat16)  # bug
    return tf.nn.softmax(tf.cast(low, tf.float32) - tf.cast(tf.reduce_min(low), tf.float32))


print(biased(tf.constant([1.0, 2.0, 3.0]), tf.constant([1.0, 1.0, 0.0])))
