"""A continued fraction in a loop of old."""

import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()

terms = tf.constant([1.0, 0.5, -1.0, 3.0])


def body(i, value):
    value = terms[i] + 1.0 / value  # bug
    return i + 1, value


_, result = tf.while_loop(lambda i, value: i < 4, body, [tf.constant(0), tf.constant(1.0)])
with tf.Session() as sess:
    print(sess.run(result))
