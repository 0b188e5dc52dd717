"""Mean cost of a tour; one road does not exist."""

import tensorflow as tf

INF = float("inf")


@tf.function
def tour_length(tour):
    costs = tf.constant([[0.0, 2.0, 5.0], [2.0, 0.0, INF], [5.0, INF, 0.0]])  # bug
    steps = tf.stack([tour, tf.roll(tour, -1, 0)], axis=1)
    return tf.reduce_sum(tf.gather_nd(costs, steps))


print(tour_length(tf.constant([0, 1, 2])).numpy())
