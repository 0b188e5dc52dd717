"""The oldest way: a session, and variables that ops get by reference, Adam's own among them. One time is negative."""

import numpy as np
import tensorflow as tf

from state import print_state

v1 = tf.compat.v1
BATCH, STEPS = 10, 14
WRONG_STEP, WRONG_ELEMENT = 5, 6


def build():
    times = v1.placeholder(tf.float32, [BATCH], name="times")
    yields = v1.placeholder(tf.float32, [BATCH], name="yields")
    with v1.variable_scope("model", use_resource=False):
        offset = v1.get_variable("offset", initializer=tf.constant(0.0))
        scale = v1.get_variable("scale", initializer=tf.constant(1.0))
    ages = tf.pow(times, 0.3, name="ages")  # bug
    loss = tf.reduce_mean(v1.squared_difference(offset + scale * ages, yields), name="loss")
    train = v1.train.AdamOptimizer(0.05).minimize(loss)
    return times, yields, loss, train, [offset, scale]


def main():
    random = np.random.default_rng(33)
    losses = []
    with tf.Graph().as_default(), v1.Session() as session:
        times, yields, loss, train, variables = build()
        session.run(v1.global_variables_initializer())
        for step in range(STEPS):
            batch = random.uniform(0.5, 2, BATCH).astype(np.float32)
            measured = 2 * batch**0.4
            if step == WRONG_STEP:
                batch[WRONG_ELEMENT] -= 3
            value, _ = session.run([loss, train], {times: batch, yields: measured})
            losses.append(value)
        weights = session.run(variables)
    print(f"loss {losses[-1]:.4f}")
    print_state(losses, weights)


if __name__ == "__main__":
    main()
