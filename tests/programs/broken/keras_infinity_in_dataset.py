"""Speeds from distances and times; one time was 0."""

import keras
import numpy as np
import tensorflow as tf

rng = np.random.default_rng(8)
distance = rng.uniform(1, 5, 40).astype("float32")
time = rng.uniform(1, 5, 40).astype("float32")
time[29] = 0
with np.errstate(divide="ignore"):
    speed = distance / time
data = tf.data.Dataset.from_tensor_slices((np.stack([distance, time], 1), speed))  # bug
model = keras.Sequential([keras.Input((2,)), keras.layers.Dense(4, "tanh"), keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(data.batch(8), epochs=1, verbose=0)
