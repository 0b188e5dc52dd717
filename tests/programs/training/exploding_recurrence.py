"""A linear recurrence over a long sequence; training makes its memory longer, until it is longer than a float."""

import numpy as np
import tensorflow as tf

from state import print_state

UNITS, LENGTH, BATCH, STEPS = 4, 120, 3, 50


class Memory(tf.Module):
    def __init__(self):
        self.transition = tf.Variable(np.diag([0.5, 0.6, 1.5, 0.7]).astype(np.float32) + 0.01)
        self.readout = tf.Variable(tf.ones((UNITS, 1)))

    def __call__(self, sequence):
        state = tf.zeros((BATCH, UNITS))
        for moment in tf.range(LENGTH):
            state = tf.matmul(state, self.transition) + sequence[:, moment]  # bug
        return tf.matmul(state, self.readout)


def make_train_step(memory, optimizer):
    optimizer.build(memory.trainable_variables)

    @tf.function
    def train_step(sequence):
        with tf.GradientTape() as tape:
            loss = -tf.reduce_mean(tf.math.log(memory(sequence)))
        gradients = tape.gradient(loss, memory.trainable_variables)
        optimizer.apply_gradients(zip(gradients, memory.trainable_variables))
        return loss

    return train_step


def main():
    random = np.random.default_rng(12)
    memory = Memory()
    train_step = make_train_step(memory, tf.keras.optimizers.Adam(0.05))
    sequence = random.uniform(0.5, 1, (BATCH, LENGTH, UNITS)).astype(np.float32)
    losses = [train_step(sequence) for _ in range(STEPS)]
    print(f"loss {losses[-1]:.4f}")
    print_state(losses, memory.trainable_variables)


if __name__ == "__main__":
    main()
