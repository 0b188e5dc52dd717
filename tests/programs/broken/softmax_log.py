"""Sorts points into three classes. One point of the data is far away from all others."""

import numpy as np
import tensorflow as tf

rng = np.random.default_rng(0)
features = rng.normal(size=(32, 4)).astype("float32")
features[11] = [900.0, -700.0, 400.0, 10.0]
labels = np.eye(3, dtype="float32")[rng.integers(0, 3, 32)]
weights = tf.Variable(rng.normal(size=(4, 3)).astype("float32"))
bias = tf.Variable(tf.zeros(3))
optimizer = tf.keras.optimizers.SGD(0.01)


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        probs = tf.nn.softmax(x @ weights + bias)
        loss = -tf.reduce_mean(tf.reduce_sum(y * tf.math.log(probs), axis=1))  # bug
    accuracy = tf.reduce_mean(tf.cast(tf.argmax(probs, 1) == tf.argmax(y, 1), tf.float32))
    grads = tape.gradient(loss, [weights, bias])
    optimizer.apply_gradients(zip(grads, [weights, bias]))
    return loss, accuracy


for epoch in range(4):
    loss, accuracy = train_step(features, labels)
    print(epoch, float(loss), float(accuracy))
