"""An eager loop that averages the errors of the rows above a threshold. As it learns, no row is above it any more."""

import numpy as np
import tensorflow as tf

from state import print_state

ROWS, FEATURES, STEPS = 30, 4, 50


def hard_rows_error(errors, threshold):
    return tf.reduce_mean(tf.boolean_mask(errors, errors > threshold))  # bug


def train_step(weights, optimizer, x, truth):
    with tf.GradientTape() as tape:
        errors = tf.abs(tf.linalg.matvec(x, weights) - truth)
        loss = hard_rows_error(errors, 1.0)
    gradients = tape.gradient(loss, [weights])
    optimizer.apply_gradients(zip(gradients, [weights]))
    return loss


def main():
    random = np.random.default_rng(17)
    x = tf.constant(random.normal(size=(ROWS, FEATURES)), tf.float32)
    truth = tf.linalg.matvec(x, tf.constant([1.0, 2.0, -1.0, 0.5]))
    weights = tf.Variable(tf.zeros(FEATURES))
    optimizer = tf.keras.optimizers.Adam(0.1)
    losses = []
    for step in range(STEPS):
        losses.append(train_step(weights, optimizer, x, truth))
        if step % 10 == 0:
            print(f"step {step}: loss {losses[-1]:.4f}")
    print_state(losses, [weights])


if __name__ == "__main__":
    main()
