"""Power of a strong signal."""

import numpy as np
import tensorflow as tf

signal = tf.constant(np.linspace(1e18, 1.5e19, 50), tf.float32)
power = tf.reduce_mean(tf.square(signal))  # bug
print(power.numpy())
