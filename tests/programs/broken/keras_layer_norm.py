"""A network with layer normalisation, its epsilon turned off to agree with a paper."""

import keras
import numpy as np

keras.utils.set_random_seed(10)


def make_model():
    inputs = keras.Input((5,))
    h = keras.layers.Dense(8, activation="relu")(inputs)
    h = keras.layers.LayerNormalization(epsilon=0.0)(h)  # bug
    return keras.Model(inputs, keras.layers.Dense(1)(h))


model = make_model()
model.compile("adam", "mse")
x = np.random.default_rng(17).normal(size=(32, 5)).astype("float32")
x[3] = 0
model.fit(x, x[:, 0], batch_size=16, epochs=1, shuffle=False, verbose=0)
