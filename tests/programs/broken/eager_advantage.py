"""REINFORCE. Some episodes end after the first step."""

import numpy as np
import tensorflow as tf

rng = np.random.default_rng(21)
policy = tf.Variable(rng.normal(size=(4, 2)).astype("float32") * 0.1)
opt = tf.keras.optimizers.SGD(0.01)


def returns(rewards, gamma=0.9):
    total, result = 0.0, []
    for reward in reversed(rewards):
        total = reward + gamma * total
        result.insert(0, total)
    return tf.constant(result, tf.float32)


for episode, length in enumerate([5, 3, 1, 4]):
    states = tf.constant(rng.normal(size=(length, 4)), tf.float32)
    actions = tf.constant(rng.integers(0, 2, length))
    g = returns(list(rng.uniform(0.5, 1, length)))
    advantage = (g - tf.reduce_mean(g)) / tf.math.reduce_std(g)  # bug
    with tf.GradientTape() as tape:
        log_prob = tf.nn.log_softmax(states @ policy)
        chosen = tf.gather(log_prob, actions, axis=1, batch_dims=1)
        loss = -tf.reduce_mean(chosen * advantage)
    opt.apply_gradients([(tape.gradient(loss, policy), policy)])
    print(episode, float(loss))
