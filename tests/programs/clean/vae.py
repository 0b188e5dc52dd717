"""A variational autoencoder with its divergence as an added loss."""

import keras
import numpy as np
from keras import layers, ops


class Sampling(layers.Layer):
    def __init__(self):
        super().__init__()
        self.noise = keras.random.SeedGenerator(9)

    def call(self, mean, log_var):
        divergence = -0.5 * ops.mean(ops.sum(1 + log_var - ops.square(mean) - ops.exp(log_var), axis=1))
        self.add_loss(0.1 * divergence)
        return mean + ops.exp(0.5 * log_var) * keras.random.normal(ops.shape(mean), seed=self.noise)


class Vae(keras.Model):
    def __init__(self):
        super().__init__()
        self.encode = layers.Dense(8, activation="relu")
        self.mean, self.log_var = layers.Dense(2), layers.Dense(2)
        self.sample = Sampling()
        self.decode = keras.Sequential([layers.Dense(8, activation="relu"), layers.Dense(12, activation="sigmoid")])

    def call(self, x):
        h = self.encode(x)
        return self.decode(self.sample(self.mean(h), self.log_var(h)))


keras.utils.set_random_seed(9)
pictures = np.random.default_rng(9).uniform(0, 1, (64, 12)).astype("float32")
vae = Vae()
vae.compile("adam", "binary_crossentropy")
vae.fit(pictures, pictures, batch_size=16, epochs=2, verbose=0)
