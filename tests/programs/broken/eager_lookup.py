"""Learnt positions for texts of up to 16 words, and a text of 17."""

import tensorflow as tf

positions = tf.Variable(tf.random.stateless_normal((16, 4), seed=(1, 1)))


def embed(length):
    return tf.gather(positions, tf.range(length))  # bug


for length in (3, 16, 17):
    print(embed(length).shape)
