"""The same step by step without a function: nothing tells what an eager op read, but it has a past."""

import numpy as np
import tensorflow as tf

STEPS = 60

random = np.random.default_rng(0)
x = tf.constant(random.normal(size=(64, 4)).astype(np.float32))
truth = tf.reduce_sum(x, axis=1, keepdims=True)
weights = tf.Variable(tf.zeros((4, 1)))
optimizer = tf.keras.optimizers.SGD(1.5)

for _ in range(STEPS):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(x @ weights - truth))
    optimizer.apply_gradients([(tape.gradient(loss, weights), weights)])
