"""Half precision whose loss scale starts too high: the first steps overflow and are skipped, as they should be."""

import keras
import numpy as np

keras.mixed_precision.set_global_policy("mixed_float16")
keras.utils.set_random_seed(4)
optimizer = keras.optimizers.LossScaleOptimizer(keras.optimizers.SGD(0.01), initial_scale=2.0**20)
model = keras.Sequential([
    keras.Input((8,)),
    keras.layers.Dense(16, activation="tanh"),
    keras.layers.Dense(1, dtype="float32"),
])
model.compile(optimizer, "mse")
x = np.random.default_rng(4).normal(size=(32, 8)).astype("float32")
history = model.fit(x, 3 * x.sum(axis=1), batch_size=8, epochs=4, verbose=0)
print(history.history["loss"])
