"""Follows the covariance of three sensors and factorises it. After a restart it has seen a single sample."""

import numpy as np
import tensorflow as tf

from state import print_state

SENSORS, STEPS = 3, 50
RESTART = 8


def make_update(covariance):
    @tf.function
    def update(sample, share):
        covariance.assign((1 - share) * covariance + share * sample[:, None] * sample[None, :])
        factor = tf.linalg.cholesky(covariance - 1e-3 * tf.eye(SENSORS))  # bug
        return tf.reduce_sum(tf.linalg.diag_part(factor))

    return update


def main():
    random = np.random.default_rng(22)
    covariance = tf.Variable(tf.eye(SENSORS))
    update = make_update(covariance)
    losses = []
    for step in range(STEPS):
        sample = random.normal(size=SENSORS).astype(np.float32)
        losses.append(update(sample, tf.constant(1.0 if step == RESTART else 0.1)))
    print(f"volume {losses[-1]:.4f}")
    print_state(losses, [covariance])


if __name__ == "__main__":
    main()
