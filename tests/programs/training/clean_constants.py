"""Writes down what has no number, as libraries do that cannot know what is asked of them, and never chooses it: a NaN,
an infinity, an array with a gap. It learns a slope, step by step, without a function."""

import numpy as np
import tensorflow as tf

from state import print_state

COUNT, STEPS = 12, 30


def spread(start, stop, count):
    """As numpy.linspace: the step between one number and itself is none."""
    gaps = tf.cast(count - 1, tf.float32)
    step = tf.where(gaps > 0, (stop - start) / tf.maximum(gaps, 1.0), tf.constant(np.nan))  # masked
    return start + tf.range(COUNT, dtype=tf.float32) * step


def fill_gaps(measured):
    """In a function, which is given the array."""
    given = tf.convert_to_tensor(measured)
    return tf.where(tf.math.is_nan(given), 0.0, given)


def nearest(distances, allowed):
    """The infinity is a constant of the function's own, made where it is traced."""
    return tf.reduce_min(tf.where(allowed, distances, np.inf))


def main():
    random = np.random.default_rng(31)
    measured = random.normal(size=(20, COUNT)).astype(np.float32)
    measured[3, 4] = np.nan
    x = spread(0.0, 1.0, tf.constant(COUNT))
    filled = tf.function(fill_gaps)(measured)
    closest = tf.function(nearest)(tf.abs(filled[0]), filled[1] > -10.0)
    truth = 3.0 * x + 0.01 * filled[3]
    slope = tf.Variable(0.0)
    best, losses = tf.constant(np.inf), []
    for _ in range(STEPS):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((slope * x - truth) ** 2)
        slope.assign_sub(0.5 * tape.gradient(loss, slope))
        best = tf.minimum(best, loss)
        losses.append(loss)
    print(f"slope {slope.numpy():.3f}, best loss {best.numpy():.5f}, closest {closest.numpy():.4f}")
    print_state(losses, [slope])


if __name__ == "__main__":
    main()
