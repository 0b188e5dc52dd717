"""Normalises by a moving average that has not moved yet."""

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
tf.disable_resource_variables()

x = tf.placeholder(tf.float32, [None, 2], name="x")
moving = tf.get_variable("moving_std", [2], initializer=tf.zeros_initializer(), trainable=False)
normalised = x / moving  # bug
energy = tf.reduce_mean(tf.square(normalised))
std = tf.sqrt(tf.reduce_mean(tf.square(x), axis=0))
update = tf.assign(moving, 0.9 * moving + 0.1 * std)

batch = np.random.RandomState(5).normal(size=(10, 2))
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(3):
        print(sess.run(energy, {x: batch}))
        sess.run(update, {x: batch})
