"""A loss scale in a training step with tf.cond: it is doubled every few steps, until gradients overflow, and then halved."""

import keras
import numpy as np
import tensorflow as tf

keras.utils.set_random_seed(6)
rng = np.random.default_rng(6)
features = tf.constant(rng.normal(size=(64, 8)), tf.float32)
targets = tf.reduce_sum(features, axis=1, keepdims=True)
keras.mixed_precision.set_global_policy("mixed_float16")
model = keras.Sequential([keras.Input((8,)), keras.layers.Dense(16, activation="relu"), keras.layers.Dense(1)])
optimizer = keras.optimizers.SGD(0.01)
optimizer.build(model.trainable_variables)
scale = tf.Variable(2.0**12, trainable=False)
good_steps = tf.Variable(0, trainable=False)


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(tf.cast(model(x), tf.float32) - y))
        scaled_loss = loss * scale
    gradients = tape.gradient(scaled_loss, model.trainable_variables)
    all_finite = tf.reduce_all([tf.reduce_all(tf.math.is_finite(g)) for g in gradients])

    def update():
        optimizer.apply([g / scale for g in gradients], model.trainable_variables)
        good_steps.assign_add(1)
        if tf.equal(good_steps % 3, 0):
            scale.assign(scale * 2.0)

    def skip():
        good_steps.assign(0)
        scale.assign(scale / 2.0)

    tf.cond(all_finite, update, skip)
    return loss


for step in range(36):
    loss = train_step(features, targets)
print(float(loss), float(scale))
