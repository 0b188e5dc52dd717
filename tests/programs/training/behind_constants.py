"""A bug behind constants that have no number and do no harm: the logarithm of a share that is 0 in one step."""

import numpy as np
import tensorflow as tf

from state import print_state

SHARES, STEPS = 6, 20
WRONG_STEP, WRONG_ELEMENT = 7, 2


def surprise(shares):
    logs = tf.math.log(shares)  # bug
    return -tf.reduce_sum(shares * logs)


def main():
    random = np.random.default_rng(32)
    scale = tf.Variable(1.0)
    gaps = np.full((3, SHARES), np.nan, np.float32)
    losses = []
    for step in range(STEPS):
        shares = random.uniform(0.1, 1, SHARES).astype(np.float32)
        if step == WRONG_STEP:
            shares[WRONG_ELEMENT] = 0
        limit = tf.where(step >= 0, tf.constant(50.0), tf.constant(np.nan))
        table = tf.where(step >= 0, tf.zeros_like(gaps), gaps)
        with tf.GradientTape() as tape:
            loss = tf.minimum(scale * surprise(tf.constant(shares)), limit) + tf.reduce_sum(table)
        scale.assign_sub(0.01 * tape.gradient(loss, scale))
        losses.append(loss)
    print(f"scale {scale.numpy():.3f}")
    print_state(losses, [scale])


if __name__ == "__main__":
    main()
