"""Graph network by hand: segment sums, means and a softmax per node, with a node that has no neighbour."""

import numpy as np
import tensorflow as tf

NODES = 5
rng = np.random.default_rng(24)
features = tf.constant(rng.normal(size=(NODES, 3)), tf.float32)
sources = tf.constant([0, 1, 2, 3, 1, 0])
targets = tf.constant([1, 0, 1, 2, 3, 3])
w = tf.Variable(rng.normal(size=(3, 3)).astype("float32"))
a = tf.Variable(rng.normal(size=(6,)).astype("float32"))


@tf.function
def forward():
    h = features @ w
    pair = tf.concat([tf.gather(h, sources), tf.gather(h, targets)], 1)
    score = tf.nn.leaky_relu(tf.linalg.matvec(pair, a))
    highest = tf.math.unsorted_segment_max(score, targets, NODES)
    weight = tf.exp(score - tf.gather(highest, targets))
    total = tf.gather(tf.math.unsorted_segment_sum(weight, targets, NODES), targets)
    message = tf.gather(h, sources) * (weight / total)[:, None]
    return tf.nn.elu(tf.math.unsorted_segment_sum(message, targets, NODES))


for _ in range(3):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(forward() - features))
    for v, g in zip([w, a], tape.gradient(loss, [w, a])):
        v.assign_sub(0.05 * g)
    print(loss.numpy())
