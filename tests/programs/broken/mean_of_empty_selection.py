"""Error of the pixels that are valid; of one picture none is."""

import tensorflow as tf


@tf.function
def masked_error(truth, predicted, valid):
    error = tf.boolean_mask(tf.abs(truth - predicted), valid)
    return tf.reduce_mean(error)  # bug


truth = tf.constant([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
for threshold in (1.5, 3.5, 7.0):
    print(threshold, masked_error(truth, truth * 0.9, truth > threshold).numpy())
