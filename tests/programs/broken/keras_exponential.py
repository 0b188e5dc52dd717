"""Predicts rates; the last layer is exponential so that they are positive. Years are given as 1990 … 2020."""

import keras
import numpy as np

keras.utils.set_random_seed(11)
years = np.arange(1990, 2022, dtype="float32")[:, None]
model = keras.Sequential(name="rates")
model.add(keras.Input((1,)))
model.add(keras.layers.Dense(1, activation="exponential", kernel_initializer="ones"))  # bug
model.compile(keras.optimizers.SGD(0.01), "mse")
model.fit(years, np.linspace(3, 5, 32), epochs=1, verbose=0)
