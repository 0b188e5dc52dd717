"""What raises under check_numerics, TensorFlow's and tdbg's: each case is a small program, run under the one that the
first argument names ("tensorflow", "tdbg"). Prints a line of JSON for each: its name, the exception's type or "nothing",
and the message."""

import json
import sys

import numpy as np
import tensorflow as tf

v1 = tf.compat.v1
CASES = {}


def case(function):
    CASES[function.__name__] = function
    return function


@case
def eager():
    tf.math.log(tf.constant([0.0, 1.0]))


@case
def eager_clean():
    assert tf.math.log(tf.constant([2.0, 1.0])).numpy()[1] == 0


@case
def eager_array():
    tf.add(np.float32([np.nan]), 1.0)


@case
def eager_constant_alone():
    tf.constant([np.nan, 1.0])


@case
def eager_moved():
    x = tf.constant([[np.nan, 1.0], [np.inf, 2.0]])
    tf.reshape(tf.transpose(tf.concat([x, x], 0)), [-1])
    tf.fill([2], tf.constant(np.inf))
    tf.squeeze(tf.expand_dims(x[0], 0))


@case
def eager_half():
    tf.math.sqrt(tf.constant([-1.0], tf.float16))


@case
def eager_bfloat16():
    tf.constant([1e38], tf.bfloat16) * 100


@case
def eager_double():
    tf.constant(1.0, tf.float64) / tf.constant(0.0, tf.float64)


@case
def eager_integer():
    tf.constant([1, 2]) + 3


@case
def caught_and_gone_on():
    for x in (0.0, -1.0):
        try:
            tf.math.log(tf.constant(x))
        except tf.errors.InvalidArgumentError:
            continue
        raise AssertionError
    assert tf.math.log(tf.constant(1.0)).numpy() == 0
    raise KeyError("went on")


@case
def function():
    @tf.function
    def logarithm(x):
        return tf.math.log(x) * 2.0

    logarithm(tf.constant([1.0, 0.0]))


@case
def function_clean():
    @tf.function
    def logarithm(x):
        return tf.math.log(x) * 2.0

    logarithm(tf.constant([1.0, 2.0]))


@case
def function_masked():
    @tf.function
    def safe(x):
        return tf.where(x > 0, tf.math.log(x), 0.0)

    safe(tf.constant([1.0, 0.0]))


@case
def function_given_nan_and_returns_it():
    @tf.function
    def same(x):
        return tf.reshape(x, [2, 1])

    same(tf.constant([1.0, np.nan]))


@case
def function_repairs_nan():
    @tf.function
    def repair(x):
        return tf.where(tf.math.is_nan(x), 0.0, x)

    repair(tf.constant([1.0, np.nan]))


@case
def function_double():
    @tf.function
    def divide(x):
        return 1.0 / x

    divide(tf.constant([0.0], tf.float64))


@case
def nested():
    @tf.function
    def inner(x):
        return tf.math.sqrt(x)

    @tf.function
    def outer(x):
        return inner(x - 1.0) + 1.0

    outer(tf.constant([0.5]))


@case
def constant_in_function():
    @tf.function
    def given(x):
        return x + tf.constant([np.nan, 1.0])

    given(tf.constant([1.0, 2.0]))


@case
def constant_returned():
    @tf.function
    def given():
        return tf.constant([np.inf, 1.0])

    given()


@case
def computed_of_constants():
    @tf.function
    def given():
        return tf.math.log(tf.constant([1.0, 0.0]))

    given()


@case
def constant_not_chosen():
    @tf.function
    def choose(x):
        return tf.where(x > 0, x, tf.constant(np.nan))

    choose(tf.constant([1.0, 2.0]))


@case
def branch_taken():
    @tf.function
    def branch(x):
        return tf.cond(x > 0, lambda: tf.math.log(x), lambda: tf.math.log(x) * tf.constant(1.0))

    branch(tf.constant(-1.0))


@case
def branch_not_taken():
    @tf.function
    def branch(x):
        return tf.cond(x > 0, lambda: tf.math.log(x), lambda: x)

    branch(tf.constant(-1.0))


@case
def constant_in_branch_not_taken():
    @tf.function
    def branch(x):
        return tf.cond(x > 0, lambda: x, lambda: tf.constant(np.nan) * x)

    branch(tf.constant(1.0))


@case
def loop():
    @tf.function
    def grow(x):
        for _ in tf.range(5):
            x = x * 1e20
        return x

    grow(tf.constant(1.0))


