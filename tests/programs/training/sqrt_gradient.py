"""Moves cluster centres towards their points. Every centre starts on a point of the data."""

import numpy as np
import tensorflow as tf

from state import print_state

POINTS, CENTRES, STEPS = 12, 3, 50
STARTS = [4, 7, 10]


def distances(points, centres):
    differences = points[:, None, :] - centres[None, :, :]
    return tf.sqrt(tf.reduce_sum(differences**2, axis=2))  # bug


def make_train_step(centres, optimizer):
    @tf.function
    def train_step(points):
        with tf.GradientTape() as tape:
            nearest = tf.reduce_min(distances(points, centres), axis=1)
            loss = tf.reduce_mean(nearest)
        gradients = tape.gradient(loss, [centres])  # tape
        optimizer.apply_gradients(zip(gradients, [centres]))
        return loss

    return train_step


def main():
    points = np.random.default_rng(3).normal(size=(POINTS, 2)).astype(np.float32)
    centres = tf.Variable(points[STARTS])
    train_step = make_train_step(centres, tf.keras.optimizers.SGD(0.1))
    losses = [train_step(tf.constant(points)) for _ in range(STEPS)]
    print(f"mean distance {losses[-1]:.4f}")
    print_state(losses, [centres])


if __name__ == "__main__":
    main()
