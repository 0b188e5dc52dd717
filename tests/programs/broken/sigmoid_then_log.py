"""The likelihood of comparisons: how often does the better player win?"""

import tensorflow as tf


@tf.function
def log_likelihood(winners, losers):
    difference = winners - losers
    chance = tf.sigmoid(difference)
    return tf.reduce_sum(tf.math.log(chance))  # bug


ratings = tf.constant([3.0, 1.5, -2.0, 180.0, 0.5, -1.0, 2.0, 40.0])
print(log_likelihood(ratings[:4], ratings[4:]).numpy())
print(log_likelihood(ratings[4:], ratings[:4]).numpy())
