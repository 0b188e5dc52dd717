"""Features on a logarithmic scale, inside the model."""

import keras
import numpy as np

keras.utils.set_random_seed(9)
inputs = keras.Input((4,))
x = keras.layers.Dense(6, activation="relu")(inputs)
x = keras.ops.log(x)  # bug
outputs = keras.layers.Dense(1)(x)
model = keras.Model(inputs, outputs)
model.compile("adam", "mae")
x_train = np.random.default_rng(16).normal(size=(16, 4)).astype("float32")
model.fit(x_train, x_train[:, :1], batch_size=8, epochs=1, verbose=0)
