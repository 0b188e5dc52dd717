"""Cosine similarity of sentences, as averaged word vectors. One sentence has no known word."""

import numpy as np
import tensorflow as tf

vectors = np.random.default_rng(14).normal(size=(20, 5)).astype("float32")
vectors[0] = 0


@tf.function
def similarity(first, second):
    a = tf.reduce_mean(tf.gather(vectors, first), axis=1)
    b = tf.reduce_mean(tf.gather(vectors, second), axis=1)
    a = a / tf.norm(a, axis=1, keepdims=True)  # bug
    b = b / tf.norm(b, axis=1, keepdims=True)
    return tf.reduce_sum(a * b, axis=1)


print(similarity(tf.constant([[3, 4], [0, 0], [7, 9]]), tf.constant([[5, 6], [1, 2], [7, 9]])))
