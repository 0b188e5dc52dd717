"""Bags of words from a one-shot iterator; one text is empty."""

import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()

texts = [[3, 1, 4], [1, 5, 0], [0, 0, 0], [9, 2, 6]]


def frequencies(ids):
    present = tf.cast(ids > 0, tf.float32)
    return present / tf.reduce_sum(present)  # bug


data = tf.data.Dataset.from_tensor_slices(texts).map(frequencies).batch(2)
batch = tf.data.make_one_shot_iterator(data).get_next()
score = tf.reduce_sum(tf.square(batch))
with tf.Session() as sess:
    for _ in range(2):
        print(sess.run(score))
