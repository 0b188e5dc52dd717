"""Predicts the next of a row of numbers with causal attention. What lies ahead is masked with minus infinity."""

import numpy as np
import tensorflow as tf

from state import print_state

BATCH, LENGTH, WIDTH, STEPS = 4, 7, 8, 50


class Attention(tf.Module):
    def __init__(self, random):
        def weight(*shape):
            return tf.Variable(random.normal(0, 0.3, shape).astype(np.float32))

        self.embed, self.query, self.key, self.value = weight(1, WIDTH), *(weight(WIDTH, WIDTH) for _ in range(3))
        self.readout = weight(WIDTH, 1)

    def __call__(self, row):
        x = row[..., None] @ self.embed
        scores = tf.matmul(x @ self.query, x @ self.key, transpose_b=True) / WIDTH**0.5
        past = tf.linalg.band_part(tf.ones((LENGTH, LENGTH), tf.bool), -1, 0)
        scores = tf.where(past, scores, float("-inf"))  # mask
        return (tf.nn.softmax(scores) @ (x @ self.value) @ self.readout)[..., 0]


def make_train_step(attention, optimizer):
    @tf.function
    def train_step(row):
        with tf.GradientTape() as tape:
            predicted = attention(row)
            loss = tf.reduce_mean((predicted[:, :-1] - row[:, 1:]) ** 2)
        gradients = tape.gradient(loss, attention.trainable_variables)
        optimizer.apply_gradients(zip(gradients, attention.trainable_variables))
        return loss

    return train_step


def main():
    random = np.random.default_rng(24)
    attention = Attention(random)
    train_step = make_train_step(attention, tf.keras.optimizers.Adam(0.01))
    starts = random.uniform(0, 3, (STEPS, BATCH, 1))
    rows = np.sin(starts + np.arange(LENGTH) * 0.5).astype(np.float32)
    losses = [train_step(row) for row in rows]
    print(f"loss {losses[-1]:.4f}")
    print_state(losses, attention.trainable_variables)


if __name__ == "__main__":
    main()
