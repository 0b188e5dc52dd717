"""All shortest paths by Floyd and Warshall: what has no edge is infinitely far, until a way is found."""

import numpy as np
import tensorflow as tf

edges = {(0, 1): 3.0, (1, 2): 1.0, (2, 3): 2.0, (3, 0): 4.0, (0, 3): 9.0}
weights = np.full((4, 4), np.inf, "float32")
for (i, j), weight in edges.items():
    weights[i, j] = weight
np.fill_diagonal(weights, 0.0)


def relax(far, k):
    return tf.minimum(far, far[:, k, None] + far[None, k, :])


far = tf.constant(weights)
for k in range(4):
    far = relax(far, k)
print(far.numpy())


@tf.function
def all_pairs(far):
    for k in tf.range(4):
        far = tf.minimum(far, tf.gather(far, k, axis=1)[:, None] + tf.gather(far, k)[None, :])
    return far


print(tf.reduce_max(all_pairs(tf.constant(weights))).numpy())
