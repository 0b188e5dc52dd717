"""A small network under the mixed_float16 policy, with a norm layer whose epsilon is below the smallest half."""

import numpy as np
import tensorflow as tf

from state import print_state

ROWS, FEATURES, STEPS = 16, 8, 50
FAINT = 9


class RootMeanSquareNorm(tf.keras.layers.Layer):
    def build(self, shape):
        self.scale = self.add_weight(name="scale", shape=shape[-1:], initializer="ones")

    def call(self, x):
        power = tf.reduce_mean(tf.square(x), axis=-1, keepdims=True)
        return x * tf.math.rsqrt(power + 1e-8) * self.scale  # bug


def make_model(seed):
    tf.keras.utils.set_random_seed(seed)
    policy = tf.keras.DTypePolicy("mixed_float16")
    return tf.keras.Sequential([
        tf.keras.Input((FEATURES,)),
        RootMeanSquareNorm(dtype=policy),
        tf.keras.layers.Dense(4, activation="tanh", dtype=policy),
        tf.keras.layers.Dense(1, dtype="float32"),
    ])


def make_train_step(model, optimizer):
    optimizer.build(model.trainable_variables)

    @tf.function
    def train_step(x, truth):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((model(x, training=True) - truth) ** 2)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        return loss

    return train_step


def main():
    random = np.random.default_rng(7)
    x = random.normal(size=(ROWS, FEATURES)).astype(np.float32)
    x[FAINT] *= 1e-5
    model = make_model(7)
    train_step = make_train_step(model, tf.keras.optimizers.Adam(0.01))
    losses = [train_step(x, x[:, :1]) for _ in range(STEPS)]
    print(f"loss {losses[-1]:.4f}")
    print_state(losses, model.get_weights())


if __name__ == "__main__":
    main()
