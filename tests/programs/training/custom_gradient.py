"""A robust regression with an absolute value whose gradient is written by hand. One row needs no correction at all."""

import numpy as np
import tensorflow as tf

from state import print_state

ROWS, FEATURES, STEPS = 20, 3, 50
PERFECT = 13


@tf.custom_gradient
def absolute(x):
    def gradient(upstream):
        return upstream * x / tf.abs(x)  # bug

    return tf.abs(x), gradient


def make_train_step(weights, optimizer):
    optimizer.build([weights])

    @tf.function
    def train_step(x, truth):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(absolute(tf.linalg.matvec(x, weights) - truth))
        gradients = tape.gradient(loss, [weights])
        optimizer.apply_gradients(zip(gradients, [weights]))
        return loss

    return train_step


def main():
    random = np.random.default_rng(11)
    x = random.normal(size=(ROWS, FEATURES)).astype(np.float32)
    x[PERFECT] = 0
    truth = x @ np.array([1, -2, 3], np.float32)
    weights = tf.Variable(tf.zeros(FEATURES))
    train_step = make_train_step(weights, tf.keras.optimizers.RMSprop(0.05))
    losses = [train_step(x, truth) for _ in range(STEPS)]
    print(f"loss {losses[-1]:.4f}")
    print_state(losses, [weights])


if __name__ == "__main__":
    main()
