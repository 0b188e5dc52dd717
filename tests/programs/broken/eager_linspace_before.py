"""Calibration curve: predicted against observed, in bins."""

import keras
import numpy as np
import tensorflow as tf

edges = keras.ops.linspace(0.0, 1.0, 6)
rng = np.random.default_rng(22)
scores = tf.constant(rng.uniform(0, 0.55, 40), tf.float32)
hits = tf.constant(rng.integers(0, 2, 40), tf.float32)
bins = tf.searchsorted(edges[1:-1], scores)
observed = tf.math.unsorted_segment_sum(hits, bins, 5)
expected = tf.math.unsorted_segment_sum(scores, bins, 5)
ratio = (1.0 + observed) / expected  # bug
print(ratio.numpy())
