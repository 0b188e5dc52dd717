"""A model with a train_step of its own, which goes through Keras' loss scale by hand."""

import keras
import numpy as np
import tensorflow as tf

keras.utils.set_random_seed(11)
keras.mixed_precision.set_global_policy("mixed_float16")


class Regressor(keras.Model):
    def __init__(self):
        super().__init__()
        self.hidden = keras.layers.Dense(12, activation="relu")
        self.head = keras.layers.Dense(1)

    def call(self, inputs):
        return self.head(self.hidden(inputs))

    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            error = tf.cast(self(x, training=True), tf.float32) - y
            loss = tf.reduce_mean(tf.abs(error))
            scaled = self.optimizer.scale_loss(loss)
        gradients = tape.gradient(scaled, self.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.trainable_variables))
        return {"loss": loss}


x = np.random.default_rng(11).normal(size=(48, 5)).astype("float32")
model = Regressor()
model.compile(optimizer=keras.optimizers.LossScaleOptimizer(
    keras.optimizers.Adam(1e-3), initial_scale=2.0**18, dynamic_growth_steps=5))  # fmt: skip
model.fit(x, x.sum(axis=1, keepdims=True), batch_size=16, epochs=12, verbose=0)
print(float(model.optimizer.dynamic_scale))
