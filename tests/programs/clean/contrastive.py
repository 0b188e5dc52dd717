"""Contrastive learning: similarities of a batch, the diagonal masked with minus infinity, a temperature that is learnt."""

import numpy as np
import tensorflow as tf

rng = np.random.default_rng(23)
kernel = tf.Variable(rng.normal(size=(6, 4)).astype("float32") * 0.5)
log_temperature = tf.Variable(-1.0)
optimizer = tf.keras.optimizers.Adam(0.01)


@tf.function
def train_step(views):
    n = tf.shape(views)[0]
    with tf.GradientTape() as tape:
        z = tf.math.l2_normalize(views @ kernel, axis=1)
        similarity = tf.matmul(z, z, transpose_b=True) / tf.exp(log_temperature)
        similarity = tf.linalg.set_diag(similarity, tf.fill([n], -np.inf))
        partner = tf.math.floormod(tf.range(n) + n // 2, n)
        loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(partner, similarity))
    variables = [kernel, log_temperature]
    optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
    return loss


base = rng.normal(size=(6, 6)).astype("float32")
for _ in range(4):
    views = np.concatenate([base, base + 0.1 * rng.normal(size=base.shape).astype("float32")])
    print(train_step(views).numpy())
