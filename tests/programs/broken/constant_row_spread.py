"""Punishes columns that vary too little, as self-supervised learning does. One column is dead."""

import numpy as np
import tensorflow as tf

rng = np.random.default_rng(8)
inputs = rng.normal(size=(16, 4)).astype("float32")
kernel = tf.Variable(rng.normal(size=(4, 3)).astype("float32"))
bias = tf.Variable(np.array([0.0, -99.0, 0.0], np.float32))


def variance_loss(z):
    std = tf.math.reduce_std(z, axis=0)  # bug
    return tf.reduce_mean(tf.nn.relu(4.0 - std))


@tf.function
def train():
    with tf.GradientTape() as tape:
        z = tf.nn.relu(inputs @ kernel + bias)
        loss = variance_loss(z)
    gradient = tape.gradient(loss, kernel)
    kernel.assign_sub(0.1 * gradient)
    return loss


for _ in range(3):
    print(train().numpy())
