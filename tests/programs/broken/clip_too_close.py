"""Discriminator loss with clipped probabilities."""

import numpy as np
import tensorflow as tf

EPSILON = 1e-8
w = tf.Variable([[30.0], [20.0]])


@tf.function
def train(real, fake):
    with tf.GradientTape() as tape:
        d_real = tf.clip_by_value(tf.sigmoid(real @ w), EPSILON, 1 - EPSILON)
        d_fake = tf.clip_by_value(tf.sigmoid(fake @ w), EPSILON, 1 - EPSILON)
        loss = -tf.reduce_mean(tf.math.log(d_real)) - tf.reduce_mean(tf.math.log(1 - d_fake))  # bug
    w.assign_sub(0.01 * tape.gradient(loss, w))
    return loss


rng = np.random.default_rng(3)
for _ in range(4):
    real = rng.uniform(0.1, 0.2, (16, 2)).astype("float32")
    fake = rng.uniform(1, 2, (16, 2)).astype("float32")
    print(train(real, fake).numpy())
