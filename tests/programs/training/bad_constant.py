"""Weighs each class by how rare it is. The weights are computed with numpy, and one class never occurs."""

import numpy as np
import tensorflow as tf

from state import print_state

ROWS, FEATURES, CLASSES, STEPS = 40, 5, 4, 50
NEVER = 2


def rarity(labels):
    counts = np.bincount(labels, minlength=CLASSES)
    with np.errstate(divide="ignore"):
        return (len(labels) / counts).astype(np.float32)


def make_train_step(weights, class_weights, optimizer):
    @tf.function
    def train_step(x, labels):
        scales = tf.constant(class_weights)  # bug
        with tf.GradientTape() as tape:
            logits = x @ weights
            chances = tf.nn.log_softmax(logits)
            loss = -tf.reduce_mean(tf.reduce_sum(tf.one_hot(labels, CLASSES) * chances * scales, axis=1))
        gradients = tape.gradient(loss, [weights])
        optimizer.apply_gradients(zip(gradients, [weights]))
        return loss

    return train_step


def main():
    random = np.random.default_rng(20)
    x = random.normal(size=(ROWS, FEATURES)).astype(np.float32)
    labels = random.choice([c for c in range(CLASSES) if c != NEVER], ROWS).astype(np.int32)
    weights = tf.Variable(tf.zeros((FEATURES, CLASSES)))
    train_step = make_train_step(weights, rarity(labels), tf.keras.optimizers.SGD(0.1))
    losses = [train_step(x, labels) for _ in range(STEPS)]
    print(f"loss {losses[-1]:.4f}")
    print_state(losses, [weights])


if __name__ == "__main__":
    main()
