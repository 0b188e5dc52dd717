"""Poisson deviance; pixels without counts are left out."""

import numpy as np
import tensorflow as tf

counts = np.array([3.0, 0.0, 7.0, 1.0, 0.0, 2.0], np.float32)
scale = tf.Variable(1.0)
optimizer = tf.keras.optimizers.SGD(0.05)


@tf.function
def train_step():
    with tf.GradientTape() as tape:
        rate = scale * counts
        terms = tf.where(rate > 0, tf.math.log(rate) * counts, tf.zeros_like(rate))  # bug
        loss = tf.reduce_sum(rate - terms)
    gradient = tape.gradient(loss, scale)
    optimizer.apply_gradients([(gradient, scale)])
    return loss


for step in range(3):
    print(step, train_step().numpy())
