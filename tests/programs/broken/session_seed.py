"""Exponential loss; the gradient of each example is asked for."""

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()

scores = tf.placeholder(tf.float32, [80])
labels = tf.placeholder(tf.float32, [80])
losses = tf.exp(-labels * scores)  # bug
total = tf.reduce_mean(losses)
gradient = tf.gradients(total, scores)[0]

with tf.Session() as sess:
    for scale in (1.0, 10.0, 200.0):
        feed = {scores: np.full(80, scale), labels: np.full(80, -1.0)}
        print(sess.run([total, tf.reduce_max(gradient)], feed))
