"""Learns the strongest of a few signals. The gradient of a maximum divides by the number of elements that equal it, of
which a NaN has none: the NaN is born once, in a root, and not again in the gradient."""

import numpy as np
import tensorflow as tf

from state import print_state

SIGNALS, LENGTH, STEPS = 4, 6, 20
WRONG_STEP = 9


def strongest(signals, weights):
    power = tf.sqrt(signals)  # bug
    return tf.reduce_max(power * weights, axis=1)


def make_train_step(weights):
    @tf.function
    def train_step(signals, truth):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((strongest(signals, weights) - truth) ** 2)
        weights.assign_sub(0.05 * tape.gradient(loss, weights))
        return loss

    return train_step


def main():
    random = np.random.default_rng(34)
    weights = tf.Variable(tf.ones(LENGTH))
    train_step = make_train_step(weights)
    losses = []
    for step in range(STEPS):
        signals = random.uniform(0.1, 2, (SIGNALS, LENGTH)).astype(np.float32)
        if step == WRONG_STEP:
            signals[1, 2] = -0.5
        losses.append(train_step(tf.constant(signals), tf.constant(signals.max(axis=1))))
    print(f"loss {losses[-1]:.4f}")
    print_state(losses, [weights])


if __name__ == "__main__":
    main()
