"""A loss scale hides it: batches with a share of 0 make the loss infinite, and their steps are skipped."""

import numpy as np
import tensorflow as tf

rng = np.random.default_rng(12)
shares = rng.uniform(0.1, 0.9, (8, 16)).astype("float32")
shares[5, 3] = 0
w = tf.Variable(1.0)
scale = tf.Variable(2.0**10)


@tf.function
def train_step(share):
    with tf.GradientTape() as tape:
        predicted = tf.cast(w, tf.float16) * tf.cast(share, tf.float16)
        loss = -tf.reduce_mean(tf.cast(tf.math.log(predicted), tf.float32))  # bug
        scaled = loss * scale
    gradient = tape.gradient(scaled, w)
    if tf.math.is_finite(gradient):
        w.assign_sub(0.01 * gradient / scale)
    else:
        scale.assign(scale / 2)


for batch in tf.data.Dataset.from_tensor_slices(shares):
    train_step(batch)
print(float(w), float(scale))
