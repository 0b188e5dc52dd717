"""Pairwise distances by the binomial formula."""
import numpy as np
import tensorflow as tf

@tf.function
def distances(x):
    s = tf.reduce_sum(x * x, axis=1, keepdims=True)
    d2 = s - 2.0 * tf.matmul(x, x, transpose_b=True) + tf.transpose(s)
    return tf.sqrt(d2)  # bug

x = np.random.RandomState(0).normal(loc=50, size=(20, 7)).astype("float32")
print(tf.reduce_mean(distances(x)))
