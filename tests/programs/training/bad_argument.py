"""Fits a line by hand-fed arrays; in step 6 the sensor sent an infinity."""

import numpy as np
import tensorflow as tf

from state import print_state

BATCH, STEPS = 8, 50
BROKEN_STEP, BROKEN_ELEMENT = 6, 3

slope, offset = tf.Variable(0.0), tf.Variable(0.0)


def read_sensor(random, step):
    x = random.uniform(0, 1, BATCH).astype(np.float32)
    if step == BROKEN_STEP:
        x[BROKEN_ELEMENT] = np.inf
    return x


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.abs(x * slope + offset - y))
    slope_gradient, offset_gradient = tape.gradient(loss, [slope, offset])
    slope.assign_sub(0.1 * slope_gradient)
    offset.assign_sub(0.1 * offset_gradient)
    return loss


def main():
    random = np.random.default_rng(9)
    losses = []
    for step in range(STEPS):
        x = read_sensor(random, step)
        losses.append(train_step(x, np.sqrt(random.uniform(0, 1, BATCH)).astype(np.float32)))  # bug
    print(f"loss {losses[-1]:.4f}, slope {slope.numpy():.3f}")
    print_state(losses, [slope, offset])


if __name__ == "__main__":
    main()
