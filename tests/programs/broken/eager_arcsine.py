"""Great-circle distances; rounding takes a sine above 1."""

import tensorflow as tf


def central_angle(h):
    return 2.0 * tf.asin(tf.sqrt(h))  # bug


print(central_angle(tf.constant([0.1, 0.5, 1.0, 1.0000002])).numpy())
