"""A float16 variable around 1000, and updates that are smaller than half a step of its digits."""

import numpy as np
import tensorflow as tf

STEPS = 25

random = np.random.default_rng(6)
x = random.normal(size=(32, 4)).astype(np.float16)
truth = (x @ np.full((4, 1), 1010, np.float16)).astype(np.float32)
weights = tf.Variable(tf.fill((4, 1), tf.constant(1000, tf.float16)))


@tf.function
def train_step():
    with tf.GradientTape() as tape:
        errors = tf.cast(x @ weights, tf.float32) - truth  # trouble
        loss = tf.reduce_mean(errors**2)
    weights.assign_sub(tf.cast(1e-4, tf.float16) * tape.gradient(loss, weights))
    return loss


losses = [train_step() for _ in range(STEPS)]
print(f"loss {losses[-1]:.4f}")
