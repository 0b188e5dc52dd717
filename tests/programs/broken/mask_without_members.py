"""Averages the loss over real tokens. The third batch consists of padding only."""

import numpy as np
import tensorflow as tf

rng = np.random.default_rng(6)
embedding = tf.Variable(rng.normal(size=(10, 4)).astype("float32"))
output = tf.Variable(rng.normal(size=(4, 10)).astype("float32"))
optimizer = tf.keras.optimizers.SGD(0.1)


@tf.function
def train_step(tokens):
    with tf.GradientTape() as tape:
        inputs, targets = tokens[:, :-1], tokens[:, 1:]
        logits = tf.gather(embedding, inputs) @ output
        losses = tf.nn.sparse_softmax_cross_entropy_with_logits(targets, logits)
        mask = tf.cast(tf.not_equal(targets, 0), tf.float32)
        loss = tf.reduce_sum(losses * mask) / tf.reduce_sum(mask)  # bug
    grads = tape.gradient(loss, [embedding, output])
    optimizer.apply_gradients(zip(grads, [embedding, output]))
    return loss


batches = rng.integers(1, 10, (5, 2, 6)).astype("int32")
batches[2] = 0
for tokens in batches:
    print(train_step(tokens).numpy())
