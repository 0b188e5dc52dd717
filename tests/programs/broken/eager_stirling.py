"""Binomial coefficients by way of factorials."""

import tensorflow as tf


def factorial(n):
    return tf.exp(tf.math.lgamma(n + 1.0))  # bug


def binomial(n, k):
    return factorial(n) / (factorial(k) * factorial(n - k))


for n in (5.0, 20.0, 40.0):
    print(n, binomial(tf.constant(n), tf.constant(3.0)).numpy())
