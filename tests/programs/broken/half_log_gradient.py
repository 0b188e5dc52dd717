"""Log-loss on a product of two gates, in half precision."""

import tensorflow as tf

gate_a = tf.Variable(tf.constant([0.5, 0.01, 0.25], tf.float16))
gate_b = tf.Variable(tf.constant([0.5, 0.001, 0.75], tf.float16))


@tf.function
def gradients():
    with tf.GradientTape() as tape:
        product = gate_a * gate_b
        loss = -tf.reduce_mean(tf.math.log(product))  # bug
    return loss, tape.gradient(loss, [gate_a, gate_b])


loss, grads = gradients()
print(loss.numpy(), [g.numpy() for g in grads])
