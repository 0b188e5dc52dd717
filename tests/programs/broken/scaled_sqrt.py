"""The gradient of a distance that is 0: no loss scale is small enough for it, though steps are skipped."""

import numpy as np
import tensorflow as tf

x = tf.constant(np.random.default_rng(13).normal(size=(8, 3)), tf.float16)
centre = tf.Variable(tf.cast(x[2], tf.float32))
scale = tf.Variable(2.0**8)


@tf.function
def train_step():
    with tf.GradientTape() as tape:
        squares = tf.reduce_sum(tf.square(x - tf.cast(centre, tf.float16)), axis=1)
        distance = tf.sqrt(squares)  # bug
        loss = tf.reduce_mean(tf.cast(distance, tf.float32)) * scale
    gradient = tape.gradient(loss, centre)
    finite = tf.reduce_all(tf.math.is_finite(gradient))
    tf.cond(finite, lambda: centre.assign_sub(0.1 * gradient / scale), lambda: centre.read_value())
    scale.assign(tf.where(finite, scale, scale / 2))


for step in range(6):
    train_step()
print(centre.numpy(), float(scale))
