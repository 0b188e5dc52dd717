"""Compound growth over 200 periods."""
import tensorflow as tf

@tf.function
def wealth(rates):
    return tf.math.cumprod(1.0 + rates)  # bug

print(wealth(tf.fill([200], 0.8))[-1])
