"""A loop with a loss scale, in which a probability is 0: the loss itself is infinite, whatever the scale."""

import numpy as np
import tensorflow as tf

rng = np.random.default_rng(15)
data = rng.uniform(0.2, 1, (6, 8)).astype("float16")
data[3, 5] = 0
w = tf.Variable(0.5)
scale = tf.Variable(1024.0, trainable=False)
for row in data:
    with tf.GradientTape() as tape:
        p = tf.cast(w, tf.float16) * row
        loss = -tf.reduce_mean(tf.cast(tf.math.log(p), tf.float32))  # bug
        scaled = loss * scale
    gradient = tape.gradient(scaled, w)
    if tf.math.is_finite(gradient):
        w.assign_sub(0.01 * gradient / scale)
    else:
        scale.assign(scale / 2)
print(float(w), float(scale))