@case
def loop_clean():
    @tf.function
    def grow(x):
        for _ in tf.range(5):
            x = x * 2.0
        return x

    grow(tf.constant(1.0))


@case
def gradient():
    @tf.function
    def root(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.math.sqrt(x)
        return tape.gradient(y, x)

    root(tf.constant([0.0]))


@case
def custom_gradient():
    @tf.custom_gradient
    def identity(x):
        return x + 0.0, lambda upstream: tf.math.log(upstream - 1.0)

    @tf.function
    def run(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = identity(x)
        return tape.gradient(y, x)

    run(tf.constant([1.0]))


@case
def eager_custom_gradient():
    @tf.custom_gradient
    def identity(x):
        return x + 0.0, lambda upstream: tf.math.log(upstream - 1.0)

    x = tf.constant([1.0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = identity(x)
    tape.gradient(y, x)


@case
def variable():
    tf.Variable([np.nan, 1.0]).read_value()


@case
def batch_norm_of_nothing():
    @tf.function
    def norm(x):
        ones = tf.ones([2])
        return v1.nn.fused_batch_norm(x, ones, ones, is_training=True)[0]

    norm(tf.zeros([0, 1, 1, 2]))


@case
def dataset():
    for _ in tf.data.Dataset.from_tensor_slices([1.0, 0.0]).map(tf.math.log):
        pass


@case
def dataset_clean():
    for _ in tf.data.Dataset.from_tensor_slices([1.0, 2.0]).map(tf.math.log, num_parallel_calls=2):
        pass


@case
def dataset_repairs_nan():
    data = tf.data.Dataset.from_tensor_slices([1.0, np.nan])
    for _ in data.map(lambda x: tf.where(tf.math.is_nan(x), 0.0, x)):
        pass


@case
def dataset_in_parallel():
    data = tf.data.Dataset.from_tensor_slices([1.0, 2.0, 0.0]).map(tf.math.log, num_parallel_calls=2).batch(2)
    for _ in data.prefetch(1):
        pass


@case
def dataset_in_function():
    @tf.function
    def total(data):
        result = 0.0
        for x in data:
            result += x
        return result

    total(tf.data.Dataset.from_tensor_slices([1.0, -1.0]).map(tf.math.sqrt))


def session(make, **feeds):
    with tf.Graph().as_default() as graph, v1.Session() as sess:
        fetched = make()
        sess.run(v1.global_variables_initializer())
        feed = {graph.get_tensor_by_name(name + ":0"): value for name, value in feeds.items()}
        return sess.run(fetched, feed)


@case
def session_op():
    session(lambda: tf.math.log(v1.placeholder(tf.float32, [2], "x"), name="logarithm"), x=[0.0, 1.0])


@case
def session_clean():
    session(lambda: tf.math.log(v1.placeholder(tf.float32, [2], "x")), x=[2.0, 1.0])


@case
def session_fed():
    session(lambda: tf.reshape(v1.placeholder(tf.float32, [2], "x"), [2, 1]), x=[np.nan, 1.0])


@case
def session_constant():
    session(lambda: tf.constant([np.nan, 1.0], name="given"))


@case
def session_constant_read():
    session(lambda: tf.constant([np.inf, 1.0], name="given") * v1.placeholder(tf.float32, [2], "x"), x=[2.0, 1.0])


@case
def session_gradient():
    def make():
        x = v1.placeholder(tf.float32, [1], "x")
        return v1.gradients(tf.math.sqrt(x), x)

    session(make, x=[0.0])


@case
def session_loop():
    session(lambda: tf.while_loop(lambda i, x: i < 5, lambda i, x: (i + 1, x * 1e20), [0, 1.0]))


def run_case(run):
    try:
        run()
    except Exception as error:  # whatever it is, the test compares it
        return type(error).__name__, str(error)
    return "nothing", ""


def main():
    if sys.argv[1] == "tensorflow":
        enable, disable = tf.debugging.enable_check_numerics, tf.debugging.disable_check_numerics
    else:
        import tdbg

        enable, disable = tdbg.enable_check_numerics, tdbg.disable_check_numerics
    for name in sys.argv[2:] or CASES:
        enable()
        kind, message = run_case(CASES[name])
        disable()
        print(json.dumps({"case": name, "raised": kind, "message": message}), flush=True)


if __name__ == "__main__":
    main()
