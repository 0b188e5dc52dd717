"""A GAN of old, its losses written as in the paper."""

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
tf.disable_resource_variables()


def discriminator(x, reuse=None):
    with tf.variable_scope("D", reuse=reuse):
        w = tf.get_variable("w", [2, 1], initializer=tf.constant_initializer(9.0))
        c = tf.get_variable("c", [1], initializer=tf.zeros_initializer())
        return tf.sigmoid(tf.matmul(x, w) + c)


z = tf.placeholder(tf.float32, [None, 2])
X = tf.placeholder(tf.float32, [None, 2])
with tf.variable_scope("G"):
    g = tf.get_variable("g", initializer=tf.constant([[1.5, 0.2], [0.1, 1.5]]))
fake = tf.matmul(z, g)
D_real, D_fake = discriminator(X), discriminator(fake, reuse=True)
D_loss = -tf.reduce_mean(tf.log(D_real) + tf.log(1.0 - D_fake))  # bug
D_vars = [v for v in tf.trainable_variables() if v.name.startswith("D")]
D_step = tf.train.AdamOptimizer(1e-3).minimize(D_loss, var_list=D_vars)

rng = np.random.RandomState(3)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for it in range(6):
        feed = {X: rng.uniform(0, 0.2, (8, 2)), z: rng.uniform(0.5, 1.5, (8, 2))}
        print(it, sess.run([D_loss, D_step], feed)[0])
