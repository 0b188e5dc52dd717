"""Dynamic time warping: the border of the table of distances is infinity, eagerly and in a function."""

import numpy as np
import tensorflow as tf

rng = np.random.default_rng(31)
a, b = rng.normal(size=6).astype("float32"), rng.normal(size=5).astype("float32")


def distance(a, b):
    rows = [tf.concat([[0.0], tf.fill([len(b)], np.inf)], 0)]
    for x in a:
        row = [tf.constant(np.inf)]
        for j, y in enumerate(b):
            best = tf.minimum(tf.minimum(rows[-1][j], rows[-1][j + 1]), row[-1])
            row.append(tf.abs(x - y) + best)
        rows.append(tf.stack(row))
    return rows[-1][-1]


@tf.function
def distance_in_graph(a, b):
    n, m = tf.shape(a)[0], tf.shape(b)[0]
    table = tf.TensorArray(tf.float32, size=n + 1, clear_after_read=False)
    table = table.write(0, tf.concat([[0.0], tf.fill([m], np.float32(np.inf))], 0))
    for i in tf.range(n):
        above = table.read(i)
        left = tf.constant(np.inf)
        row = tf.TensorArray(tf.float32, size=m + 1).write(0, left)
        for j in tf.range(m):
            left = tf.abs(a[i] - b[j]) + tf.minimum(tf.minimum(above[j], above[j + 1]), left)
            row = row.write(j + 1, left)
        table = table.write(i + 1, row.stack())
    return table.read(n)[m]


print(distance(a, b).numpy(), distance_in_graph(tf.constant(a), tf.constant(b)).numpy())
