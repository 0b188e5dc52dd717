"""Precision as a function that is given to compile()."""

import keras
import numpy as np
import tensorflow as tf


def precision(y_true, y_pred):
    predicted = tf.cast(y_pred > 0.5, tf.float32)
    hits = tf.reduce_sum(predicted * tf.cast(y_true, tf.float32))
    return hits / tf.reduce_sum(predicted)  # bug


keras.utils.set_random_seed(2)
x = np.random.default_rng(3).normal(size=(48, 4)).astype("float32")
y = (np.arange(48) % 12 == 0).astype("float32")[:, None]
model = keras.Sequential([
    keras.Input((4,)),
    keras.layers.Dense(1, activation="sigmoid", kernel_initializer="zeros", bias_initializer=keras.initializers.Constant(-3.0)),
])
model.compile("sgd", "binary_crossentropy", metrics=[precision])
model.fit(x, y, batch_size=12, epochs=1, verbose=0)
