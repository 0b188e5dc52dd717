"""Compares correlations by Fisher's transformation: a function that calls a function that calls a function."""

import numpy as np
import tensorflow as tf

from state import print_state

PAIRS, SAMPLES, STEPS = 6, 10, 50
DOUBLED = 4


@tf.function
def fisher(correlation):
    return tf.atanh(correlation)  # bug


@tf.function
def similarity(a, b):
    # Both are standardised by SAMPLES - 1, so dividing by less than that is too much.
    correlation = tf.reduce_sum(a * b, axis=-1) / (SAMPLES - 1.5)
    return fisher(correlation)


def make_train_step(scale, optimizer):
    @tf.function
    def train_step(a, b, truth):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((similarity(scale * a, b) - truth) ** 2)
        gradients = tape.gradient(loss, [scale])
        optimizer.apply_gradients(zip(gradients, [scale]))
        return loss

    return train_step


def standardised(samples):
    samples = samples - samples.mean(axis=1, keepdims=True)
    return (samples / samples.std(axis=1, ddof=1, keepdims=True)).astype(np.float32)


def main():
    random = np.random.default_rng(16)
    a = random.normal(size=(PAIRS, SAMPLES))
    b = random.normal(size=(PAIRS, SAMPLES))
    b[DOUBLED] = a[DOUBLED]
    scale = tf.Variable(0.9)
    train_step = make_train_step(scale, tf.keras.optimizers.SGD(0.01))
    truth = np.zeros(PAIRS, np.float32)
    truth[DOUBLED] = 5
    losses = [train_step(standardised(a), standardised(b), truth) for _ in range(STEPS)]
    print(f"loss {losses[-1]:.4f}, scale {scale.numpy():.3f}")
    print_state(losses, [scale])


if __name__ == "__main__":
    main()
