"""Classifies texts by the shares of their words. In batch 7 one text has no word that the vocabulary knows."""

import numpy as np
import tensorflow as tf

from state import print_state

WORDS, BATCH, STEPS = 20, 16, 50
EMPTY_BATCH, EMPTY_TEXT = 7, 5


def make_batches(random):
    for step in range(STEPS):
        counts = random.poisson(1.0, (BATCH, WORDS)).astype(np.float32)
        counts[:, 0] += 1
        if step == EMPTY_BATCH:
            counts[EMPTY_TEXT] = 0
        yield counts, (counts[:, 1] > counts[:, 2]).astype(np.float32)[:, None]


def word_shares(counts):
    return counts / tf.reduce_sum(counts, axis=1, keepdims=True)  # bug


def make_train_step(weights, bias, optimizer):
    optimizer.build([weights, bias])

    @tf.function
    def train_step(counts, labels):
        with tf.GradientTape() as tape:
            logits = word_shares(counts) @ weights + bias
            loss = tf.reduce_mean(tf.nn.sigmoid_cross_entropy_with_logits(labels, logits))
        gradients = tape.gradient(loss, [weights, bias])
        optimizer.apply_gradients(zip(gradients, [weights, bias]))
        return loss

    return train_step


def main():
    random = np.random.default_rng(2)
    weights = tf.Variable(random.normal(0, 0.1, (WORDS, 1)).astype(np.float32))
    bias = tf.Variable([0.0])
    train_step = make_train_step(weights, bias, tf.keras.optimizers.Adam(0.05))
    losses = [train_step(*batch) for batch in make_batches(random)]
    print(f"loss {losses[-1]:.4f}")
    print_state(losses, [weights, bias])


if __name__ == "__main__":
    main()
