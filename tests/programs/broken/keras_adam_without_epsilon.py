"""A column of the data is always 0, so the gradient of its weights is."""

import keras
import numpy as np

keras.utils.set_random_seed(5)
x = np.random.default_rng(7).normal(size=(32, 4)).astype("float32")
x[:, 2] = 0
model = keras.Sequential([keras.Input((4,)), keras.layers.Dense(1)])
model.compile(optimizer=keras.optimizers.Adam(1e-3, epsilon=0.0), loss="mse")  # bug
model.fit(x, x[:, :1], batch_size=32, epochs=2, verbose=0)  # fit
