"""A new function in an old program."""

import tensorflow as tf

v1 = tf.compat.v1


@tf.function
def ratio(a, b):
    quotient = a / b  # bug
    return quotient + 1.0


with tf.Graph().as_default():
    numerator = v1.placeholder(tf.float32, [3])
    result = ratio(numerator, tf.constant([1.0, 0.0, 4.0]))
    with v1.Session() as session:
        print(session.run(result, {numerator: [1.0, 2.0, 3.0]}))
