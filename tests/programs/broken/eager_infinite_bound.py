"""Scales actions to their ranges; one range has no ends."""

import tensorflow as tf

INF = float("inf")
actions = tf.constant([0.2, 0.7, 0.5])


def rescale(action, low, high):
    low, high = tf.constant(low), tf.constant(high)  # ends
    return low + action * (high - low)  # bug


print(rescale(actions, [0.0, -1.0, 0.0], [1.0, 1.0, 2.0]).numpy())
print(rescale(actions, [0.0, INF, 0.0], [1.0, INF, 2.0]).numpy())
