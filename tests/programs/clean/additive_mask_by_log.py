"""Attention whose mask is the log of zeros and ones, in a layer of Keras' and eagerly."""

import keras
import numpy as np
import tensorflow as tf


@keras.saving.register_keras_serializable()
class Attention(keras.layers.Layer):
    def build(self, shape):
        self.q, self.k, self.v = (self.add_weight(shape=(shape[-1], 4), name=name) for name in "qkv")

    def call(self, x, mask=None):
        scores = (x @ self.q) @ tf.transpose(x @ self.k, [0, 2, 1]) / 2.0
        causal = tf.linalg.band_part(tf.ones([tf.shape(x)[1]] * 2), -1, 0)
        scores += tf.math.log(causal)
        if mask is not None:
            scores += tf.math.log(tf.cast(mask, scores.dtype))[:, None, :]
        return tf.nn.softmax(scores) @ (x @ self.v)


keras.utils.set_random_seed(36)
tokens = keras.Input((6,), dtype="int32")
x = keras.layers.Embedding(10, 8, mask_zero=True)(tokens)
x = keras.layers.GlobalAveragePooling1D()(Attention()(x))
model = keras.Model(tokens, keras.layers.Dense(2, activation="softmax")(x))
model.compile("adam", "sparse_categorical_crossentropy")
rng = np.random.default_rng(36)
texts = rng.integers(1, 10, (16, 6))
texts[:, 4:] *= rng.integers(0, 2, (16, 2))
model.fit(texts, rng.integers(0, 2, 16), batch_size=8, epochs=1, verbose=0)

mask = tf.constant([1.0, 1.0, 0.0])
print(tf.nn.softmax(tf.constant([0.3, 2.0, 0.5]) + tf.math.log(mask)).numpy())
