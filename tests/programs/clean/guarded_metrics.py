"""Metrics by hand with divisions that may be by 0: divide_no_nan, where in front, where behind, nanmean."""

import numpy as np
import tensorflow as tf

hits = tf.constant([3.0, 0.0, 0.0, 2.0])
found = tf.constant([4.0, 0.0, 2.0, 2.0])
there = tf.constant([3.0, 1.0, 0.0, 5.0])


def f1(hits, found, there):
    precision = tf.math.divide_no_nan(hits, found)
    recall = tf.where(there > 0, hits / there, 0.0)
    score = 2 * precision * recall / (precision + recall)
    return tf.where(tf.math.is_nan(score), tf.zeros_like(score), score)


def nan_mean(x):
    known = tf.math.is_finite(x)
    return tf.reduce_sum(tf.where(known, x, 0.0)) / tf.reduce_sum(tf.cast(known, x.dtype))


def correlation(x, y):
    x, y = x - tf.reduce_mean(x), y - tf.reduce_mean(y)
    r = tf.reduce_sum(x * y) * tf.math.rsqrt(tf.reduce_sum(x * x) * tf.reduce_sum(y * y))
    return tf.where(tf.math.is_finite(r), r, 0.0)


print(f1(hits, found, there).numpy(), tf.function(f1)(hits, found, there).numpy())
print(nan_mean(hits / found).numpy(), nan_mean(tf.constant([1.0, np.nan, 3.0])).numpy())
print(correlation(hits, found).numpy(), correlation(hits, tf.ones(4)).numpy())
