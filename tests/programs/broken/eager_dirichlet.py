"""Expected log-probabilities under a Dirichlet."""
import tensorflow as tf

alpha = tf.constant([0.5, 0.0, 2.0])
e_log = tf.math.digamma(alpha) - tf.math.digamma(tf.reduce_sum(alpha))  # bug
print(e_log)
