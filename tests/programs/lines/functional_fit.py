"""model.fit is the only line of this program below which any op is made; each of them belongs to a layer that it names."""

import inspect
import pickle

import keras
import numpy as np
from keras import layers


def make_model():
    inputs = keras.Input((4,))
    hidden = layers.Dense(8, name="first")(inputs)
    hidden = layers.Dense(3, activation=keras.ops.log)(hidden)  # layer
    return keras.Model(inputs, layers.Dense(1)(hidden), name="net")


def main():
    keras.utils.set_random_seed(1)
    model = make_model()
    adam = keras.optimizers.Adam(0.01)  # optimizer
    model.compile(
        optimizer=adam,
        loss="mse",
    )
    model.fit(np.ones((8, 4), "f"), np.ones((8, 1), "f"), batch_size=4, epochs=2, verbose=0)  # fit
    # What the program can see of Keras is what it would see without anybody watching.
    print(inspect.signature(layers.Layer), inspect.getfullargspec(keras.losses.Loss.__init__))
    print(layers.Layer.__new__.__qualname__, sorted(vars(model.get_layer("first"))))
    print(model.to_json(), adam.get_config())
    copy = pickle.loads(pickle.dumps(model.get_layer("first")))
    print(copy.get_config(), [weights.shape for weights in copy.get_weights()])


if __name__ == "__main__":
    main()
