"""Reports two errors as means over the steps so far. Their running sums are in half precision and outgrow it in place."""

import numpy as np
import tensorflow as tf

from state import print_state

ROWS, STEPS = 8, 50


class RunningMean(tf.Module):
    def __init__(self):
        self.total = tf.Variable([0.0, 0.0], dtype=tf.float16)
        self.count = tf.Variable(0.0, dtype=tf.float16)

    def __call__(self, values):
        self.total.assign_add(tf.cast(values, tf.float16))
        self.count.assign_add(1.0)
        return self.total / self.count  # bug


def make_train_step(weights, optimizer, mean):
    @tf.function
    def train_step(x, truth):
        with tf.GradientTape() as tape:
            errors = x @ weights - truth
            loss = tf.reduce_mean(errors**2)
        gradients = tape.gradient(loss, [weights])
        optimizer.apply_gradients(zip(gradients, [weights]))
        return mean(tf.stack([tf.reduce_mean(tf.abs(errors)), loss]))

    return train_step


def main():
    random = np.random.default_rng(18)
    x = random.normal(size=(ROWS, 3)).astype(np.float32)
    truth = 35 * x.sum(axis=1, keepdims=True)
    weights, mean = tf.Variable(tf.zeros((3, 1))), RunningMean()
    train_step = make_train_step(weights, tf.keras.optimizers.SGD(0.001), mean)
    losses = [train_step(x, truth).numpy()[1] for _ in range(STEPS)]
    print(f"mean squared error {losses[-1]:.4f}")
    print_state(losses, [weights, mean.total])


if __name__ == "__main__":
    main()
