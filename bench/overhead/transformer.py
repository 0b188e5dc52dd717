"""A small causal Transformer that predicts the next of a row of tokens."""

import numpy as np
import tensorflow as tf

from training import Weights

TOKENS, LENGTH = 64, 32


def token_rows(rows):
    """Rows of LENGTH + 1 tokens, each a walk of its own stride with some noise."""
    random = np.random.default_rng(3)
    walks = random.integers(0, TOKENS, (rows, 1)) + random.integers(1, 7, (rows, 1)) * np.arange(LENGTH + 1)
    return ((walks + random.integers(0, 2, walks.shape)) % TOKENS).astype(np.int32)


class Norm:
    def __init__(self, weights, width):
        self._scale, self._shift = weights.ones(width), weights.zeros(width)

    def __call__(self, x):
        mean, variance = tf.nn.moments(x, axes=-1, keepdims=True)
        return (x - mean) * tf.math.rsqrt(variance + 1e-5) * self._scale + self._shift


class Block:
    def __init__(self, weights, width, heads):
        self._heads = heads
        self._attention_norm, self._feed_norm = Norm(weights, width), Norm(weights, width)
        self._inward, self._outward = weights.normal(width, 3 * width), weights.normal(width, width)
        self._widen, self._widen_bias = weights.normal(width, 4 * width), weights.zeros(4 * width)
        self._narrow, self._narrow_bias = weights.normal(4 * width, width), weights.zeros(width)

    def __call__(self, x, mask):
        x = x + self._attend(self._attention_norm(x), mask)
        hidden = tf.nn.gelu(self._feed_norm(x) @ self._widen + self._widen_bias)
        return x + hidden @ self._narrow + self._narrow_bias

    def _attend(self, x, mask):
        batch, length, width = x.shape
        split = tf.reshape(x @ self._inward, (batch, length, 3, self._heads, width // self._heads))
        query, key, value = tf.unstack(tf.transpose(split, (2, 0, 3, 1, 4)))
        scores = tf.matmul(query, key, transpose_b=True) * (width // self._heads) ** -0.5 + mask
        joined = tf.transpose(tf.nn.softmax(scores) @ value, (0, 2, 1, 3))
        return tf.reshape(joined, (batch, length, width)) @ self._outward


class Transformer:
    def __init__(self, layers=2, width=128, heads=4):
        weights = Weights(seed=4)
        self._embedding, self._position = weights.normal(TOKENS, width), weights.normal(LENGTH, width)
        self._blocks = [Block(weights, width, heads) for _ in range(layers)]
        self._norm, self._readout = Norm(weights, width), weights.normal(width, TOKENS)
        self._mask = (1 - np.tri(LENGTH, dtype=np.float32)) * -1e9
        self.variables = weights.all

    def loss(self, rows):
        x = tf.gather(self._embedding, rows[:, :-1]) + self._position
        for block in self._blocks:
            x = block(x, self._mask)
        logits = self._norm(x) @ self._readout
        return tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(rows[:, 1:], logits))
