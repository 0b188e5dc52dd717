"""Eager training whose model is a tf.function: the tape keeps the guarded infinities of the model for the gradient."""

import numpy as np
import tensorflow as tf

rng = np.random.default_rng(42)
x = tf.constant(rng.uniform(size=(8, 3)) * (rng.uniform(size=(8, 3)) > 0.4), tf.float32)
y = tf.constant(rng.normal(size=8), tf.float32)
w = tf.Variable(rng.normal(size=3).astype("float32"))


@tf.function
def model(x):
    logs = tf.where(x > 0, tf.math.log(x), 0.0)
    shares = tf.nn.softmax(tf.where(x > 0, x, -np.inf) + w)
    return tf.reduce_sum(logs * w, axis=1) + tf.reduce_max(tf.where(tf.reduce_any(x > 0, 1)[:, None], shares, 0.0), axis=1)


for _ in range(3):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x) - y))
    w.assign_sub(0.1 * tape.gradient(loss, w))
    print(loss.numpy())
