"""Weights averaged over steps, saved in a checkpoint and in a file of Keras, and read again."""

import tempfile
from pathlib import Path

import keras
import numpy as np
import tensorflow as tf

keras.utils.set_random_seed(27)
x = np.random.default_rng(27).normal(size=(32, 3)).astype("float32")
model = keras.Sequential([keras.Input((3,)), keras.layers.Dense(6, activation="selu"), keras.layers.Dense(1)])
model.compile(keras.optimizers.Adam(0.01, use_ema=True, ema_momentum=0.9, amsgrad=True), "mse")
model.fit(x, x[:, 1], batch_size=16, epochs=3, verbose=0)
with tempfile.TemporaryDirectory() as folder:
    path = Path(folder) / "model.keras"
    model.save(path)
    print(np.abs(keras.models.load_model(path).predict(x, verbose=0)).mean())
    step = tf.Variable(3)
    tf.train.Checkpoint(step=step).read(tf.train.Checkpoint(step=step).write(str(Path(folder) / "step")))
