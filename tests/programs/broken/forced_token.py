"""Decodes with the first token forced."""

import numpy as np
import tensorflow as tf

logits = tf.constant(np.random.default_rng(1).normal(size=(2, 5)), tf.float32)


@tf.function
def next_token(logits, forced):
    logits = tf.where(tf.range(5) == forced, np.inf, logits)  # force
    probabilities = tf.nn.softmax(logits)  # bug
    return tf.argmax(probabilities, axis=1), tf.reduce_max(probabilities, axis=1)


print(next_token(logits, tf.constant(-1)))
print(next_token(logits, tf.constant(3)))
