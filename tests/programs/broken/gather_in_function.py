"""Matrix factorisation; the catalogue has grown since the table was made."""

import numpy as np
import tensorflow as tf

rng = np.random.default_rng(15)
users = tf.Variable(rng.normal(size=(10, 4)).astype("float32"))
items = tf.Variable(rng.normal(size=(20, 4)).astype("float32"))


@tf.function
def train_step(user, item, rating):
    with tf.GradientTape() as tape:
        u = tf.nn.embedding_lookup(users, user)
        v = tf.nn.embedding_lookup(items, item)  # bug
        loss = tf.reduce_mean((tf.reduce_sum(u * v, axis=1) - rating) ** 2)
    for table, gradient in zip((users, items), tape.gradient(loss, (users, items))):
        table.scatter_sub(tf.IndexedSlices(0.1 * gradient.values, gradient.indices))
    return loss


for step in range(6):
    item = rng.integers(0, 20, 8)
    if step == 3:
        item[5] = 20
    print(train_step(rng.integers(0, 10, 8), item, rng.uniform(1, 5, 8).astype("float32")).numpy())
