"""A v1 graph: attention with a mask of minus infinity, a guarded division, and a loss that is fed its weights."""

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_eager_execution()
x = tf.placeholder(tf.float32, [None, 4, 3])
real = tf.placeholder(tf.bool, [None, 4])
wanted = tf.placeholder(tf.float32, [None])
w = tf.get_variable("w", [3, 1], initializer=tf.ones_initializer(), use_resource=False)
scores = tf.squeeze(tf.tensordot(x, w, 1), -1)
scores = tf.where(real, scores, tf.fill(tf.shape(scores), -np.inf))
share = tf.nn.softmax(scores)
mean = tf.reduce_sum(x * share[..., None], axis=[1, 2])
count = tf.reduce_sum(tf.to_float(real), axis=1) - 2.0
rate = tf.where(count > 0, mean / count, tf.zeros_like(mean))
loss = tf.reduce_mean(tf.square(mean + tf.stop_gradient(rate) - wanted))
step = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
rng = np.random.default_rng(41)
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for _ in range(3):
        lengths = rng.integers(1, 5, 6)
        feed = {x: rng.normal(size=(6, 4, 3)), real: np.arange(4) < lengths[:, None], wanted: rng.normal(size=6)}
        print(session.run([loss, step], feed)[0])
