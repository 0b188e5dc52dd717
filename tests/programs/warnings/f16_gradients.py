"""A network in float16 without loss scaling: its gradients lie below the smallest normal number."""

import numpy as np
import tensorflow as tf

STEPS = 25

random = np.random.default_rng(3)
x = random.normal(size=(64, 16)).astype(np.float16)
truth = random.normal(size=(64, 8)).astype(np.float16)
weights = tf.Variable(random.normal(size=(16, 8)).astype(np.float16) * 0.1)


@tf.function
def train_step():
    with tf.GradientTape() as tape:
        errors = tf.tanh(x @ weights) - truth
        loss = tf.reduce_mean(tf.cast(errors, tf.float32) ** 2) * 1e-2  # trouble
    weights.assign_sub(0.1 * tape.gradient(loss, weights))
    return loss


losses = [train_step() for _ in range(STEPS)]
print(f"loss {losses[-1]:.6f}")
