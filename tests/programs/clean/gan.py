"""A GAN with two optimizers and a train_step of its own."""

import keras
import numpy as np
import tensorflow as tf

LATENT = 3


class Gan(keras.Model):
    def __init__(self):
        super().__init__()
        self.generator = keras.Sequential([
            keras.Input((LATENT,)), keras.layers.Dense(8), keras.layers.LeakyReLU(0.2), keras.layers.Dense(2)])
        self.discriminator = keras.Sequential([
            keras.Input((2,)), keras.layers.Dense(8), keras.layers.LeakyReLU(0.2), keras.layers.Dense(1)])
        self.noise = keras.random.SeedGenerator(8)
        self.d_loss, self.g_loss = keras.metrics.Mean(name="d_loss"), keras.metrics.Mean(name="g_loss")

    def compile(self, d_optimizer, g_optimizer):
        super().compile()
        self.d_optimizer, self.g_optimizer = d_optimizer, g_optimizer
        self.entropy = keras.losses.BinaryCrossentropy(from_logits=True)

    @property
    def metrics(self):
        return [self.d_loss, self.g_loss]

    def train_step(self, real):
        n = tf.shape(real)[0]
        fake = self.generator(keras.random.normal((n, LATENT), seed=self.noise))
        labels = tf.concat([tf.ones((n, 1)), tf.zeros((n, 1))], 0)
        with tf.GradientTape() as tape:
            d_loss = self.entropy(labels, self.discriminator(tf.concat([real, fake], 0)))
        weights = self.discriminator.trainable_weights
        self.d_optimizer.apply_gradients(zip(tape.gradient(d_loss, weights), weights))
        with tf.GradientTape() as tape:
            fake = self.generator(keras.random.normal((n, LATENT), seed=self.noise))
            g_loss = self.entropy(tf.ones((n, 1)), self.discriminator(fake))
        weights = self.generator.trainable_weights
        self.g_optimizer.apply_gradients(zip(tape.gradient(g_loss, weights), weights))
        self.d_loss.update_state(d_loss)
        self.g_loss.update_state(g_loss)
        return {"d_loss": self.d_loss.result(), "g_loss": self.g_loss.result()}


keras.utils.set_random_seed(8)
gan = Gan()
gan.compile(keras.optimizers.Adam(1e-3), keras.optimizers.Adam(1e-3))
real = np.random.default_rng(8).normal(2, 0.5, (64, 2)).astype("float32")
gan.fit(tf.data.Dataset.from_tensor_slices(real).shuffle(64, seed=1).batch(16), epochs=2, verbose=0)
