"""Quantile-free loss: root of absolute errors, one of which is 0."""

import tensorflow as tf

w = tf.Variable(1.0)
x = tf.constant([1.0, 2.0, 3.0])
y = tf.constant([1.0, 2.5, 2.0])

for _ in range(2):
    with tf.GradientTape() as tape:
        error = tf.abs(w * x - y)
        loss = tf.reduce_sum(tf.sqrt(error))  # bug
    w.assign_sub(0.1 * tape.gradient(loss, w))  # tape
    print(float(loss))
