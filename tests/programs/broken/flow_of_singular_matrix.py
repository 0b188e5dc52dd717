"""A linear flow whose matrix is singular."""
import tensorflow as tf

@tf.function
def log_prob(x, m):
    det = tf.linalg.det(m)
    log_det = tf.math.log(tf.abs(det))  # bug
    return -0.5 * tf.reduce_sum(tf.linalg.matvec(m, x) ** 2, -1) + log_det

print(log_prob(tf.constant([[1.0, 2.0]]), tf.constant([[1.0, 2.0], [2.0, 4.0]])))
