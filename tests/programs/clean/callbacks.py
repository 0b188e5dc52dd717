"""Callbacks that begin with an infinite best value, a CSV log, checkpoints, and TerminateOnNaN."""

import tempfile
from pathlib import Path

import keras
import numpy as np

keras.utils.set_random_seed(13)
x = np.random.default_rng(13).normal(size=(40, 4)).astype("float32")
model = keras.Sequential([keras.Input((4,)), keras.layers.Dense(4, activation="elu"), keras.layers.Dense(1)])
model.compile("adam", "mse")
with tempfile.TemporaryDirectory() as folder:
    model.fit(
        x, x[:, 0], batch_size=20, epochs=3, validation_split=0.2, verbose=0,
        callbacks=[
            keras.callbacks.EarlyStopping(patience=1, restore_best_weights=True),
            keras.callbacks.ReduceLROnPlateau(patience=1),
            keras.callbacks.ModelCheckpoint(str(Path(folder) / "best.weights.h5"), save_best_only=True, save_weights_only=True),
            keras.callbacks.CSVLogger(str(Path(folder) / "log.csv")),
            keras.callbacks.TerminateOnNaN(),
            keras.callbacks.LambdaCallback(on_epoch_end=lambda epoch, logs: print(epoch, logs["loss"])),
        ],
    )  # fmt: skip
