"""A variational autoencoder on pictures of 0 … 255 instead of 0 … 1."""

import keras
import numpy as np
import tensorflow as tf


class Sampling(keras.layers.Layer):
    def call(self, inputs):
        mean, log_var = inputs
        noise = tf.random.stateless_normal(tf.shape(mean), seed=(3, 4))
        return mean + tf.exp(log_var) * noise  # bug


keras.utils.set_random_seed(12)
inputs = keras.Input((16,))
h = keras.layers.Dense(8, activation="relu")(inputs)
mean, log_var = keras.layers.Dense(2)(h), keras.layers.Dense(2)(h)
z = Sampling()([mean, log_var])
vae = keras.Model(inputs, keras.layers.Dense(16)(keras.layers.Dense(8, activation="relu")(z)))
vae.compile("adam", "mse")
pictures = np.random.default_rng(18).integers(0, 256, (32, 16)).astype("float32") * 4
vae.fit(pictures, pictures, batch_size=16, epochs=1, verbose=0)
