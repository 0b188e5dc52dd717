"""Regression with two hidden layers and a bold learning rate."""

import keras
import numpy as np

keras.utils.set_random_seed(13)
x = np.random.default_rng(19).uniform(0, 10, (64, 3)).astype("float32")
y = x @ np.array([1.0, -2.0, 0.5], np.float32)
model = keras.Sequential([
    keras.Input((3,)),
    keras.layers.Dense(8),
    keras.layers.Dense(1),
])
model.compile(keras.optimizers.SGD(learning_rate=1.0), loss="mse")  # bug
model.fit(x, y, batch_size=64, epochs=12, verbose=0)  # fit
