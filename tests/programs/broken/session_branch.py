"""Scales a loss differently for large errors."""

import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()

error = tf.placeholder(tf.float32, [])


def small():
    return tf.square(error)


def large():
    return tf.log(error - 1.0)  # bug


loss = tf.cond(tf.abs(error) < 1.0, small, large)
with tf.Session() as sess:
    for value in (0.5, 3.0, -2.0):
        print(sess.run(loss, {error: value}))
