"""Spectral flatness of short pieces of sound. One of them is silent for a moment."""

import numpy as np
import tensorflow as tf


@tf.function
def mean_level(signal):
    magnitude = tf.abs(signal)
    level = tf.math.log(magnitude)  # bug
    return tf.reduce_mean(level, axis=-1)


time = np.linspace(0, 1, 64, dtype="float32")
sound = np.stack([np.sin(2 * np.pi * f * time + 0.3) for f in (3, 5, 7)]).astype("float32")
sound[1, 30:34] = 0
print(mean_level(tf.constant(sound)))
