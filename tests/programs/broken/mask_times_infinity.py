"""Attention over words of which some are padding."""

import tensorflow as tf

PADDING = float("-inf")


@tf.function
def attend(scores, is_padding):
    bias = is_padding * PADDING  # bug
    return tf.nn.softmax(scores + bias)


scores = tf.random.stateless_normal((2, 4), seed=(1, 2))
lengths = tf.constant([4, 2])
is_padding = tf.cast(tf.range(4)[None, :] >= lengths[:, None], tf.float32)
print(attend(scores, is_padding))
