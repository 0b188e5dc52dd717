"""A schedule by hand: the learning rate falls with the root of the step."""

import tensorflow as tf

step = tf.Variable(0.0, trainable=False)
x = tf.Variable([3.0, -2.0])


@tf.function
def minimise():
    rate = 0.5 / tf.sqrt(step)  # bug
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.square(x))
    x.assign_sub(rate * tape.gradient(loss, x))
    step.assign_add(1.0)
    return loss


for _ in range(4):
    print(minimise().numpy())
