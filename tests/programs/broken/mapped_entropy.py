"""Entropy of documents' topics, one document after the other. One of them lacks a topic."""

import numpy as np
import tensorflow as tf

topics = np.random.default_rng(31).dirichlet(np.ones(5), size=6).astype("float32")
topics[4, 2] = 0.0


def surprise(p):
    return -tf.reduce_mean(tf.math.log(p))  # bug


@tf.function
def surprises(documents):
    return tf.map_fn(surprise, documents)


print(surprises(topics))
