"""An activation with a gradient of its own."""

import tensorflow as tf


@tf.custom_gradient
def gated(x):
    def grad(upstream):
        gate = tf.nn.relu(x)
        return upstream * tf.math.log(gate)  # bug

    return tf.square(x), grad


@tf.function
def gradient(x):
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.reduce_sum(gated(x))
    return tape.gradient(y, x)


print(gradient(tf.constant([1.0, 2.0, -0.5])))
