"""Layers of the program's own, trained by a train_step of its own: lines of call() and train_step, and the layers."""

import keras
import numpy as np
import tensorflow as tf


class Standardize(keras.layers.Layer):
    def call(self, x):
        centred = x - tf.reduce_mean(x, axis=-1, keepdims=True)
        return centred / tf.math.reduce_std(centred, axis=-1, keepdims=True)  # call


class Net(keras.Model):
    def __init__(self):
        super().__init__(name="net")
        self.inner = keras.layers.Dense(5)
        self.standardize = Standardize()  # layer

    def call(self, x):
        return self.standardize(self.inner(x))

    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self(x, training=True) - y))
        scaled = tf.math.log(loss - loss)  # train_step
        self.optimizer.apply_gradients(
            zip(tape.gradient(loss, self.trainable_variables), self.trainable_variables, strict=True)
        )
        return {"loss": loss, "scaled": scaled}


def main():
    model = Net()
    model.compile(optimizer="sgd")
    model.fit(np.zeros((4, 3), "f"), np.ones((4, 5), "f"), epochs=1, verbose=0)


if __name__ == "__main__":
    main()
