"""Targets in the millions: however small the loss scale, gradients overflow in half precision, and no step is ever taken."""

import numpy as np
import tensorflow as tf

rng = np.random.default_rng(14)
x = tf.constant(rng.uniform(1, 2, (16, 4)), tf.float16)
y = tf.constant(rng.uniform(2e6, 3e6, (16, 1)), tf.float32)
w = tf.Variable(tf.ones((4, 1)))
scale = tf.Variable(2.0**15)


@tf.function
def train_step():
    with tf.GradientTape() as tape:
        predicted = tf.cast(x @ tf.cast(w, tf.float16), tf.float32)  # bug
        loss = tf.reduce_sum(tf.square(predicted - y))
        scaled = loss * scale
    gradient = tape.gradient(scaled, w)
    if tf.reduce_all(tf.math.is_finite(gradient)):
        w.assign_sub(1e-3 * gradient / scale)
    else:
        scale.assign(tf.maximum(scale / 2, 1.0))
    return loss


for step in range(40):
    loss = train_step()
print(float(loss), float(scale))
