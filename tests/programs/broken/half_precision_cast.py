"""Compresses activations to half precision before they are stored."""

import tensorflow as tf


@tf.function
def compress(activations):
    pixels = activations * 255.0 * 255.0
    return tf.cast(pixels, tf.float16)  # bug


stored = compress(tf.constant([[0.1, 0.5], [0.9, 1.2]]))
print(tf.cast(stored, tf.float32))
