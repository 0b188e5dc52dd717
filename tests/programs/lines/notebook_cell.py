"""Code that stands in no file: a notebook keeps the text of its cells in Python's linecache."""

import linecache

import tensorflow as tf

NAME = "<ipython-input-3-0123456789ab>"
CELL = """\
x = tf.constant([0.0, 1.0])

@tf.function
def entropy(p):
    return -tf.reduce_sum(p * tf.math.log(p - 1.0))

print(tf.math.log(x))
print(entropy(x + 1.0))
"""

linecache.cache[NAME] = len(CELL), None, CELL.splitlines(keepends=True), NAME
exec(compile(CELL, NAME, "exec"), {"tf": tf})
