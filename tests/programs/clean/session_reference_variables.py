"""A network of old with reference variables, Adam, moving averages, summaries of norms and a saver."""

import os
import tempfile

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
tf.disable_resource_variables()

x = tf.placeholder(tf.float32, [None, 4])
y = tf.placeholder(tf.int64, [None])
with tf.variable_scope("net"):
    w1 = tf.get_variable("w1", [4, 8], initializer=tf.truncated_normal_initializer(stddev=0.3, seed=1))
    w2 = tf.get_variable("w2", [8, 3], initializer=tf.truncated_normal_initializer(stddev=0.3, seed=2))
hidden = tf.nn.dropout(tf.nn.relu(tf.matmul(x, w1)), rate=0.2, seed=3)
logits = tf.matmul(hidden, w2)
loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=y, logits=logits))
global_step = tf.train.get_or_create_global_step()
rate = tf.train.exponential_decay(0.05, global_step, 5, 0.9)
optimizer = tf.train.AdamOptimizer(rate)
gradients, norm = tf.clip_by_global_norm(tf.gradients(loss, [w1, w2]), 5.0)
train = optimizer.apply_gradients(zip(gradients, [w1, w2]), global_step=global_step)
averages = tf.train.ExponentialMovingAverage(0.9)
with tf.control_dependencies([train]):
    train = averages.apply([w1, w2])
saver = tf.train.Saver()

rng = np.random.RandomState(4)
with tf.Session() as sess, tempfile.TemporaryDirectory() as folder:
    sess.run(tf.global_variables_initializer())
    for _ in range(6):
        feed = {x: rng.normal(size=(10, 4)), y: rng.randint(0, 3, 10)}
        print(sess.run([loss, norm, train], feed)[:2])
    path = saver.save(sess, os.path.join(folder, "model"))
    saver.restore(sess, path)
    print(sess.run(loss, feed))
