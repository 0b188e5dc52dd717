"""Linear regression on the size of houses, in square metres."""

import numpy as np
import tensorflow as tf

rng = np.random.default_rng(12)
size = rng.uniform(40, 200, (50, 1)).astype("float32")
price = 2.5 * size + 30

w = tf.Variable([[0.0]])
b = tf.Variable([0.0])


@tf.function
def train_step():
    with tf.GradientTape() as tape:
        error = tf.matmul(size, w) + b - price
        loss = tf.reduce_mean(tf.square(error))  # birth
    dw, db = tape.gradient(loss, [w, b])
    w.assign_sub(0.01 * dw)  # bug
    b.assign_sub(0.01 * db)
    return loss


for _ in range(40):
    loss = train_step()
print(loss.numpy())
