"""A convolutional network for pictures of digits."""

import tensorflow as tf

from training import Weights


class ConvNet:
    def __init__(self):
        weights = Weights(seed=2)
        self._convolutions = [
            (weights.normal(3, 3, 1, 16), weights.zeros(16)),
            (weights.normal(3, 3, 16, 32), weights.zeros(32)),
        ]
        self._dense = [(weights.normal(7 * 7 * 32, 64), weights.zeros(64)), (weights.normal(64, 10), weights.zeros(10))]
        self.variables = weights.all

    def loss(self, pictures, labels):
        x = tf.reshape(pictures, (-1, 28, 28, 1))
        for kernel, bias in self._convolutions:
            x = tf.nn.relu(tf.nn.bias_add(tf.nn.conv2d(x, kernel, strides=1, padding="SAME"), bias))
            x = tf.nn.max_pool2d(x, 2, 2, "VALID")
        x = tf.reshape(x, (-1, 7 * 7 * 32))
        (hidden, hidden_bias), (kernel, bias) = self._dense
        x = tf.nn.relu(tf.nn.bias_add(tf.matmul(x, hidden), hidden_bias))
        logits = tf.nn.bias_add(tf.matmul(x, kernel), bias)
        return tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels, logits))
