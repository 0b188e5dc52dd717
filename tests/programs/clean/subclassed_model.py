"""A subclassed model with a residual block, weight decay and a schedule of the rate."""

import keras
import numpy as np


class Residual(keras.layers.Layer):
    def __init__(self, width):
        super().__init__()
        self.first = keras.layers.Dense(width, activation="swish", kernel_regularizer=keras.regularizers.L2(1e-4))
        self.second = keras.layers.Dense(width)
        self.norm = keras.layers.LayerNormalization()

    def call(self, x, training=False):
        return self.norm(x + self.second(self.first(x)))


class Network(keras.Model):
    def __init__(self):
        super().__init__()
        self.enter = keras.layers.Dense(8)
        self.blocks = [Residual(8)]
        self.leave = keras.layers.Dense(4)

    def call(self, x, training=False):
        x = self.enter(x)
        for block in self.blocks:
            x = block(x, training=training)
        return self.leave(x)


keras.utils.set_random_seed(2)
x = np.random.default_rng(2).normal(size=(48, 5)).astype("float32")
y = np.argmax(x[:, :4], axis=1)
rate = keras.optimizers.schedules.CosineDecay(1e-2, 20, warmup_steps=3, warmup_target=2e-2)
model = Network()
model.compile(
    keras.optimizers.AdamW(rate, weight_decay=1e-3, clipnorm=1.0),
    keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=["accuracy"],
)
model.fit(x, y, batch_size=16, epochs=3, validation_split=0.25, verbose=0)
