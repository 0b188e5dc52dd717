"""Linear regression with a learning rate that is too high: finite to the end, but not for long."""

import numpy as np
import tensorflow as tf

STEPS = 30

random = np.random.default_rng(2)
x = random.normal(size=(64, 4)).astype(np.float32)
truth = x.sum(axis=1, keepdims=True)
weights = tf.Variable(tf.zeros((4, 1)))
offset = tf.Variable(tf.zeros((1,)))


@tf.function
def train_step():
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((x @ weights + offset - truth) ** 2)  # trouble
    gradients = tape.gradient(loss, [weights, offset])
    weights.assign_sub(1.2 * gradients[0])
    offset.assign_sub(1.2 * gradients[1])
    return loss


losses = [train_step() for _ in range(STEPS)]
print(f"loss {losses[-1]:.4f}")
