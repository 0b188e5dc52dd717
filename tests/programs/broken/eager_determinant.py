"""Log-density of a flow; a layer of it swaps two coordinates."""

import numpy as np
import tensorflow as tf

layers = [np.diag([2.0, 0.5, 1.5]), np.eye(3)[[1, 0, 2]], np.diag([1.0, 3.0, 1.0])]
total = tf.constant(0.0)
for matrix in layers:
    jacobian = tf.constant(matrix, tf.float32)
    total += tf.math.log(tf.linalg.det(jacobian))  # bug
print(total.numpy())
