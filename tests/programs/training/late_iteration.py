"""Draws random paths that have to arrive at a learned place, each at its own hour; the loop runs until the last has."""

import numpy as np
import tensorflow as tf

from state import print_state

PATHS, STEPS = 6, 50
HOURS = np.array([48, 50, 44, 35, 50, 41], np.float32)


def walk(place, noise, hours):
    position = tf.zeros(PATHS)
    for hour in tf.range(50):
        left = hours - tf.cast(hour, tf.float32)
        drift = (place - position) / left  # bug
        position = position + drift + noise[hour]
    return position


def make_train_step(place, optimizer):
    @tf.function
    def train_step(noise, hours):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((walk(place, noise, hours) - 1.0) ** 2)
        gradients = tape.gradient(loss, [place])
        optimizer.apply_gradients(zip(gradients, [place]))
        return loss

    return train_step


def main():
    random = np.random.default_rng(10)
    noise = random.normal(0, 0.1, (STEPS, 50, PATHS)).astype(np.float32)
    place = tf.Variable(tf.ones(PATHS) * 3)
    train_step = make_train_step(place, tf.keras.optimizers.SGD(0.1))
    losses = [train_step(noise[step], HOURS) for step in range(STEPS)]
    print(f"loss {losses[-1]:.4f}")
    print_state(losses, [place])


if __name__ == "__main__":
    main()
