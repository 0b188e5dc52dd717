"""Heading of robots; one stands still."""

import tensorflow as tf


@tf.function
def heading_gradient(velocity):
    with tf.GradientTape() as tape:
        tape.watch(velocity)
        heading = tf.atan2(velocity[:, 1], velocity[:, 0])  # bug
        loss = tf.reduce_sum(heading**2) + tf.reduce_sum(heading)
    return tape.gradient(loss, velocity)


print(heading_gradient(tf.constant([[1.0, 2.0], [0.0, 0.0], [-1.0, 0.5]])))
