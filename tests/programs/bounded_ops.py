"""Ops whose results are bounded by what they are given, with numbers of every size, as functions and eagerly.

What they are given is made by ops: of arrays nobody knows how large they are by the time they are used."""

import sys

import tensorflow as tf

SIZE = 48


def rows(scale, *shape):
    return tf.random.uniform(shape or (SIZE, SIZE), -1, 1) * scale


def copies(scale):
    x, y = rows(scale), rows(scale)
    yield tf.transpose(x) - y
    yield tf.reshape(tf.concat([x, y], 1), (2, SIZE, SIZE))
    yield tf.stack(tf.unstack(x)[::-1]) + tf.tile(x[:1], (SIZE, 1))
    yield from tf.split(tf.pad(x, [[1, 1], [0, 0]], constant_values=scale), 2)
    yield tf.pad(x, [[1, 1], [0, 0]], "REFLECT") + tf.roll(tf.pad(x, [[1, 1], [0, 0]]), 3, 0)
    yield tf.gather(x, [3, 1, 2] * 20) + tf.gather_nd(x, [[3], [1], [2]] * 20)
    yield tf.where(x > y, x, y) + tf.maximum(x, -y) - tf.minimum(x, y)
    yield tf.broadcast_to(tf.expand_dims(tf.squeeze(x[:, :1]), 1), (SIZE, SIZE)) + tf.reverse(x, [0])
    yield tf.nn.relu(x) + tf.nn.relu6(y) + tf.abs(x) + tf.zeros_like(x)
    yield from tf.split(tf.ensure_shape(x, (SIZE, SIZE)), [8, 16, 24])
    yield tf.slice(x, [1, 1], [8, 8]) + tf.raw_ops.Snapshot(input=y)[:8, :8]
    yield tf.raw_ops.Relu6Grad(gradients=x, features=y)


def older_copies(scale):
    """By types that other versions of TensorFlow use."""
    x, y = rows(scale), rows(scale)
    yield tf.raw_ops.Concat(concat_dim=1, values=[x, y])
    yield tf.raw_ops.Gather(params=x, indices=[3, 1, 2])
    yield tf.raw_ops.Reverse(tensor=x, dims=[True, False])
    yield tf.raw_ops.Select(condition=x > y, x=x, y=y)
    yield tf.raw_ops.MaxPoolV2(input=rows(scale, 2, 8, 8, 3), ksize=[1, 2, 2, 1], strides=[1, 1, 1, 1], padding="SAME")


def sums(scale):
    x, y = rows(scale), rows(scale)
    yield tf.add_n([x, y, x, y, x]) - x
    yield tf.raw_ops.Add(x=x, y=y)
    yield tf.nn.bias_add(x, y[0])
    yield tf.reduce_sum(rows(scale, 8, SIZE, SIZE), 0) + tf.reduce_mean(rows(scale, 8, SIZE, SIZE), 0)
    yield tf.reduce_sum(x, 1) + tf.cumsum(x)[-1]
    yield tf.math.unsorted_segment_sum(x, [0, 1] * (SIZE // 2), 2) + tf.math.segment_sum(x, [0] * SIZE)
    yield tf.reduce_max(x, 0) + tf.reduce_min(y, 0)


def products(scale):
    x, y = rows(scale), rows(scale)
    yield x * y
    yield tf.square(x) + tf.math.squared_difference(x, y)
    yield tf.math.multiply_no_nan(x, y)
    yield x @ y
    yield tf.nn.relu(tf.nn.bias_add(tf.matmul(x, y, transpose_b=True), y[0]))
    for activation in (tf.nn.leaky_relu, tf.nn.elu, tf.nn.gelu, tf.nn.relu6, tf.sigmoid, tf.tanh):
        yield activation(tf.nn.bias_add(rows(scale) @ y, y[0]))
    yield rows(scale, 4, SIZE, SIZE) @ x
    yield tf.raw_ops.BatchMatMul(x=rows(scale, 4, SIZE, SIZE), y=rows(scale, 4, SIZE, SIZE))
    yield rows(scale, 4, SIZE, SIZE) @ rows(scale, 4, SIZE, SIZE)


def convolutions(scale):
    pictures = rows(scale, 2, 16, 16, 3)
    kernel, shift = rows(scale, 3, 3, 3, 8), rows(scale, 8)
    with tf.GradientTape() as tape:
        tape.watch([pictures, kernel, shift])
        seen = tf.nn.relu(tf.nn.bias_add(tf.nn.conv2d(pictures, kernel, 1, "SAME"), shift))
        wide = tf.nn.depthwise_conv2d(pictures, rows(scale, 3, 3, 3, 2), (1, 1, 1, 1), "SAME")
        pooled = tf.nn.max_pool2d(seen, 2, 1, "SAME")
        total = tf.reduce_sum(pooled) + tf.reduce_sum(tf.nn.avg_pool2d(wide, 2, 2, "SAME"))
    yield tf.nn.conv3d(rows(scale, 2, 6, 6, 6, 3), rows(scale, 3, 3, 3, 3, 4), (1, 1, 1, 1, 1), "SAME")
    yield from (seen, wide, pooled, tf.nn.space_to_depth(pictures, 2), tf.nn.depth_to_space(seen, 2))
    yield from tape.gradient(total, [pictures, kernel, shift])


def freely(scale):
    x = rows(scale)
    yield from (tf.exp(x), tf.math.log(x + 1), x / 3, tf.math.erf(x), tf.tanh(x))


PARTS = [copies, older_copies, sums, products, convolutions, freely]
SCALES = [float(word) for word in sys.argv[2].split(",")]
for repeat in range(int(sys.argv[1])):
    for part in PARTS:
        made = lambda scale, part=part: list(part(scale))
        compiled = tf.function(made, reduce_retracing=True)
        for scale in SCALES:
            made(tf.constant(scale))
            compiled(tf.constant(scale))
