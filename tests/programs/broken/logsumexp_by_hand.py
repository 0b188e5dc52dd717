"""Sums log-probabilities of allowed moves. In one position no move is allowed."""

import numpy as np
import tensorflow as tf


@tf.function
def log_total(log_probs, allowed):
    log_probs = tf.where(allowed, log_probs, -np.inf)  # mask
    highest = tf.reduce_max(log_probs, axis=1, keepdims=True)
    shifted = log_probs - highest  # bug
    return highest[:, 0] + tf.math.log(tf.reduce_sum(tf.exp(shifted), axis=1))


log_probs = tf.math.log(tf.constant([[0.2, 0.3, 0.5], [0.1, 0.1, 0.8]]))
allowed = tf.constant([[True, True, False], [False, False, False]])
print(log_total(log_probs, allowed))
