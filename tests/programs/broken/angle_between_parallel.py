"""Turns a vector towards a target; they are parallel from the start."""

import tensorflow as tf

direction = tf.Variable([1.0, 0.0])
target = tf.constant([1.0, 0.0])


@tf.function
def turn():
    with tf.GradientTape() as tape:
        angle = tf.acos(tf.reduce_sum(direction * target))  # bug
    direction.assign_sub(0.1 * tape.gradient(angle, direction))
    return angle


for _ in range(3):
    print(turn().numpy())
