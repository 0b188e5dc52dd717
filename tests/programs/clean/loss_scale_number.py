"""A loss scale that is a number of Python's, in a loop without tf.function."""

import numpy as np
import tensorflow as tf


class Scaler:
    def __init__(self, scale):
        self.scale, self.good = scale, 0

    def unscale(self, gradients):
        """The gradients, or None where one of them has overflowed."""
        if any(tf.reduce_any(tf.math.is_nan(g) | tf.math.is_inf(g)) for g in gradients):
            self.scale, self.good = self.scale / 2, 0
            return None
        self.good += 1
        if self.good == 4:
            self.scale, self.good = self.scale * 2, 0
        return [g / self.scale for g in gradients]


rng = np.random.default_rng(8)
x = tf.constant(rng.uniform(size=(16, 4)), tf.float16)
y = tf.constant(rng.uniform(size=(16, 1)), tf.float16)
w = tf.Variable(rng.normal(size=(4, 1)).astype("float32"))
scaler = Scaler(2.0**18)
for step in range(14):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.abs(tf.cast(x @ tf.cast(w, tf.float16) - y, tf.float32))) * scaler.scale
    unscaled = scaler.unscale(tape.gradient(loss, [w]))
    if unscaled is not None:
        w.assign_sub(0.1 * unscaled[0])
print(scaler.scale, w.numpy().ravel())
