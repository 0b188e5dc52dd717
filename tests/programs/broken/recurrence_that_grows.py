"""An echo state network without a spectral radius."""

import numpy as np
import tensorflow as tf

rng = np.random.default_rng(13)
reservoir = tf.constant((np.abs(rng.normal(size=(6, 6))) * 0.4).astype("float32"))
inlet = tf.constant(rng.uniform(0, 1, (1, 6)).astype("float32"))


@tf.function
def run(signal):
    state = tf.zeros((1, 6))
    for t in tf.range(tf.shape(signal)[0]):
        state = tf.nn.relu(tf.matmul(state, reservoir) + signal[t] * inlet)  # bug
    return tf.reduce_mean(state)


signal = np.sin(np.arange(400, dtype="float32") / 5) + 1
print(run(tf.constant(signal)).numpy())
