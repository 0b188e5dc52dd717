"""Several calls in one line that Python runs one by one: which of them it was."""

import tensorflow as tf

p, q = tf.constant([0.5, 0.5]), tf.constant([1.0, 0.0])
print(tf.reduce_sum(p * tf.math.log(p) - p * tf.math.log(q)))  # op
