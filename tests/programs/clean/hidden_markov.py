"""A hidden Markov model in log space: impossible starts and moves have the log of a probability that is 0."""

import numpy as np
import tensorflow as tf

start = tf.constant([1.0, 0.0, 0.0])
move = tf.constant([[0.7, 0.3, 0.0], [0.0, 0.6, 0.4], [0.2, 0.0, 0.8]])
emit = tf.constant([[0.9, 0.1], [0.4, 0.6], [0.2, 0.8]])
seen = [0, 1, 1, 0, 1]


def forward(log_start, log_move, log_emit):
    alpha = log_start + log_emit[:, seen[0]]
    for symbol in seen[1:]:
        alpha = tf.reduce_logsumexp(alpha[:, None] + log_move, axis=0) + log_emit[:, symbol]
    return tf.reduce_logsumexp(alpha)


@tf.function
def viterbi(log_start, log_move, log_emit, seen):
    score = log_start + log_emit[:, seen[0]]
    for t in tf.range(1, tf.shape(seen)[0]):
        score = tf.reduce_max(score[:, None] + log_move, axis=0) + tf.gather(log_emit, seen[t], axis=1)
    return tf.reduce_max(score)


logs = [tf.math.log(p) for p in (start, move, emit)]
print(forward(*logs).numpy())
print(viterbi(*logs, tf.constant(seen)).numpy())
print(tf.function(lambda a, b, c: forward(tf.math.log(a), tf.math.log(b), tf.math.log(c)))(start, move, emit).numpy())
