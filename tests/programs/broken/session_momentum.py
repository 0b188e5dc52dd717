"""Linear regression of old, with momentum."""

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()

x = tf.placeholder(tf.float32, [None, 2])
y = tf.placeholder(tf.float32, [None, 1])
w = tf.get_variable("w", [2, 1], initializer=tf.zeros_initializer())
loss = tf.reduce_mean(tf.squared_difference(tf.matmul(x, w), y))  # birth
train = tf.train.MomentumOptimizer(0.5, 0.9).minimize(loss)  # bug

features = np.random.RandomState(4).uniform(0, 12, (30, 2))
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(40):
        value, _ = sess.run([loss, train], {x: features, y: features[:, :1]})
print(value)
