"""Siamese network of old: the distance of two branches with one set of weights."""

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_eager_execution()

left = tf.placeholder(tf.float32, [None, 4])
right = tf.placeholder(tf.float32, [None, 4])
with tf.variable_scope("branch"):
    w = tf.get_variable("w", initializer=np.eye(4, 2, dtype=np.float32))
difference = tf.matmul(left, w) - tf.matmul(right, w)
distance = tf.sqrt(tf.reduce_sum(tf.square(difference), axis=1))  # bug
loss = tf.reduce_mean(distance)
train = tf.train.AdamOptimizer(0.01).minimize(loss)  # tape

data = np.random.RandomState(1).normal(size=(5, 4))
other = data + 0.1
other[2] = data[2]
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(4):
        print(sess.run([loss, train], {left: data, right: other})[0])
