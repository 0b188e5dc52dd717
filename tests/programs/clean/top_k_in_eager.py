"""Sampling of text eagerly and in Keras' ops: top-k, top-p, repetition and forbidden words as minus infinity."""

import keras
import numpy as np
import tensorflow as tf

rng = np.random.default_rng(39)
table = tf.constant(rng.normal(size=(8, 8)) * 2, tf.float32)
tf.random.set_seed(39)


def top_k(logits, k):
    kth = tf.math.top_k(logits, k).values[..., -1, None]
    return tf.where(logits < kth, tf.constant(-np.inf), logits)


def top_p(logits, p):
    order = tf.argsort(logits, direction="DESCENDING")
    ranked = tf.gather(logits, order, batch_dims=1)
    past = tf.cumsum(tf.nn.softmax(ranked), axis=-1, exclusive=True) > p
    ranked = tf.where(past, -np.inf, ranked)
    return tf.gather(ranked, tf.argsort(order), batch_dims=1)


token, text = 3, [3]
forbidden = np.zeros(8, "float32")
forbidden[5] = -np.inf
for _ in range(6):
    logits = table[token][None] / 0.9 + forbidden
    logits = tf.tensor_scatter_nd_update(logits, [[0, token]], [-np.inf])
    logits = top_p(top_k(logits, 4), 0.9)
    token = int(tf.random.categorical(logits, 1)[0, 0])
    text.append(token)
print(text)

logits = keras.ops.convert_to_tensor(rng.normal(size=(2, 6)).astype("float32"))
masked = keras.ops.where(logits < 0, -float("inf"), logits)
print(keras.ops.argmax(keras.ops.softmax(masked), axis=-1).numpy(), keras.ops.logsumexp(masked, axis=-1).numpy())
