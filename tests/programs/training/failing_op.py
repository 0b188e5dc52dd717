"""Learns a value for each item of an order. One order names an item that the catalogue does not have."""

import numpy as np
import tensorflow as tf

from state import print_state

ITEMS, ORDER, STEPS = 10, 4, 50
BAD_ORDER = 5


def order_value(values, items):
    return tf.reduce_sum(tf.gather(values, items))  # bug


def make_train_step(values, optimizer):
    @tf.function
    def train_step(items, paid):
        with tf.GradientTape() as tape:
            loss = (order_value(values.read_value(), items) - paid) ** 2
        gradients = tape.gradient(loss, [values])
        optimizer.apply_gradients(zip(gradients, [values]))
        return loss

    return train_step


def main():
    random = np.random.default_rng(26)
    values = tf.Variable(tf.zeros(ITEMS))
    train_step = make_train_step(values, tf.keras.optimizers.SGD(0.1))
    losses = []
    for step in range(STEPS):
        items = random.integers(0, ITEMS, ORDER).astype(np.int32)
        if step == BAD_ORDER:
            items[2] = ITEMS
        losses.append(train_step(items, float(items.sum())))
        print(f"step {step}: loss {losses[-1]:.4f}", flush=True)
    print_state(losses, [values])


if __name__ == "__main__":
    main()
