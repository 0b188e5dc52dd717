"""Guesses the language of words with a GRU over a tf.data pipeline of strings; nothing goes wrong."""

import numpy as np
import tensorflow as tf

from state import print_state

WORDS = {0: ["haus", "baum", "strasse", "wald", "berg"], 1: ["house", "tree", "street", "forest", "hill"]}
LENGTH, BATCH, STEPS = 8, 5, 50


def encode(word, label):
    letters = tf.cast(tf.io.decode_raw(word, tf.uint8, fixed_length=LENGTH), tf.int32)
    return tf.maximum(letters - 96, 0), label


def make_pipeline():
    pairs = [(word, label) for label, words in WORDS.items() for word in words]
    words, labels = zip(*pairs)
    dataset = tf.data.Dataset.from_tensor_slices((list(words), np.array(labels, np.float32)[:, None]))
    return dataset.map(encode).shuffle(10, seed=25).repeat().batch(BATCH).take(STEPS)


def make_model():
    tf.keras.utils.set_random_seed(25)
    return tf.keras.Sequential([
        tf.keras.Input((LENGTH,), dtype="int32"),
        tf.keras.layers.Embedding(27, 6, mask_zero=True),
        tf.keras.layers.GRU(8),
        tf.keras.layers.Dense(1),
    ])


def make_train_step(model, optimizer):
    @tf.function
    def train_step(letters, labels):
        with tf.GradientTape() as tape:
            logits = model(letters, training=True)
            loss = tf.reduce_mean(tf.nn.sigmoid_cross_entropy_with_logits(labels, logits))
        gradients = tape.gradient(loss, model.trainable_variables)
        gradients, _ = tf.clip_by_global_norm(gradients, 1.0)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        return loss

    return train_step


def main():
    model = make_model()
    train_step = make_train_step(model, tf.keras.optimizers.Adam(0.02))
    losses = [train_step(letters, labels) for letters, labels in make_pipeline()]
    print(f"loss {losses[-1]:.4f}")
    print_state(losses, model.get_weights())


if __name__ == "__main__":
    main()
