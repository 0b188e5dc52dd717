"""Probit of empirical quantiles."""
import tensorflow as tf

@tf.function
def probit(u):
    return tf.math.erfinv(2.0 * u - 1.0) * 1.41421356  # bug

print(probit(tf.constant([0.1, 0.5, 1.0])))
