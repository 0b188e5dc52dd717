"""Averages the ratings of each shop, 0 for shops without any, and learns how much to trust each rater."""

import numpy as np
import tensorflow as tf

from state import print_state

SHOPS, RATERS, STEPS = 8, 5, 50
UNRATED = 3


def averages(ratings, given, trust):
    weights = given * trust
    total = tf.reduce_sum(ratings * weights, axis=1)
    weight = tf.reduce_sum(weights, axis=1)
    return tf.where(weight > 0, total / weight, 0.0)  # bug


def make_train_step(trust, optimizer):
    @tf.function
    def train_step(ratings, given, truth):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((averages(ratings, given, tf.nn.softplus(trust)) - truth) ** 2)
        gradients = tape.gradient(loss, [trust])  # tape
        optimizer.apply_gradients(zip(gradients, [trust]))
        return loss

    return train_step


def main():
    random = np.random.default_rng(4)
    ratings = random.uniform(1, 5, (SHOPS, RATERS)).astype(np.float32)
    given = np.ones((SHOPS, RATERS), np.float32)
    given[UNRATED] = 0
    truth = (ratings[:, 0] * given[:, 0]).astype(np.float32)
    trust = tf.Variable(tf.zeros(RATERS))
    train_step = make_train_step(trust, tf.keras.optimizers.SGD(0.1))
    losses = [train_step(ratings, given, truth) for _ in range(STEPS)]
    print(f"error {losses[-1]:.4f}, trust {trust.numpy()}")
    print_state(losses, [trust])


if __name__ == "__main__":
    main()
