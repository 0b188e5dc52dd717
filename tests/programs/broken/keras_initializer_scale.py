"""A small regression network; somebody mistook stddev for a number of digits."""

import keras
import numpy as np

keras.utils.set_random_seed(3)
wide = keras.initializers.RandomNormal(stddev=1e20)
model = keras.Sequential([
    keras.Input((5,)),
    keras.layers.Dense(16, kernel_initializer=wide),
    keras.layers.Dense(1, kernel_initializer=wide),  # bug
])
model.compile("sgd", "mae")
x = np.random.default_rng(5).normal(size=(32, 5)).astype("float32")
model.fit(x, x[:, 0], epochs=1, verbose=0)
