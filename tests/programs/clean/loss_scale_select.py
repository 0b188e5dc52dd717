"""A loss scale without a branch: gradients that are not finite are replaced by zeros, and the scale is chosen by a select."""

import numpy as np
import tensorflow as tf

rng = np.random.default_rng(9)
x = tf.constant(rng.normal(size=(32, 5)), tf.float16)
y = tf.constant(rng.normal(size=(32,)), tf.float16)
w = tf.Variable(rng.normal(size=(5,)).astype("float32"))
scale = tf.Variable(2.0**19)


@tf.function
def train_step():
    with tf.GradientTape() as tape:
        error = tf.linalg.matvec(x, tf.cast(w, tf.float16)) - y
        loss = tf.reduce_mean(tf.square(tf.cast(error, tf.float32)))
        scaled = loss * scale
    gradient = tape.gradient(scaled, w) / scale
    finite = tf.math.is_finite(tf.norm(gradient))
    w.assign(tf.where(finite, w - 0.1 * gradient, w))
    scale.assign(tf.where(finite, scale, tf.maximum(scale / 2, 1.0)))
    return loss


for step in range(12):
    loss = train_step()
print(float(loss), float(scale))
