"""Additive and dot-product attention layers over padded memory, with masks for query and value."""

import keras
import numpy as np

keras.utils.set_random_seed(11)
query_ids, value_ids = keras.Input((4,), dtype="int32"), keras.Input((6,), dtype="int32")
embed = keras.layers.Embedding(12, 5, mask_zero=True)
query, value = embed(query_ids), embed(value_ids)
dot = keras.layers.Attention()([query, value])
additive = keras.layers.AdditiveAttention()([query, value])
pooled = keras.layers.GlobalAveragePooling1D()(keras.layers.Concatenate()([dot, additive]))
model = keras.Model([query_ids, value_ids], keras.layers.Dense(2, activation="softmax")(pooled))
model.compile("adam", "sparse_categorical_crossentropy")
rng = np.random.default_rng(11)
queries, values = rng.integers(0, 12, (16, 4)), rng.integers(0, 12, (16, 6))
queries[:, 0] = 1
values[3, 1:] = 0
values[3, 0] = 5
model.fit([queries, values], rng.integers(0, 2, 16), batch_size=8, epochs=1, verbose=0)
