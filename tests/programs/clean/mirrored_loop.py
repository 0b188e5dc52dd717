"""A training loop of one's own under MirroredStrategy: strategy.run and a reduced loss."""

import numpy as np
import tensorflow as tf

cpu = tf.config.list_physical_devices("CPU")[0]
tf.config.set_logical_device_configuration(cpu, [tf.config.LogicalDeviceConfiguration()] * 2)
strategy = tf.distribute.MirroredStrategy(["CPU:0", "CPU:1"])
with strategy.scope():
    w = tf.Variable(np.ones((3, 1), np.float32))
x = np.random.default_rng(16).normal(size=(16, 3)).astype("float32")
data = tf.data.Dataset.from_tensor_slices((x, x[:, :1])).batch(8)


def replica_step(features, target):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.square(features @ w - target)) / 8
    gradient = tape.gradient(loss, w)
    total = tf.distribute.get_replica_context().all_reduce("sum", gradient)
    w.assign_sub(0.1 * total)
    return loss


@tf.function
def train_step(batch):
    losses = strategy.run(replica_step, args=batch)
    return strategy.reduce("sum", losses, axis=None)


for _ in range(3):
    for batch in strategy.experimental_distribute_dataset(data):
        loss = train_step(batch)
print(float(loss))
