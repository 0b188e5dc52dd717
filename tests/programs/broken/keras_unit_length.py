"""An encoder whose outputs lie on a sphere. Dead units leave one at the origin."""

import keras
import numpy as np
import tensorflow as tf


class OnSphere(keras.layers.Layer):
    def call(self, x):
        length = tf.sqrt(tf.reduce_sum(tf.square(x), axis=-1, keepdims=True))
        return x / length  # bug


class Encoder(keras.Model):
    def __init__(self):
        super().__init__()
        self.hidden = keras.layers.Dense(6, activation="relu", use_bias=False)
        self.sphere = OnSphere()
        self.head = keras.layers.Dense(2)

    def call(self, x):
        return self.head(self.sphere(self.hidden(x)))


x = np.random.default_rng(15).normal(size=(24, 4)).astype("float32")
x[10] = 0
model = Encoder()
model.compile("adam", "mse")
model.fit(x, x[:, :2], batch_size=8, epochs=1, shuffle=False, verbose=0)
