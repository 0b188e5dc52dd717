"""Linear regression with a learning rate that is too high: each step overshoots by more, until a square overflows."""

import numpy as np
import tensorflow as tf

STEPS = 60

random = np.random.default_rng(0)
x = random.normal(size=(64, 4)).astype(np.float32)
truth = x.sum(axis=1, keepdims=True)
weights = tf.Variable(tf.zeros((4, 1)))


@tf.function
def train_step():
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(x @ weights - truth))
    weights.assign_sub(1.5 * tape.gradient(loss, weights))
    return loss


for _ in range(STEPS):
    train_step()
