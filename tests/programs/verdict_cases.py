"""Small programs in which bad values are born, travel, and sometimes die; test_verdict_cases.py knows which.

    verdict_cases.py FOLDER     runs each under TensorFlow's debugger, into FOLDER/<name>
"""

import os
import sys

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

import numpy as np
import tensorflow as tf

INFINITY = float("inf")
NAN = float("nan")
SETTINGS = {"filtered": {"op_regex": "^Log$"}}  # the others record everything


def eager_chain():
    a = tf.math.log(tf.constant([0.0, 1.0]))
    tf.exp(a * 2.0) + 1.0  # exp(-inf) is 0


def constant():
    @tf.function
    def f(x):
        return x + tf.constant([NAN, 1.0], name="given")

    f(tf.constant([1.0, 2.0]))


def dataset():
    @tf.function
    def f(x):
        return tf.reduce_sum(x * 2.0, name="sum")

    for x in tf.data.Dataset.from_tensor_slices(np.array([[1, 2], [NAN, 1]], np.float32)):
        f(x)


def dataset_inside():
    @tf.function
    def f(iterator):
        return tf.reduce_sum(next(iterator), name="sum")

    iterator = iter(tf.data.Dataset.from_tensor_slices(np.array([[1, 2], [NAN, 1]], np.float32)))
    f(iterator)
    f(iterator)


def variable_given():
    weight = tf.Variable([NAN, 2.0])

    @tf.function
    def f():
        return tf.reduce_sum(weight * 2.0, name="sum")

    f()


def variable_updated():
    weight, other = tf.Variable([1.0, 2.0]), tf.Variable([1.0, 2.0])

    @tf.function
    def update(x):
        weight.assign(weight * tf.math.log(x, name="log"))
        return tf.reduce_sum(other * x, name="clean")

    @tf.function
    def ask():
        return tf.reduce_sum(weight, name="sum")

    update(tf.constant([0.0, 1.0]))
    ask()
    weight.read_value() + 1.0


def training():
    weight = tf.Variable([0.0, 1.0])

    @tf.function
    def step(x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(tf.sqrt(weight * x, name="root"), name="loss")
        weight.assign_sub(0.1 * tape.gradient(loss, weight))

    step(tf.constant([1.0, 1.0]))
    step(tf.constant([1.0, 1.0]))


def called_by_two():
    @tf.function
    def shared(x):
        return tf.math.log(x, name="log")

    @tf.function
    def first(x):
        return shared(x) + 1.0

    @tf.function
    def second(x):
        return tf.multiply(shared(x), 2.0, name="twice")

    first(tf.constant([1.0, 2.0]))
    second(tf.constant([0.0, 2.0]))


def loop():
    @tf.function
    def f(x, times):
        i = tf.constant(0)
        while i < times:
            x = tf.multiply(x, 1e20, name="grow")
            i += 1
        return tf.reduce_sum(x, name="sum")

    f(tf.constant([1.0, 0.0]), tf.constant(1))
    f(tf.constant([1.0, 0.0]), tf.constant(3))


def branch():
    @tf.function
    def f(x):
        if tf.reduce_sum(x) > 0.0:
            y = tf.math.log(x, name="log")
        else:
            y = -x
        return tf.add(y, 1.0, name="plus")

    f(tf.constant([0.0, 1.0]))
    f(tf.constant([-1.0, 0.0]))


def tensor_array():
    @tf.function
    def f(x):
        array = tf.TensorArray(tf.float32, size=2)
        array = array.write(0, tf.math.log(x, name="log")).write(1, x)
        return array.stack(name="stack")

    f(tf.constant(0.0))


def where_not_taken():
    @tf.function
    def f(x):
        y = tf.math.log(x, name="log")
        return tf.reduce_sum(tf.where(x > 0.0, y, tf.zeros_like(y)))

    f(tf.constant([0.0, 2.0]))


def attention():
    @tf.function
    def f(query, key, allowed):
        scores = tf.matmul(query, key, transpose_b=True)
        mask = tf.where(allowed, 0.0, -INFINITY, name="mask")
        return tf.nn.softmax(tf.add(scores, mask, name="masked"))

    f(tf.ones([2, 3]), tf.ones([4, 3]), tf.constant([[True, False, True, True]] * 2))


def division():
    @tf.function
    def f(x):
        return 1.0 / tf.exp(x, name="exp")

    f(tf.constant([1000.0, 0.0]))


def loop_with_mask():
    @tf.function
    def f(x):
        total = tf.constant(0.0)
        for i in tf.range(3):
            y = tf.divide(1.0, x - tf.cast(i, tf.float32), name="divide")
            total += tf.where(tf.math.is_inf(y), 0.0, y)
        return total

    f(tf.constant(1.0))


def asked_about():
    @tf.function
    def f(x):
        return x + 1.0, tf.math.is_nan(tf.sqrt(x, name="root"))

    f(tf.constant([-1.0, 1.0]))


def filtered():
    @tf.function
    def f(x):
        return tf.exp(tf.math.log(x, name="log") * -3.0)

    f(tf.constant([0.0, 1.0]))


def half_masked():
    @tf.function
    def f(x):
        big = tf.exp(x, name="big")
        return tf.divide(1.0, big, name="small"), tf.multiply(big, 2.0, name="out")

    f(tf.constant([1000.0]))


def eager_variable():
    weight = tf.Variable([-1.0])
    weight.assign(tf.sqrt(weight))
    weight.read_value() * 2.0  # read_value hands the value through an op that is not recorded


def keras_fit():
    tf.keras.utils.set_random_seed(1)
    layers = [tf.keras.layers.Input((4,)), tf.keras.layers.Dense(8), tf.keras.layers.Dense(1)]
    model = tf.keras.Sequential(layers)
    model.compile(optimizer=tf.keras.optimizers.SGD(1e20), loss="mse")
    x = np.random.RandomState(0).randn(16, 4).astype(np.float32)
    model.fit(x, x[:, :1] * 3, batch_size=4, epochs=2, verbose=0, shuffle=False)


CASES = [eager_chain, constant, dataset, dataset_inside, variable_given, variable_updated, training,
         called_by_two, loop, branch, tensor_array, where_not_taken, attention, division,
         loop_with_mask, asked_about, half_masked, eager_variable, keras_fit, filtered]  # fmt: skip


def main():
    for case in CASES:
        name = case.__name__
        tf.debugging.experimental.enable_dump_debug_info(
            os.path.join(sys.argv[1], name),
            tensor_debug_mode="FULL_HEALTH",
            circular_buffer_size=-1,
            **SETTINGS.get(name, {}),
        )
        case()
        tf.debugging.experimental.disable_dump_debug_info()


if __name__ == "__main__":
    main()
