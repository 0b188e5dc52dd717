"""A table with a gap, read and trained on as it is."""

import io

import keras
import numpy as np

CSV = """5.1,3.5,1.4,0
4.9,3.0,1.4,0
6.2,,4.5,1
5.9,3.0,5.1,1
5.5,2.4,3.7,1
4.6,3.1,1.5,0
"""
table = np.genfromtxt(io.StringIO(CSV), delimiter=",", dtype="float32")  # bug
model = keras.Sequential([keras.Input((3,)), keras.layers.Dense(4, "relu"), keras.layers.Dense(1, "sigmoid")])
model.compile("adam", "binary_crossentropy", metrics=["accuracy"])
model.fit(table[:, :3], table[:, 3:], batch_size=3, epochs=2, verbose=0)  # fit
