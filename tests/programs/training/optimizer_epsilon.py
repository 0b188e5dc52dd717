"""Adam without its epsilon, on a model with one input that is always zero."""

import numpy as np
import tensorflow as tf

from state import print_state

ROWS, FEATURES, STEPS = 20, 5, 50
SILENT = 3


def make_train_step(weights, optimizer):
    optimizer.build([weights])

    @tf.function
    def train_step(x, truth):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((x @ weights - truth) ** 2)
        gradients = tape.gradient(loss, [weights])
        optimizer.apply_gradients(zip(gradients, [weights]))  # bug
        return loss

    return train_step


def main():
    random = np.random.default_rng(21)
    x = random.normal(size=(ROWS, FEATURES)).astype(np.float32)
    x[:, SILENT] = 0
    truth = x.sum(axis=1, keepdims=True)
    weights = tf.Variable(tf.zeros((FEATURES, 1)))
    train_step = make_train_step(weights, tf.keras.optimizers.Adam(0.01, epsilon=0.0))
    losses = [train_step(x, truth) for _ in range(STEPS)]
    print(f"loss {losses[-1]:.4f}")
    print_state(losses, [weights])


if __name__ == "__main__":
    main()
