"""The loop that estimators ran: input_fn, model_fn, a monitored session with hooks."""

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_eager_execution()


def input_fn():
    x = np.random.RandomState(5).uniform(-1, 1, (40, 3)).astype("float32")
    data = tf.data.Dataset.from_tensor_slices((x, x.sum(axis=1, keepdims=True))).shuffle(40, seed=1).repeat().batch(8)
    return tf.data.make_one_shot_iterator(data).get_next()


def model_fn(features, labels):
    w = tf.get_variable("w", [3, 1], initializer=tf.glorot_uniform_initializer(seed=2))
    loss = tf.losses.mean_squared_error(labels, tf.matmul(features, w))
    mae, update = tf.metrics.mean_absolute_error(labels, tf.matmul(features, w))
    train = tf.train.FtrlOptimizer(0.5).minimize(loss, tf.train.get_or_create_global_step())
    return loss, tf.group(train, update), mae


with tf.Graph().as_default():
    loss, train, mae = model_fn(*input_fn())
    hooks = [tf.train.StopAtStepHook(num_steps=8), tf.train.NanTensorHook(loss)]
    with tf.train.MonitoredTrainingSession(hooks=hooks) as sess:
        while not sess.should_stop():
            value, _, error = sess.run([loss, train, mae])
    print(value, error)
