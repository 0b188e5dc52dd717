"""A conditional random field: moves that are not allowed score minus infinity; trained by its log likelihood."""

import numpy as np
import tensorflow as tf

TAGS = 4
allowed = np.ones((TAGS, TAGS), "float32")
allowed[0, 2] = allowed[3, 1] = 0.0
rng = np.random.default_rng(40)
inputs = tf.constant(rng.normal(size=(3, 6, 5)), tf.float32)
tags = tf.constant([[0, 1, 2, 3, 3, 0], [1, 1, 1, 2, 0, 0], [2, 3, 0, 1, 2, 3]])
w = tf.Variable(rng.normal(size=(5, TAGS)).astype("float32") * 0.1)
moves = tf.Variable(tf.zeros([TAGS, TAGS]))
optimizer = tf.keras.optimizers.Adam(0.1)


def log_partition(unary, moves):
    alpha = unary[:, 0]
    for t in range(1, 6):
        alpha = tf.reduce_logsumexp(alpha[:, :, None] + moves[None], axis=1) + unary[:, t]
    return tf.reduce_logsumexp(alpha, axis=-1)


def score(unary, moves, tags):
    of_tags = tf.reduce_sum(tf.gather(unary, tags, batch_dims=2), axis=1)
    pairs = tf.stack([tags[:, :-1], tags[:, 1:]], axis=-1)
    return of_tags + tf.reduce_sum(tf.gather_nd(moves, pairs), axis=1)


@tf.function
def train_step(inputs, tags):
    with tf.GradientTape() as tape:
        unary = inputs @ w
        legal = tf.where(allowed > 0, moves, -np.inf)
        loss = tf.reduce_mean(log_partition(unary, legal) - score(unary, moves, tags))
    optimizer.apply_gradients(zip(tape.gradient(loss, [w, moves]), [w, moves]))
    return loss


for _ in range(3):
    print(train_step(inputs, tags).numpy())
