"""Softmax regression with a softmax of its own, and features that somebody forgot to scale."""

import numpy as np
import tensorflow as tf

from state import print_state

FEATURES, CLASSES, BATCH, STEPS = 10, 4, 32, 50


def softmax(logits):
    powers = tf.exp(logits)  # bug
    return powers / tf.reduce_sum(powers, axis=-1, keepdims=True)


class Classifier(tf.keras.layers.Layer):
    def build(self, shape):
        self.kernel = self.add_weight(name="kernel", shape=(shape[-1], CLASSES), initializer="zeros")

    def call(self, x):
        return softmax(tf.matmul(x, self.kernel))


def make_train_step(classifier, optimizer):
    optimizer.build(classifier.trainable_variables)

    @tf.function
    def train_step(x, labels):
        with tf.GradientTape() as tape:
            picked = tf.gather(classifier(x), labels, batch_dims=1)
            loss = -tf.reduce_mean(tf.math.log(picked + 1e-7))
        gradients = tape.gradient(loss, classifier.trainable_variables)
        optimizer.apply_gradients(zip(gradients, classifier.trainable_variables))
        return loss

    return train_step


def main():
    random = np.random.default_rng(5)
    x = (random.normal(size=(BATCH, FEATURES)) * 100).astype(np.float32)
    labels = np.argmax(x[:, :CLASSES], axis=1).astype(np.int32)
    classifier = Classifier()
    classifier.build(x.shape)
    train_step = make_train_step(classifier, tf.keras.optimizers.Adam(0.05))
    losses = [train_step(x, labels) for _ in range(STEPS)]
    print(f"loss {losses[-1]:.4f}")
    print_state(losses, classifier.trainable_variables)


if __name__ == "__main__":
    main()
