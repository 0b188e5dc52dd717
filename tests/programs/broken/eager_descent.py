"""Minimises a parabola with steps that are too long."""

import tensorflow as tf

x = tf.Variable(1.0)
for _ in range(40):
    with tf.GradientTape() as tape:
        loss = 10.0 * tf.square(x)  # birth
    x.assign_sub(1.0 * tape.gradient(loss, x))  # bug
print(loss.numpy())
