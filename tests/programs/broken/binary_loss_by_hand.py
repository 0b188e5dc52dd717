"""Logistic regression with the cross-entropy written out."""

import numpy as np
import tensorflow as tf

rng = np.random.default_rng(1)
x_train = rng.normal(size=(64, 5)).astype("float32")
x_train[20] = 60.0
y_train = (x_train.sum(axis=1, keepdims=True) > 0).astype("float32")
y_train[20] = 0.0  # labelled wrongly

w = tf.Variable(tf.ones((5, 1)))
b = tf.Variable(0.0)


@tf.function
def train(x, y, lr):
    with tf.GradientTape() as tape:
        p = tf.sigmoid(tf.matmul(x, w) + b)
        cost = tf.reduce_mean(-y * tf.math.log(p + 1e-7) - (1 - y) * tf.math.log(1 - p))  # bug
    dw, db = tape.gradient(cost, [w, b])
    w.assign_sub(lr * dw)
    b.assign_sub(lr * db)
    return cost


for i in range(5):
    print("cost", train(x_train, y_train, 0.1).numpy())
