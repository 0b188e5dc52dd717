"""A logistic regression with its loss written by hand: the logarithm of a sigmoid, which TensorFlow runs as one op."""

import numpy as np
import tensorflow as tf

from state import print_state

ROWS, FEATURES, STEPS = 16, 3, 20
OUTLIER_STEP, OUTLIER_ROW = 5, 11


def log_loss(logits):
    certainty = tf.sigmoid(logits)
    logarithm = tf.math.log(certainty)  # bug
    return -tf.reduce_mean(logarithm)


def make_train_step(weights, optimizer):
    optimizer.build([weights])

    @tf.function
    def train_step(x, sign):
        loss = log_loss(sign * tf.linalg.matvec(x, weights))
        optimizer.apply_gradients([(0.01 * tf.reduce_mean(x * sign[:, None], axis=0), weights)])
        return loss

    return train_step


def main():
    random = np.random.default_rng(5)
    weights = tf.Variable([1.0, -1.0, 0.5])
    train_step = make_train_step(weights, tf.keras.optimizers.SGD(0.1))
    losses = []
    for step in range(STEPS):
        x = random.normal(size=(ROWS, FEATURES)).astype(np.float32)
        sign = np.where(x[:, 0] > x[:, 1], 1, -1).astype(np.float32)
        if step == OUTLIER_STEP:
            x[OUTLIER_ROW] = [-300, 300, 0]
            sign[OUTLIER_ROW] = 1
        losses.append(train_step(x, sign))
    print(f"loss {losses[-1]:.4f}")
    print_state(losses, [weights])


if __name__ == "__main__":
    main()
