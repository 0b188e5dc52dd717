"""Functions of keras.ops and operators, applied to the tensors of a functional model: each is a line of the program."""

import keras
import numpy as np

inputs = keras.Input((3,))
hidden = keras.layers.Dense(4, activation="relu", kernel_initializer="zeros")(inputs)
share = hidden / keras.ops.sum(hidden, axis=-1, keepdims=True)  # division
entropy = keras.ops.log(hidden)  # log
both = keras.layers.Concatenate()([share, entropy])
model = keras.Model(inputs, keras.layers.Dense(1)(both), name="net")  # model
model.compile("sgd", "mse")
model.fit(np.ones((8, 3), "f"), np.zeros((8, 1), "f"), epochs=1, verbose=0)
