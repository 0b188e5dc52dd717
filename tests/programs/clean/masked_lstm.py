"""Sequences of different lengths, padded with 0, masked in an Embedding and read by an LSTM from both ends."""

import keras
import numpy as np

keras.utils.set_random_seed(6)
rng = np.random.default_rng(6)
sentences = [rng.integers(1, 30, n) for n in rng.integers(1, 9, 32)]
padded = keras.utils.pad_sequences(sentences, maxlen=8, padding="post")
model = keras.Sequential([
    keras.Input((8,), dtype="int32"),
    keras.layers.Embedding(30, 8, mask_zero=True),
    keras.layers.Bidirectional(keras.layers.LSTM(6)),
    keras.layers.Dense(1, activation="sigmoid"),
])
model.compile("rmsprop", "binary_crossentropy", metrics=["accuracy", keras.metrics.AUC()])
model.fit(padded, np.arange(32) % 2, batch_size=16, epochs=1, verbose=0)
