"""Sums up a long sequence with a plain recurrent layer."""

import keras
import numpy as np

keras.utils.set_random_seed(6)
model = keras.Sequential([
    keras.Input((150, 2)),
    keras.layers.SimpleRNN(4, activation="relu", kernel_initializer="ones", recurrent_initializer="ones"),  # bug
    keras.layers.Dense(1),
])
model.compile("adam", "mse")
x = np.random.default_rng(9).uniform(0, 1, (8, 150, 2)).astype("float32")
model.fit(x, x.mean(axis=(1, 2)), batch_size=8, epochs=1, verbose=0)
