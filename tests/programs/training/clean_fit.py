"""Sorts small pictures with a convolutional network and model.fit; nothing goes wrong."""

import keras
import numpy as np

from state import print_state

ROWS, SIDE, CLASSES, BATCH = 80, 8, 3, 16


def make_model():
    return keras.Sequential([
        keras.Input((SIDE, SIDE, 1)),
        keras.layers.Conv2D(4, 3, activation="relu"),
        keras.layers.MaxPooling2D(),
        keras.layers.BatchNormalization(),
        keras.layers.Flatten(),
        keras.layers.Dropout(0.2, seed=23),
        keras.layers.Dense(CLASSES, activation="softmax"),
    ])


def main():
    keras.utils.set_random_seed(23)
    random = np.random.default_rng(23)
    pictures = random.uniform(0, 1, (ROWS, SIDE, SIDE, 1)).astype(np.float32)
    labels = np.argmax(pictures[:, 0, :CLASSES, 0], axis=1)
    model = make_model()
    model.compile(optimizer="adam", loss="sparse_categorical_crossentropy", metrics=["accuracy"])
    history = model.fit(pictures, labels, batch_size=BATCH, epochs=10, verbose=0)
    print(f"loss {history.history['loss'][-1]:.4f}")
    print_state(history.history["loss"], model.get_weights())


if __name__ == "__main__":
    main()
