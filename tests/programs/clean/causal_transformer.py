"""A tiny language model: embeddings of tokens and positions, causal attention with a padding mask, a rate that warms up."""

import keras
import numpy as np
import tensorflow as tf

WORDS, LENGTH, WIDTH = 20, 8, 8


class Warmup(keras.optimizers.schedules.LearningRateSchedule):
    def __call__(self, step):
        step = tf.cast(step, tf.float32)
        return WIDTH**-0.5 * tf.minimum(tf.math.rsqrt(step), step * 10**-1.5)


class Embed(keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.words = keras.layers.Embedding(WORDS, WIDTH, mask_zero=True)
        self.places = keras.layers.Embedding(LENGTH, WIDTH)

    def compute_mask(self, tokens, mask=None):
        return self.words.compute_mask(tokens)

    def call(self, tokens):
        return self.words(tokens) + self.places(tf.range(LENGTH))


keras.utils.set_random_seed(10)
tokens = keras.Input((LENGTH,), dtype="int32")
x = Embed()(tokens)
attended = keras.layers.MultiHeadAttention(2, 4)(x, x, use_causal_mask=True)
x = keras.layers.LayerNormalization()(x + attended)
x = keras.layers.LayerNormalization()(x + keras.layers.Dense(WIDTH)(keras.layers.Dense(16, activation="relu")(x)))
model = keras.Model(tokens, keras.layers.Dense(WORDS)(x))
model.compile(
    keras.optimizers.Adam(Warmup(), beta_2=0.98, epsilon=1e-9),
    keras.losses.SparseCategoricalCrossentropy(from_logits=True, ignore_class=0),
)
rng = np.random.default_rng(10)
texts = rng.integers(1, WORDS, (32, LENGTH + 1))
for text in texts:
    text[rng.integers(2, LENGTH + 1):] = 0
model.fit(texts[:, :-1], texts[:, 1:], batch_size=8, epochs=2, verbose=0)
