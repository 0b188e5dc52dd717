"""Three classes, numbered 1, 2, 3 in the file."""

import keras
import numpy as np

x = np.random.default_rng(13).normal(size=(24, 4)).astype("float32")
labels = np.arange(24) % 3 + 1
model = keras.Sequential([keras.Input((4,)), keras.layers.Dense(3)])
model.compile("adam", keras.losses.SparseCategoricalCrossentropy(from_logits=True))  # loss
model.fit(x, labels, batch_size=8, epochs=1, verbose=0)  # bug
