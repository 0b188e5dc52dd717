"""Daily temperatures; a day is missing in the table."""

import numpy as np
import tensorflow as tf

days = np.array([11.2, 12.1, np.nan, 9.8, 10.4], np.float32)
temperatures = tf.convert_to_tensor(days)  # bug
mean = tf.reduce_mean(temperatures)
anomaly = temperatures - mean
print("warmest", float(tf.reduce_max(anomaly)))
