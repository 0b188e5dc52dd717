"""Power iteration that forgets to normalise, with a bias and a running mean."""

import numpy as np
import tensorflow as tf

matrix = tf.constant(np.random.default_rng(32).uniform(0.5, 1.5, (8, 8)).astype("float32"))
state = tf.ones((8, 1))
mean = tf.zeros((8, 1))
for _ in range(60):
    state = tf.matmul(matrix, state)  # bug
    mean = 0.9 * mean + 0.1 * state
print(mean.numpy().ravel())
