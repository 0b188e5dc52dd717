"""A function that is traced in one place and fails when it is called from another."""

import tensorflow as tf


@tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
def square_of(x):
    return tf.reshape(x, [2, 2]) + 1.0  # op


def fits():
    return square_of(tf.ones([4]))


def does_not_fit():
    return square_of(tf.ones([5]))  # call


def main():
    fits()
    try:
        does_not_fit()  # caller
    except tf.errors.InvalidArgumentError:
        print("refused")


if __name__ == "__main__":
    main()
