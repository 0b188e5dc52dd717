"""Planck's law."""
import tensorflow as tf

@tf.function
def radiance(nu, t):
    x = 47.99 * nu / t
    return tf.math.log(tf.math.expm1(x)) - 3 * tf.math.log(nu)  # bug

print(radiance(tf.constant([1.0, 10.0, 300.0]), tf.constant(100.0)))
