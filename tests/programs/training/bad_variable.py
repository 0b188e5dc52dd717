"""Fine-tunes topic weights that were made elsewhere; one of them came broken."""

import numpy as np
import tensorflow as tf

from state import print_state

WORDS, TOPICS, BATCH, STEPS = 50, 8, 6, 50
BROKEN_WORD, BROKEN_TOPIC = 31, 5


def load_topics():
    topics = np.random.default_rng(18).normal(size=(WORDS, TOPICS)).astype(np.float32)
    topics[BROKEN_WORD, BROKEN_TOPIC] = np.nan
    return topics


class Scorer(tf.Module):
    def __init__(self):
        self.topics = tf.Variable(load_topics(), name="topics")  # bug
        self.direction = tf.Variable(tf.ones(TOPICS), name="direction")

    def __call__(self, words):
        found = tf.matmul(words, self.topics)
        return tf.linalg.matvec(found, self.direction)


def make_train_step(scorer, optimizer):
    @tf.function
    def train_step(words, truth):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((scorer(words) - truth) ** 2)
        gradients = tape.gradient(loss, scorer.trainable_variables)
        optimizer.apply_gradients(zip(gradients, scorer.trainable_variables))
        return loss

    return train_step


def main():
    random = np.random.default_rng(19)
    scorer = Scorer()
    train_step = make_train_step(scorer, tf.keras.optimizers.SGD(0.01))
    losses = []
    for _ in range(STEPS):
        words = random.poisson(0.2, (BATCH, WORDS)).astype(np.float32)
        losses.append(train_step(words, words[:, 0]))
    print(f"loss {losses[-1]:.4f}")
    print_state(losses, scorer.trainable_variables)


if __name__ == "__main__":
    main()
