"""Loops that collect what they make, and whose infinities a where throws away before."""

import tensorflow as tf


@tf.function
def entropies(rows):
    def entropy(p):
        return -tf.reduce_sum(tf.where(p > 0, p * tf.math.log(p), 0.0))

    return tf.map_fn(entropy, rows)


@tf.function
def ratios(numbers):
    def step(total, x):
        ratio = tf.where(x > 0, total / x, total)
        return tf.minimum(ratio, 100.0)

    with tf.GradientTape() as tape:
        tape.watch(numbers)
        safe = tf.where(numbers > 0, numbers, 1.0)
        last = tf.scan(lambda total, x: tf.minimum(total / x, 100.0), safe, initializer=1.0)
        loss = tf.reduce_sum(last)
    return tf.scan(step, numbers, initializer=1.0), tape.gradient(loss, numbers)


print(entropies(tf.constant([[0.5, 0.5, 0.0], [1.0, 0.0, 0.0]])))
print(ratios(tf.constant([2.0, 0.0, 0.5, 3.0])))
