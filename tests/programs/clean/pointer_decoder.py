"""A pointer network visits places in turn: those visited get minus infinity; REINFORCE over an RNN cell of Keras'."""

import keras
import numpy as np
import tensorflow as tf

keras.utils.set_random_seed(44)
cell = keras.layers.GRUCell(6)
query = keras.layers.Dense(6)
places = tf.constant(np.random.default_rng(44).normal(size=(4, 5, 6)), tf.float32)
optimizer = keras.optimizers.Adam(0.01)


@tf.function
def train_step(places):
    with tf.GradientTape() as tape:
        state = tf.zeros([4, 6])
        mask = tf.zeros([4, 5])
        at = places[:, 0]
        logs = tf.zeros([4])
        length = tf.zeros([4])
        for _ in range(5):
            at_before = at
            out, (state,) = cell(at, [state])
            scores = tf.squeeze(places @ query(out)[..., None], -1)
            log_p = tf.nn.log_softmax(tf.where(mask > 0, -np.inf, scores))
            chosen = tf.stop_gradient(tf.squeeze(tf.random.categorical(log_p, 1), 1))
            logs += tf.gather(log_p, chosen, batch_dims=1)
            mask += tf.one_hot(chosen, 5)
            at = tf.gather(places, chosen, batch_dims=1)
            length += tf.norm(tf.stop_gradient(at - at_before) + 1e-6, axis=-1)
        loss = tf.reduce_mean(logs * (length - tf.reduce_mean(length)))
    variables = cell.trainable_variables + query.trainable_variables
    optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
    return tf.reduce_mean(length)


for _ in range(3):
    print(train_step(places).numpy() > 0)
