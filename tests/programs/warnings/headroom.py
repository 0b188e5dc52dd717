"""A float16 state that grows by a fifth in each step: finite to the end of the program, but not for long."""

import numpy as np
import tensorflow as tf

STEPS = 50

random = np.random.default_rng(7)
state = tf.Variable(random.uniform(1, 2, size=(8, 8)).astype(np.float16))


@tf.function
def advance():
    state.assign(state * tf.constant(1.2, tf.float16))  # trouble
    return tf.reduce_max(state)


largest = [advance() for _ in range(STEPS)]
print(f"largest {largest[-1]:.4f}")
