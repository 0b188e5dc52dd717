"""Beam search: all beams but the first begin with a score of minus infinity; ended beams may only repeat the end."""

import numpy as np
import tensorflow as tf

WORDS, BEAMS, END = 6, 3, 0
table = tf.nn.log_softmax(tf.constant(np.random.default_rng(18).normal(size=(WORDS, WORDS)), tf.float32))
only_end = tf.one_hot(END, WORDS, on_value=0.0, off_value=-np.inf)


@tf.function
def search(start, length):
    tokens = tf.fill([BEAMS], start)
    scores = tf.concat([[0.0], tf.fill([BEAMS - 1], -np.inf)], 0)
    ended = tf.zeros([BEAMS], tf.bool)
    for _ in tf.range(length):
        steps = tf.where(ended[:, None], only_end, tf.gather(table, tokens))
        totals = tf.reshape(scores[:, None] + steps, [-1])
        scores, places = tf.math.top_k(totals, BEAMS)
        tokens = places % WORDS
        ended = tf.logical_or(tf.gather(ended, places // WORDS), tokens == END)
    return tokens, scores


tokens, scores = search(2, 4)
print(tokens.numpy(), scores.numpy())
