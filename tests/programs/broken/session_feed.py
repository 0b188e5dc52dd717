"""Feeds a table with a hole."""

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()

x = tf.placeholder(tf.float32, [None, 3], name="features")  # bug
w = tf.Variable(tf.ones([3, 1]))
prediction = tf.matmul(x, w)
loss = tf.reduce_mean(tf.square(prediction - 1.0))
train = tf.train.GradientDescentOptimizer(0.01).minimize(loss)

table = np.arange(24, dtype=np.float32).reshape(8, 3) / 10
table[5, 1] = np.nan
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for start in range(0, 8, 2):
        print(sess.run([loss, train], feed_dict={x: table[start:start + 2]})[0])  # feed
