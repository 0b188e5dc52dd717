"""Word vectors of old."""

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()

ids = tf.placeholder(tf.int32, [None])
table = tf.get_variable("table", [12, 4])
vectors = tf.nn.embedding_lookup(table, ids)  # bug
mean = tf.reduce_mean(vectors, axis=0)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run(mean, {ids: [1, 2, 11]}).shape)
    print(sess.run(mean, {ids: [4, 12, 7]}).shape)
