"""Weights and the training step that all workloads share: gradients by a tape, then gradient descent with momentum."""

import numpy as np
import tensorflow as tf


class Weights:
    """Makes a model's variables, the same ones in every process."""

    def __init__(self, seed):
        self._random = np.random.default_rng(seed)
        self.all = []

    def normal(self, *shape):
        """Scaled so that a product with it keeps the size of what it is multiplied with."""
        return self._add(self._random.normal(0, np.prod(shape[:-1]) ** -0.5, shape))

    def zeros(self, *shape):
        return self._add(np.zeros(shape))

    def ones(self, *shape):
        return self._add(np.ones(shape))

    def _add(self, value):
        self.all.append(tf.Variable(value.astype(np.float32)))
        return self.all[-1]


def update_by_one_kernel(variable, velocity, gradient, rate):
    tf.raw_ops.ResourceApplyMomentum(
        var=variable.handle, accum=velocity.handle, lr=rate, grad=gradient, momentum=0.9
    )


def update_by_hand(variable, velocity, gradient, rate):
    """As optimizers do that are written in Python: every sum and product of weights is a tensor to look at."""
    velocity.assign(0.9 * velocity + gradient)
    variable.assign_sub(rate * velocity)


def make_train_step(model, rate, update):
    """A function of a batch that makes one step; `model` has `variables` and `loss(*batch)`."""
    velocities = [tf.Variable(tf.zeros_like(variable), trainable=False) for variable in model.variables]

    def train_step(*batch):
        with tf.GradientTape() as tape:
            loss = model.loss(*batch)
        gradients = tape.gradient(loss, model.variables)
        for variable, velocity, gradient in zip(model.variables, velocities, gradients):
            update(variable, velocity, gradient, rate)
        return loss

    return train_step
