"""A dense layer with bias and relu, which TensorFlow runs as one op. One input is still in the sensor's raw unit."""

import numpy as np
import tensorflow as tf

from state import print_state

ROWS, FEATURES, UNITS, STEPS = 10, 4, 3, 50
RAW_STEP, RAW_ROW, RAW_FEATURE = 4, 6, 2


class Network(tf.Module):
    def __init__(self, random):
        self.kernel = tf.Variable(random.uniform(1.5, 2.5, (FEATURES, UNITS)).astype(np.float32))
        self.bias = tf.Variable(tf.zeros(UNITS))
        self.readout = tf.Variable(tf.ones((UNITS, 1)))

    def __call__(self, x):
        hidden = tf.nn.relu(tf.nn.bias_add(tf.matmul(x, self.kernel), self.bias))  # bug
        return tf.matmul(hidden, self.readout)[:, 0]


def make_train_step(network, optimizer):
    @tf.function
    def train_step(x, truth):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.abs(network(x) - truth))
        gradients = tape.gradient(loss, network.trainable_variables)
        optimizer.apply_gradients(zip(gradients, network.trainable_variables))
        return loss

    return train_step


def main():
    random = np.random.default_rng(27)
    network = Network(random)
    train_step = make_train_step(network, tf.keras.optimizers.SGD(0.001))
    losses = []
    for step in range(STEPS):
        x = random.uniform(0, 1, (ROWS, FEATURES)).astype(np.float32)
        truth = x.sum(axis=1)
        if step == RAW_STEP:
            x[RAW_ROW, RAW_FEATURE] = 3e38
        losses.append(train_step(x, truth))
    print(f"loss {losses[-1]:.4f}")
    print_state(losses, network.trainable_variables)


if __name__ == "__main__":
    main()
