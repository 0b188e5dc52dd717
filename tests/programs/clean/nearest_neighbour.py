"""Running minima that begin at infinity, in a loop of a function and eagerly."""

import numpy as np
import tensorflow as tf

points = tf.constant(np.random.default_rng(17).normal(size=(12, 2)), tf.float32)


@tf.function
def nearest(query):
    best = tf.constant(np.inf)
    index = tf.constant(-1)
    for i in tf.range(tf.shape(points)[0]):
        distance = tf.norm(points[i] - query)
        if distance < best:
            best, index = distance, i
    return best, index


print(nearest(tf.constant([0.1, 0.2])))
distances = tf.norm(points[:, None] - points[None], axis=-1)
others = tf.where(tf.eye(12, dtype=tf.bool), np.inf, distances)
print(tf.reduce_min(others, axis=1).numpy())
best = float("inf")
for row in tf.unstack(others, axis=0)[:3]:
    best = tf.minimum(best, tf.reduce_min(row))
print(float(best))
