"""Viterbi decoding with forbidden transitions as minus infinity, and a forward algorithm in log space."""

import numpy as np
import tensorflow as tf

transitions = np.log(np.array([[0.7, 0.3, 0.0], [0.0, 0.6, 0.4], [0.2, 0.0, 0.8]], np.float32), where=np.array(
    [[True, True, False], [False, True, True], [True, False, True]]), out=np.full((3, 3), -np.inf, np.float32))  # fmt: skip
emissions = tf.nn.log_softmax(tf.constant(np.random.default_rng(25).normal(size=(7, 3)), tf.float32))


@tf.function
def decode(emissions):
    score = emissions[0]
    back = tf.TensorArray(tf.int32, 6)
    for t in tf.range(1, 7):
        options = score[:, None] + transitions
        back = back.write(t - 1, tf.argmax(options, axis=0, output_type=tf.int32))
        score = tf.reduce_max(options, axis=0) + emissions[t]
    return tf.argmax(score), back.stack(), tf.reduce_max(score)


@tf.function
def likelihood(emissions):
    alpha = emissions[0]
    for t in tf.range(1, 7):
        alpha = tf.reduce_logsumexp(alpha[:, None] + transitions, axis=0) + emissions[t]
    return tf.reduce_logsumexp(alpha)


print(decode(emissions)[2].numpy(), likelihood(emissions).numpy())
