"""Fifteen sigmoid layers: what comes down to the first one is next to nothing."""

import numpy as np
import tensorflow as tf

STEPS, LAYERS = 25, 15

random = np.random.default_rng(5)
x = random.normal(size=(32, 8)).astype(np.float32)
truth = x.sum(axis=1, keepdims=True)
layers = [tf.Variable(random.normal(size=(8, 8)).astype(np.float32) * 0.3) for _ in range(LAYERS)]
last = tf.Variable(random.normal(size=(8, 1)).astype(np.float32))


@tf.function
def train_step():
    with tf.GradientTape() as tape:
        hidden = tf.constant(x)
        for layer in layers:
            hidden = tf.sigmoid(hidden @ layer)  # trouble
        loss = tf.reduce_mean((hidden @ last - truth) ** 2)
    for weight, gradient in zip([*layers, last], tape.gradient(loss, [*layers, last])):
        weight.assign_sub(0.1 * gradient)
    return loss


losses = [train_step() for _ in range(STEPS)]
print(f"loss {losses[-1]:.4f}")
