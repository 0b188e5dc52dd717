"""Gradients that are computed eagerly, op by op: each is told by the op that it differentiates."""

import tensorflow as tf


def distance(a, b):
    return tf.sqrt(tf.reduce_sum(tf.square(a - b)))  # forward


position = tf.Variable([1.0, 2.0])
for step in range(6):
    with tf.GradientTape() as tape:
        root = tf.sqrt(tf.reduce_sum(tf.square(position)) + 1.0)
        loss = root + distance(position, tf.constant([1.0, 2.0 + (step < 5)]))
    gradient = tape.gradient(loss, position)  # tape
    position.assign_add(0.0 * gradient)
