"""A training loop without tf.function that scales its loss, looks at its gradients, and skips those that overflowed."""

import numpy as np
import tensorflow as tf

rng = np.random.default_rng(7)
x = tf.constant(rng.normal(size=(32, 6)), tf.float16)
y = tf.reduce_sum(tf.cast(x, tf.float32), axis=1, keepdims=True)
weights = tf.Variable(tf.random.stateless_normal((6, 1), seed=(1, 2)))
bias = tf.Variable(tf.zeros((1,)))
scale = tf.Variable(2.0**17, trainable=False)

for step in range(15):
    with tf.GradientTape() as tape:
        predicted = x @ tf.cast(weights, tf.float16) + tf.cast(bias, tf.float16)
        loss = tf.reduce_mean((tf.cast(predicted, tf.float32) - y) ** 2)
        scaled = loss * scale
    gradients = tape.gradient(scaled, [weights, bias])
    if all(tf.reduce_all(tf.math.is_finite(g)) for g in gradients):
        for variable, gradient in zip([weights, bias], gradients):
            variable.assign_sub(0.05 * gradient / scale)
    else:
        scale.assign(scale * 0.5)
    if step % 5 == 0:
        print(step, float(loss))
print(float(loss), float(scale))
