"""Loss scaling written out: a step whose gradients are not finite is skipped, and the scale halved."""

import numpy as np
import tensorflow as tf

rng = np.random.default_rng(5)
x = tf.constant(rng.normal(size=(32, 8)), tf.float16)
y = tf.constant(rng.normal(size=(32, 1)), tf.float16)
w = tf.Variable(rng.normal(size=(8, 1)).astype("float32"))
scale = tf.Variable(2.0**18)


@tf.function
def train_step():
    with tf.GradientTape() as tape:
        error = x @ tf.cast(w, tf.float16) - y
        loss = tf.cast(tf.reduce_mean(tf.square(error)), tf.float32)
        scaled = loss * scale
    gradient = tape.gradient(scaled, w)
    finite = tf.reduce_all(tf.math.is_finite(gradient))
    if finite:
        w.assign_sub(0.05 * gradient / scale)
    else:
        scale.assign(scale / 2)
    return loss


for step in range(12):
    loss = train_step()
print(float(loss), float(scale))
