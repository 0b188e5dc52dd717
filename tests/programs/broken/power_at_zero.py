"""Gamma correction whose exponent is learnt by somebody else; here the picture is optimised."""

import numpy as np
import tensorflow as tf

picture = tf.Variable(np.array([[0.2, 0.0, 0.9], [0.4, 0.5, 0.1]], np.float32))
target = tf.constant([[0.5, 0.1, 0.9], [0.6, 0.7, 0.3]])


@tf.function
def improve():
    with tf.GradientTape() as tape:
        bright = tf.pow(picture, 0.5)  # bug
        loss = tf.reduce_sum(tf.square(bright - target))
    gradient = tape.gradient(loss, picture)
    picture.assign_sub(0.01 * gradient)
    return loss


for _ in range(3):
    print(improve().numpy())
