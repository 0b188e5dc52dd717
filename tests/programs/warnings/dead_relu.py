"""A bias that was set far below zero: the hidden layer is off for every input, and stays so."""

import numpy as np
import tensorflow as tf

STEPS = 25

random = np.random.default_rng(1)
x = random.normal(size=(32, 8)).astype(np.float32)
truth = x.sum(axis=1, keepdims=True)
first = tf.Variable(random.normal(size=(8, 16)).astype(np.float32))
bias = tf.Variable(tf.fill((16,), -50.0))
last = tf.Variable(random.normal(size=(16, 1)).astype(np.float32))
weights = [first, bias, last]


@tf.function
def train_step():
    with tf.GradientTape() as tape:
        hidden = tf.nn.relu(x @ first + bias)  # trouble
        loss = tf.reduce_mean((hidden @ last - truth) ** 2)
    for weight, gradient in zip(weights, tape.gradient(loss, weights)):
        weight.assign_sub(0.01 * gradient)
    return loss


losses = [train_step() for _ in range(STEPS)]
print(f"loss {losses[-1]:.4f}")
