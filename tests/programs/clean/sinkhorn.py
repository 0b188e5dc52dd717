"""Optimal transport by Sinkhorn in log space, where some of the mass on both sides is 0 and some pairs are forbidden."""

import numpy as np
import tensorflow as tf

rng = np.random.default_rng(35)
cost = rng.uniform(size=(4, 5)).astype("float32")
cost[0, 4] = cost[3, 0] = np.inf
a = tf.constant([0.5, 0.25, 0.25, 0.0])
b = tf.constant([0.2, 0.2, 0.2, 0.4, 0.0])


@tf.function
def sinkhorn(cost, a, b, rounds):
    kernel = -cost / 0.1
    log_a, log_b = tf.math.log(a), tf.math.log(b)
    f, g = tf.zeros_like(a), tf.zeros_like(b)
    for _ in tf.range(rounds):
        f = log_a - tf.reduce_logsumexp(kernel + g[None, :], axis=1)
        g = log_b - tf.reduce_logsumexp(kernel + f[:, None], axis=0)
    plan = tf.exp(f[:, None] + kernel + g[None, :])
    return plan, tf.reduce_sum(tf.math.multiply_no_nan(cost, plan))


plan, total = sinkhorn(tf.constant(cost), a, b, 30)
print(plan.numpy().sum(1).round(2), total.numpy())
