"""A loss scale in a graph of TensorFlow 1."""

import numpy as np
import tensorflow as tf

v1 = tf.compat.v1
v1.disable_eager_execution()

rng = np.random.default_rng(10)
x = v1.placeholder(tf.float32, (None, 4), name="x")
y = v1.placeholder(tf.float32, (None, 1), name="y")
w = v1.get_variable("w", (4, 1), initializer=v1.ones_initializer())
scale = v1.get_variable("loss_scale", (), initializer=v1.constant_initializer(2.0**26), trainable=False)
predicted = tf.matmul(tf.cast(x, tf.float16), tf.cast(w, tf.float16))
loss = tf.reduce_mean(tf.square(tf.cast(predicted, tf.float32) - y), name="loss")
optimizer = v1.train.GradientDescentOptimizer(0.02)
gradients = optimizer.compute_gradients(loss * scale, [w])
finite = tf.reduce_all([tf.reduce_all(tf.math.is_finite(g)) for g, _ in gradients])


def update():
    with v1.control_dependencies([optimizer.apply_gradients([(g / scale, v) for g, v in gradients])]):
        return tf.identity(scale)


def skip():
    return v1.assign(scale, scale / 2)


step = tf.cond(finite, update, skip)
with v1.Session() as session:
    session.run(v1.global_variables_initializer())
    for _ in range(14):
        batch = rng.normal(size=(16, 4))
        value, now, _ = session.run([loss, scale, step], {x: batch, y: batch.sum(axis=1, keepdims=True)})
print(value, now)
