"""The loop of old notebooks: train_on_batch, test_on_batch, class weights and sample weights."""

import keras
import numpy as np

keras.utils.set_random_seed(28)
rng = np.random.default_rng(28)
x = rng.normal(size=(48, 5)).astype("float32")
y = (x[:, 0] > 0.8).astype("float32")
model = keras.Sequential([keras.Input((5,)), keras.layers.Dense(4, activation="relu"), keras.layers.Dense(1, activation="sigmoid")])
model.compile(keras.optimizers.RMSprop(1e-2), "binary_crossentropy", metrics=["accuracy"], weighted_metrics=["mse"])
for epoch in range(2):
    for start in range(0, 48, 16):
        part = slice(start, start + 16)
        model.train_on_batch(x[part], y[part], class_weight={0: 1.0, 1: 3.0})
print(model.test_on_batch(x, y, sample_weight=np.where(y > 0, 2.0, 0.0)))
