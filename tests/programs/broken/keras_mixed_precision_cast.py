"""Incomes in a half-precision network: Keras casts them before the first layer."""

import keras
import numpy as np

keras.mixed_precision.set_global_policy("mixed_float16")
keras.utils.set_random_seed(8)
incomes = np.random.default_rng(11).uniform(2e4, 6e4, (32, 3)).astype("float32")
incomes[14, 1] = 91000
model = keras.Sequential([
    keras.Input((3,)),
    keras.layers.Dense(4, activation="relu"),  # bug
    keras.layers.Dense(1, dtype="float32"),
])
model.compile("adam", "mae")
model.fit(incomes, incomes[:, 0] / 1e4, batch_size=32, epochs=1, verbose=0)  # fit
