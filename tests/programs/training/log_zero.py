"""Forecasts sales and judges itself by their logarithms. In batch 9 a shop has sold nothing."""

import numpy as np
import tensorflow as tf

from state import print_state

SHOPS, FEATURES, STEPS = 12, 4, 50
QUIET_BATCH, QUIET_SHOP = 9, 7


def make_batches(random):
    for step in range(STEPS):
        x = random.uniform(0, 1, (SHOPS, FEATURES)).astype(np.float32)
        sales = np.round(100 * x.sum(axis=1))
        if step == QUIET_BATCH:
            sales[QUIET_SHOP] = 0
        yield x, sales.astype(np.float32)


def log_error(forecast, sales):
    return tf.reduce_mean((tf.math.log(forecast + 1.0) - tf.math.log(sales)) ** 2)  # bug


def make_train_step(model, optimizer):
    optimizer.build(model.trainable_variables)

    @tf.function
    def train_step(x, sales):
        with tf.GradientTape() as tape:
            loss = log_error(model(x)[:, 0], sales)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        return loss

    return train_step


def main():
    tf.keras.utils.set_random_seed(1)
    layers = [tf.keras.Input((FEATURES,)), tf.keras.layers.Dense(8, "relu"), tf.keras.layers.Dense(1, "softplus")]
    model = tf.keras.Sequential(layers)
    train_step = make_train_step(model, tf.keras.optimizers.Adam(0.05))
    losses = [train_step(x, sales) for x, sales in make_batches(np.random.default_rng(1))]
    print(f"loss {losses[-1]:.4f}")
    print_state(losses, model.get_weights())


if __name__ == "__main__":
    main()
