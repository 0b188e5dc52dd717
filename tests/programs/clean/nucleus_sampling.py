"""Samples text with a temperature, top-k and nucleus filters that set logits to minus infinity."""

import numpy as np
import tensorflow as tf

logits = tf.constant(np.random.default_rng(26).normal(size=(2, 10)) * 2, tf.float32)


@tf.function
def sample(logits, k, p, seed):
    lowest = tf.math.top_k(logits, k).values[:, -1:]
    logits = tf.where(logits < lowest, -np.inf, logits)
    order = tf.argsort(logits, direction="DESCENDING")
    ranked = tf.gather(logits, order, batch_dims=1)
    share = tf.cumsum(tf.nn.softmax(ranked), axis=1, exclusive=True)
    ranked = tf.where(share > p, -np.inf, ranked)
    choice = tf.random.stateless_categorical(ranked, 1, seed)
    return tf.gather(order, choice, batch_dims=1)


for i in range(3):
    print(sample(logits / 0.8, 5, 0.9, [i, 1]).numpy().ravel())
