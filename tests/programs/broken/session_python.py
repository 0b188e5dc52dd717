"""Augmentation in numpy, called from the graph."""

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()


def normalise(picture):
    with np.errstate(invalid="ignore"):
        return ((picture - picture.min()) / (picture.max() - picture.min())).astype(np.float32)


picture = tf.placeholder(tf.float32, [2, 2])
scaled = tf.py_func(normalise, [picture], tf.float32)  # bug
brightness = tf.reduce_mean(scaled)
with tf.Session() as sess:
    print(sess.run(brightness, {picture: [[1, 2], [3, 4]]}))
    print(sess.run(brightness, {picture: [[7, 7], [7, 7]]}))
