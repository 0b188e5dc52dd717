"""A model that is called eagerly, op by op."""

import keras
import tensorflow as tf


def main():
    negative = keras.initializers.Constant(-100.0)
    model = keras.Sequential(
        [
            keras.Input((2,)),
            keras.layers.Dense(3, name="a"),
            keras.layers.Dense(4, activation=keras.ops.sqrt, name="b", bias_initializer=negative),  # layer
        ],
        name="net",
    )
    print(model(tf.ones((5, 2))))  # call


if __name__ == "__main__":
    main()
