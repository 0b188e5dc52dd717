"""A Gaussian process with a kernel that is none: a negative nugget."""

import tensorflow as tf

x = tf.constant([0.0, 0.5, 1.0, 1.5])
y = tf.sin(x)


@tf.function
def log_likelihood(nugget):
    kernel = tf.exp(-((x[:, None] - x[None]) ** 2)) + nugget * tf.eye(4)
    factor = tf.linalg.cholesky(kernel)  # bug
    weights = tf.linalg.cholesky_solve(factor, y[:, None])
    return -0.5 * tf.reduce_sum(y[:, None] * weights) - tf.reduce_sum(tf.math.log(tf.linalg.diag_part(factor)))


for nugget in (0.1, -0.3):
    print(log_likelihood(tf.constant(nugget)).numpy())
