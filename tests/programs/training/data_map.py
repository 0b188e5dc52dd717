"""Stretches the contrast of pictures in a tf.data pipeline. One of them has the same colour everywhere."""

import numpy as np
import tensorflow as tf

from state import print_state

PICTURES, SIDE, BATCH, STEPS = 40, 6, 4, 50
PLAIN = 22


def stretch(picture, label):
    low, high = tf.reduce_min(picture), tf.reduce_max(picture)
    return (picture - low) / (high - low), label  # bug


def make_pipeline():
    random = np.random.default_rng(15)
    pictures = random.uniform(0, 1, (PICTURES, SIDE, SIDE)).astype(np.float32)
    pictures[PLAIN] = 0.5
    labels = (pictures[:, 0, 0] > 0.5).astype(np.float32)
    dataset = tf.data.Dataset.from_tensor_slices((pictures, labels)).map(stretch)
    return dataset.batch(BATCH).repeat().take(STEPS)


def make_train_step(weights, optimizer):
    @tf.function
    def train_step(pictures, labels):
        with tf.GradientTape() as tape:
            logits = tf.linalg.matvec(tf.reshape(pictures, (BATCH, SIDE * SIDE)), weights)
            loss = tf.reduce_mean(tf.nn.sigmoid_cross_entropy_with_logits(labels, logits))
        gradients = tape.gradient(loss, [weights])
        optimizer.apply_gradients(zip(gradients, [weights]))
        return loss

    return train_step


def main():
    weights = tf.Variable(tf.zeros(SIDE * SIDE))
    train_step = make_train_step(weights, tf.keras.optimizers.SGD(0.1))
    losses = [train_step(pictures, labels) for pictures, labels in make_pipeline()]
    print(f"loss {losses[-1]:.4f}")
    print_state(losses, [weights])


if __name__ == "__main__":
    main()
