"""Deep Q-learning with actions that are not allowed set to minus infinity before the maximum is taken."""

import keras
import numpy as np
import tensorflow as tf

keras.utils.set_random_seed(22)


def network():
    return keras.Sequential([keras.Input((4,)), keras.layers.Dense(8, activation="tanh"), keras.layers.Dense(3)])


online, target = network(), network()
target.set_weights(online.get_weights())
optimizer = keras.optimizers.Adam(1e-2)
rng = np.random.default_rng(22)


@tf.function
def learn(state, action, reward, following, allowed):
    values = tf.where(allowed, target(following), -np.inf)
    goal = reward + 0.9 * tf.reduce_max(values, axis=1)
    with tf.GradientTape() as tape:
        chosen = tf.reduce_sum(online(state) * tf.one_hot(action, 3), axis=1)
        loss = tf.reduce_mean(keras.losses.huber(goal[:, None], chosen[:, None]))
    gradients = tape.gradient(loss, online.trainable_variables)
    optimizer.apply_gradients(zip(gradients, online.trainable_variables))
    return loss


for _ in range(4):
    allowed = rng.uniform(size=(8, 3)) > 0.4
    allowed[:, 0] = True
    loss = learn(
        rng.normal(size=(8, 4)).astype("float32"), rng.integers(0, 3, 8), rng.uniform(size=8).astype("float32"),
        rng.normal(size=(8, 4)).astype("float32"), allowed,
    )  # fmt: skip
print(float(loss))
