"""Predicts prices from a table in which one measurement is missing; the reader made it a NaN."""

import io

import numpy as np
import tensorflow as tf

from state import print_state

BATCH, STEPS = 8, 50
MISSING_ROW, MISSING_COLUMN = 21, 2


def read_rows():
    random = np.random.default_rng(8)
    lines = [[f"{value:.3f}" for value in row] for row in random.normal(size=(5 * BATCH, 4))]
    lines[MISSING_ROW][MISSING_COLUMN] = ""
    table = np.genfromtxt(io.StringIO("\n".join(map(",".join, lines))), delimiter=",", dtype=np.float32)
    for row in table:
        yield row[:3], row[3]


def make_model():
    tf.keras.utils.set_random_seed(8)
    return tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(8, "tanh"), tf.keras.layers.Dense(1)])


def make_train_step(model, optimizer):
    @tf.function
    def train_step(x, price):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.abs(model(x)[:, 0] - price))
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        return loss

    return train_step


def main():
    rows = tf.data.Dataset.from_generator(read_rows, output_signature=(tf.TensorSpec(3), tf.TensorSpec(())))  # bug
    batches = rows.batch(BATCH).repeat().take(STEPS)
    model = make_model()
    train_step = make_train_step(model, tf.keras.optimizers.SGD(0.01))
    losses = []
    for x, price in batches:
        losses.append(train_step(x, price))
    print(f"loss {losses[-1]:.4f}")
    print_state(losses, model.get_weights())


if __name__ == "__main__":
    main()
