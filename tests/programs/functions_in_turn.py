"""Makes functions f2, f3, … and drops each before the next. Each multiplies by its number in an op of the same name,
so that kernels come to the addresses of others with their names."""

import gc

import tensorflow as tf


def make(number):
    def f(x):
        return tf.math.multiply(x, float(number), name="same")

    f.__name__ = f"f{number}"
    return tf.function(f)


def main():
    make(2)(tf.ones([2]))
    gc.freeze()
    for number in range(3, 62):
        make(number)(tf.ones([2]))
        gc.collect()


if __name__ == "__main__":
    main()
