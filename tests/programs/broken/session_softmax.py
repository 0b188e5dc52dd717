"""The first tutorial of old: softmax regression, cross-entropy by hand."""

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
tf.disable_resource_variables()

x = tf.placeholder(tf.float32, [None, 6], name="x")
y_ = tf.placeholder(tf.float32, [None, 3], name="y_")
W = tf.Variable(tf.zeros([6, 3]), name="W")
b = tf.Variable(tf.zeros([3]), name="b")
y = tf.nn.softmax(tf.matmul(x, W) + b)
cross_entropy = -tf.reduce_sum(y_ * tf.log(y))  # bug
train_op = tf.train.GradientDescentOptimizer(0.5).minimize(cross_entropy)
correct = tf.equal(tf.argmax(y, 1), tf.argmax(y_, 1))
accuracy = tf.reduce_mean(tf.cast(correct, tf.float32))

rng = np.random.RandomState(0)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(8):
        batch = rng.normal(size=(20, 6)) * 8
        labels = np.eye(3)[rng.randint(0, 3, 20)]
        _, loss = sess.run([train_op, cross_entropy], feed_dict={x: batch, y_: labels})
        print(i, loss, sess.run(accuracy, {x: batch, y_: labels}))
