"""Half precision with features that were not scaled."""

import keras
import numpy as np

keras.utils.set_random_seed(7)
keras.mixed_precision.set_global_policy("mixed_float16")
model = keras.Sequential([
    keras.Input((6,)),
    keras.layers.Dense(8, kernel_initializer="ones"),
    keras.layers.Dense(8, kernel_initializer="ones"),  # bug
    keras.layers.Dense(1, dtype="float32"),
])
model.compile(keras.optimizers.SGD(1e-6), "mae")
x = np.random.default_rng(10).uniform(1000, 2500, (16, 6)).astype("float32")
print(model.evaluate(x, x[:, 0], verbose=0))
