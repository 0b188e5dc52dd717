"""Weighs records by the logarithm of a fixed table, in a tf.data map; TensorFlow computes it before anything runs. One
entry of the table is negative."""

import numpy as np
import tensorflow as tf

from state import print_state

RECORDS, STEPS = 40, 10


def weigh(record):
    table = tf.constant([2.0, -1.0, 3.0, 1.5])
    return record * tf.math.log(table)  # bug


def make_train_step(slope):
    @tf.function
    def train_step(records):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((slope * records - 1.0) ** 2)
        slope.assign_sub(0.1 * tape.gradient(loss, slope))
        return loss

    return train_step


def main():
    random = np.random.default_rng(35)
    records = random.normal(size=(RECORDS, 4)).astype(np.float32)
    dataset = tf.data.Dataset.from_tensor_slices(records).map(weigh).batch(4)
    slope = tf.Variable(0.0)
    train_step = make_train_step(slope)
    losses = [train_step(batch) for batch in dataset.take(STEPS)]
    print(f"loss {losses[-1]:.4f}")
    print_state(losses, [slope])


if __name__ == "__main__":
    main()
