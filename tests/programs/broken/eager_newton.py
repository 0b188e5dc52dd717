"""Newton's method with two tapes, started at a turning point."""

import tensorflow as tf

x = tf.Variable(1.0)
for _ in range(3):
    with tf.GradientTape() as outer:
        with tf.GradientTape() as inner:
            y = x**3 - 3.0 * x**2 + x
        slope = inner.gradient(y, x)
    curvature = outer.gradient(slope, x)
    x.assign_sub(slope / curvature)  # bug
    print(float(x))
