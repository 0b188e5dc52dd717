"""Spectra from a generator, each scaled to its maximum; one is dark."""

import keras
import numpy as np
import tensorflow as tf

np.seterr(invalid="ignore")
rng = np.random.default_rng(3)


def spectra():
    for number in range(24):
        spectrum = rng.uniform(0, 1, 6).astype("float32") * (number != 13)
        yield spectrum / spectrum.max(), np.float32([number % 2])


signature = (tf.TensorSpec((6,)), tf.TensorSpec((1,)))
data = tf.data.Dataset.from_generator(spectra, output_signature=signature)  # bug
model = keras.Sequential([keras.Input((6,)), keras.layers.Dense(1, activation="sigmoid")])
model.compile("adam", "binary_crossentropy")
model.fit(data.batch(8), epochs=1, verbose=0)  # fit
