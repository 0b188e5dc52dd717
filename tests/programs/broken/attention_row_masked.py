"""Attention pooling over sentences of different lengths, one of which is empty."""

import numpy as np
import tensorflow as tf

rng = np.random.default_rng(5)
words = rng.normal(size=(4, 6, 8)).astype("float32")
lengths = np.array([6, 3, 0, 1])
query = tf.Variable(rng.normal(size=(8,)).astype("float32"))
head = tf.Variable(rng.normal(size=(8, 1)).astype("float32"))
optimizer = tf.keras.optimizers.Adam()


def pool(x, mask):
    scores = tf.tensordot(x, query, 1)
    scores = tf.where(mask, scores, float("-inf"))  # mask
    weights = tf.nn.softmax(scores, axis=-1)  # bug
    return tf.reduce_sum(weights[..., None] * x, axis=1)


@tf.function
def train(x, mask, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(pool(x, mask) @ head - y))
    grads = tape.gradient(loss, [query, head])
    optimizer.apply_gradients(zip(grads, [query, head]))
    return loss


mask = np.arange(6)[None, :] < lengths[:, None]
for _ in range(3):
    print(train(words, mask, np.ones((4, 1), "float32")).numpy())
