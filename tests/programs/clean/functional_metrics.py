"""A functional model with two inputs, two outputs and several metrics, fitted, evaluated and asked."""

import keras
import numpy as np

keras.utils.set_random_seed(1)
rng = np.random.default_rng(1)
numbers = rng.normal(size=(64, 6)).astype("float32")
kinds = rng.integers(0, 5, (64, 1))

number_input, kind_input = keras.Input((6,), name="numbers"), keras.Input((1,), dtype="int32", name="kinds")
embedded = keras.layers.Flatten()(keras.layers.Embedding(5, 3)(kind_input))
x = keras.layers.Concatenate()([number_input, embedded])
x = keras.layers.Dense(16, activation="gelu")(x)
x = keras.layers.BatchNormalization()(x)
x = keras.layers.Dropout(0.2)(x)
sort = keras.layers.Dense(3, activation="softmax", name="sort")(x)
size = keras.layers.Dense(1, name="size")(x)
model = keras.Model([number_input, kind_input], {"sort": sort, "size": size})
model.compile(
    "adam",
    loss={"sort": "sparse_categorical_crossentropy", "size": "huber"},
    metrics={"sort": ["accuracy", "sparse_top_k_categorical_accuracy"], "size": ["mae", "r2_score"]},
)
targets = {"sort": rng.integers(0, 3, 64), "size": numbers[:, :1]}
model.fit([numbers, kinds], targets, batch_size=16, epochs=2, verbose=0)
print(model.evaluate([numbers, kinds], targets, verbose=0, return_dict=True))
print(model.predict([numbers[:2], kinds[:2]], verbose=0)["size"].shape)
