"""Fits counts with a Poisson loss by hand; the network ends in a relu."""

import keras
import numpy as np
import tensorflow as tf


def poisson(y_true, y_pred):
    return tf.reduce_mean(y_pred - y_true * tf.math.log(y_pred), axis=-1)  # bug


keras.utils.set_random_seed(1)
x = np.random.default_rng(1).normal(size=(64, 5)).astype("float32")
y = np.random.default_rng(2).poisson(3, (64, 1)).astype("float32")
model = keras.Sequential([
    keras.Input((5,)),
    keras.layers.Dense(8, activation="relu"),
    keras.layers.Dense(1, activation="relu"),
])
model.compile(optimizer="adam", loss=poisson)
model.fit(x, y, batch_size=16, epochs=2, verbose=0)
