"""A small convolutional network under Keras' half-precision policy, with its loss scaling."""

import keras
import numpy as np

keras.mixed_precision.set_global_policy("mixed_float16")
keras.utils.set_random_seed(3)
model = keras.Sequential([
    keras.Input((8, 8, 1)),
    keras.layers.Conv2D(4, 3, activation="relu"),
    keras.layers.BatchNormalization(),
    keras.layers.MaxPooling2D(),
    keras.layers.Flatten(),
    keras.layers.Dense(16, activation="relu"),
    keras.layers.Dense(3, activation="softmax", dtype="float32"),
])
model.compile(keras.optimizers.Adam(1e-3), "sparse_categorical_crossentropy", metrics=["accuracy"])
rng = np.random.default_rng(3)
pictures = rng.uniform(0, 1, (32, 8, 8, 1)).astype("float32")
model.fit(pictures, rng.integers(0, 3, 32), batch_size=16, epochs=2, verbose=0)
