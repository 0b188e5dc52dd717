"""The program of tools/soak.py: soak_training.py STEPS SECONDS. Small steps, evenly over the time; two at the
beginning go bad: what is kept around a birth is kept for good."""

import sys
import time

import tensorflow as tf

steps, seconds = int(sys.argv[1]), float(sys.argv[2])
bad_steps = {steps // 50, steps // 20}
weights = [tf.Variable(tf.random.stateless_normal((16, 16), (1, i)) * 0.1) for i in range(3)]
optimizer_rate = 1e-4


@tf.function
def train(x, y):
    with tf.GradientTape() as tape:
        h = x
        for w in weights:
            h = tf.nn.relu(h @ w)
        loss = tf.reduce_mean(tf.square(h - y))
    for w, gradient in zip(weights, tape.gradient(loss, weights)):
        w.assign_sub(optimizer_rate * gradient)
    return loss


x, y = tf.ones((8, 16)), tf.zeros((8, 16))
start = time.monotonic()
for step in range(steps):
    train(x, y)
    if step in bad_steps:
        tf.math.log(-tf.ones(4))
    ahead = start + (step + 1) / steps * seconds - time.monotonic()
    if ahead > 0:
        time.sleep(ahead)
