"""Keras' preprocessing layers: Normalization adapted to a constant column, Discretization, CategoryEncoding."""

import keras
import numpy as np

x = np.random.default_rng(21).normal(5, 3, (40, 3)).astype("float32")
x[:, 2] = 7
normalise = keras.layers.Normalization()
normalise.adapt(x)
bins = keras.layers.Discretization(bin_boundaries=[0.0, 3.0, 6.0])
inputs = keras.Input((3,))
numbers = normalise(inputs)
kinds = keras.layers.CategoryEncoding(num_tokens=4, output_mode="one_hot")(bins(inputs[:, 0]))
outputs = keras.layers.Dense(1)(keras.layers.Concatenate()([numbers, kinds]))
model = keras.Model(inputs, outputs)
model.compile("adagrad", "mse")
model.fit(x, x[:, :1], batch_size=20, epochs=2, verbose=0)
