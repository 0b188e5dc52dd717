"""Divergences of distributions with zeros, whose 0·log 0 is guarded in each of the usual ways, eagerly and with a tape."""

import tensorflow as tf

p = tf.constant([[0.5, 0.5, 0.0], [1.0, 0.0, 0.0]])
q = tf.constant([[0.4, 0.4, 0.2], [0.6, 0.4, 0.0]])


def entropy(p):
    return -tf.reduce_sum(tf.where(p > 0, p * tf.math.log(p), 0.0), axis=-1)


def by_xlogy(p, q):
    return tf.reduce_sum(tf.math.xlogy(p, p) - tf.math.xlogy(p, q), axis=-1)


def by_no_nan(p, q):
    return tf.reduce_sum(tf.math.multiply_no_nan(tf.math.log(p) - tf.math.log(q), p), axis=-1)


def by_both(p, q):
    term = p * (tf.math.log(p) - tf.math.log(q))
    return tf.reduce_sum(tf.where(tf.math.is_nan(term), tf.zeros_like(term), term), axis=-1)


for f in (entropy, lambda p: by_xlogy(p, q), lambda p: by_no_nan(p, q), lambda p: by_both(p, q)):
    print(f(p).numpy(), tf.function(f)(p).numpy())

weights = tf.Variable([1.0, 2.0, 3.0])
with tf.GradientTape() as tape:
    share = tf.nn.softmax(weights)
    loss = tf.reduce_sum(by_xlogy(p, share[None, :]))
weights.assign_sub(0.1 * tape.gradient(loss, weights))
print(loss.numpy(), weights.numpy())
