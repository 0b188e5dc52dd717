"""A v1 session runs a tf.function that calls another one."""

import tensorflow as tf

v1 = tf.compat.v1


@tf.function
def scaled(x):
    y = x - 1.0
    return tf.math.log(y)  # op


@tf.function
def outer(x):
    return scaled(x) * 2.0  # call


def main():
    with tf.Graph().as_default(), v1.Session() as session:
        x = v1.placeholder(tf.float32, [3])
        z = outer(x) + 1.0
        print(session.run(z, {x: [1.0, 2.0, 3.0]}))


if __name__ == "__main__":
    main()
