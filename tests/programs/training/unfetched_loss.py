"""Trains without ever looking at the loss: of its last ops only the gradients run."""

import numpy as np
import tensorflow as tf

from state import print_state

ROWS, STEPS, EMPTY_STEP, EMPTY_ROW = 8, 12, 7, 2


def make_train_step(rate, optimizer):
    optimizer.build([rate])

    @tf.function
    def train_step(counts):
        with tf.GradientTape() as tape:
            expected = counts * rate
            surprise = tf.math.log(expected)  # bug
            loss = tf.reduce_mean(expected - surprise)
        gradients = tape.gradient(loss, [rate])  # tape
        optimizer.apply_gradients(zip(gradients, [rate]))

    return train_step


def main():
    rate = tf.Variable(tf.ones(ROWS))
    train_step = make_train_step(rate, tf.keras.optimizers.SGD(0.01))
    random = np.random.default_rng(8)
    for step in range(STEPS):
        counts = random.integers(1, 9, ROWS).astype(np.float32)
        if step == EMPTY_STEP:
            counts[EMPTY_ROW] = 0
        train_step(counts)
    print_state([], [rate])


if __name__ == "__main__":
    main()
