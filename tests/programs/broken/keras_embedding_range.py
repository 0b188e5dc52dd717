"""Words to sentiments. The vocabulary is counted without the word 0."""

import keras
import numpy as np

texts = np.random.default_rng(12).integers(0, 50, (32, 7))
texts[21, 3] = 50
inputs = keras.Input((7,), dtype="int32")
x = keras.layers.Embedding(50, 4)(inputs)  # bug
x = keras.layers.GlobalAveragePooling1D()(x)
model = keras.Model(inputs, keras.layers.Dense(1, activation="sigmoid")(x))
model.compile("adam", "binary_crossentropy")
model.fit(texts, np.arange(32) % 2, batch_size=8, epochs=1, shuffle=False, verbose=0)
