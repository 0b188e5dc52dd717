"""A regression in half precision that measures its error in half precision, too. One measurement is far out."""

import numpy as np
import tensorflow as tf

from state import print_state

ROWS, FEATURES, STEPS = 24, 6, 50
FAR_OUT = 17


def squared_error(truth, predicted):
    return tf.square(tf.cast(truth, tf.float16) - predicted)  # bug


def make_train_step(weights, optimizer):
    optimizer.build([weights])

    @tf.function
    def train_step(x, truth):
        with tf.GradientTape() as tape:
            predicted = tf.linalg.matvec(tf.cast(x, tf.float16), tf.cast(weights, tf.float16))
            loss = tf.reduce_mean(tf.cast(squared_error(truth, predicted), tf.float32))
        gradients = tape.gradient(loss, [weights])
        optimizer.apply_gradients(zip(gradients, [weights]))
        return loss

    return train_step


def main():
    random = np.random.default_rng(6)
    x = random.normal(size=(ROWS, FEATURES)).astype(np.float32)
    truth = x @ np.arange(FEATURES, dtype=np.float32)
    truth[FAR_OUT] = 400
    weights = tf.Variable(tf.zeros(FEATURES))
    train_step = make_train_step(weights, tf.keras.optimizers.SGD(0.01, momentum=0.9))
    losses = [train_step(x, truth) for _ in range(STEPS)]
    print(f"loss {losses[-1]:.4f}")
    print_state(losses, [weights])


if __name__ == "__main__":
    main()
