"""Trains for as many steps as the first argument says, ten a second; its loss is NaN from the fortieth on."""

import sys
import time

import tensorflow as tf

weight = tf.Variable(1.0)


@tf.function
def train(scale):
    with tf.GradientTape() as tape:
        loss = tf.square(weight * scale)
    weight.assign_sub(0.01 * tape.gradient(loss, weight))
    return loss


for step in range(int(sys.argv[1])):
    train(tf.constant(0.0) / 0.0 if step == 40 else tf.constant(1.0))
    time.sleep(0.1)
