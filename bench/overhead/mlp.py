"""A multi-layer perceptron for pictures of digits."""

import tensorflow as tf

from training import Weights


class Mlp:
    def __init__(self, widths=(784, 256, 128, 10)):
        weights = Weights(seed=1)
        self._layers = [(weights.normal(a, b), weights.zeros(b)) for a, b in zip(widths, widths[1:])]
        self.variables = weights.all

    def loss(self, pictures, labels):
        x = pictures
        for kernel, bias in self._layers[:-1]:
            x = tf.nn.relu(tf.nn.bias_add(tf.matmul(x, kernel), bias))
        kernel, bias = self._layers[-1]
        logits = tf.nn.bias_add(tf.matmul(x, kernel), bias)
        return tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels, logits))
