"""An angle that is guarded by a where."""
import tensorflow as tf

w = tf.Variable([0.5, 1.0, 0.2])

@tf.function
def step():
    with tf.GradientTape() as tape:
        y = tf.where(tf.abs(w) < 1.0, tf.acos(w), tf.zeros_like(w))  # bug
        loss = tf.reduce_sum(y)
    w.assign_sub(0.1 * tape.gradient(loss, w))
    return loss

for _ in range(2):
    print(step())
