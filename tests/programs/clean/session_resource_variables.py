"""A session with resource variables, a learning curve in a while_loop, a cond and a TensorArray."""

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_eager_execution()

signal = tf.placeholder(tf.float32, [None])
w = tf.get_variable("w", initializer=0.9)
filtered = tf.TensorArray(tf.float32, size=tf.shape(signal)[0])


def body(i, state, output):
    state = w * state + (1 - w) * signal[i]
    return i + 1, state, output.write(i, state)


_, last, filtered = tf.while_loop(lambda i, *_: i < tf.shape(signal)[0], body, [0, 0.0, filtered])
smooth = filtered.stack()
loss = tf.cond(tf.size(smooth) > 3, lambda: tf.reduce_mean(tf.square(smooth - 1.0)), lambda: tf.abs(last - 1.0))
train = tf.train.RMSPropOptimizer(0.01).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for n in (2, 5, 9):
        print(sess.run([loss, train], {signal: np.linspace(0, 2, n)})[0])
