"""Each of Keras' losses once, on ordinary numbers, with gradients."""

import keras
import numpy as np
import tensorflow as tf

rng = np.random.default_rng(12)
truth = tf.constant(rng.uniform(0.1, 1, (6, 4)), tf.float32)
guess = tf.Variable(rng.uniform(0.1, 1, (6, 4)).astype("float32"))
losses = keras.losses
for loss in [
    losses.MeanSquaredError(), losses.MeanAbsoluteError(), losses.MeanAbsolutePercentageError(),
    losses.MeanSquaredLogarithmicError(), losses.CosineSimilarity(), losses.Huber(), losses.LogCosh(), losses.Poisson(),
    losses.KLDivergence(), losses.BinaryCrossentropy(), losses.BinaryFocalCrossentropy(), losses.CategoricalCrossentropy(),
    losses.CategoricalFocalCrossentropy(), losses.Hinge(), losses.SquaredHinge(), losses.CategoricalHinge(), losses.Dice(),
    losses.Tversky(),
]:  # fmt: skip
    with tf.GradientTape() as tape:
        value = loss(truth, guess)
    print(loss.name, float(value), float(tf.norm(tape.gradient(value, guess))))
