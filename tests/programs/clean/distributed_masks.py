"""Two replicas train on padded sequences; masks of minus infinity and guarded means on each of them, half in bfloat16."""

import numpy as np
import tensorflow as tf

cpus = tf.config.list_physical_devices("CPU")
tf.config.set_logical_device_configuration(cpus[0], [tf.config.LogicalDeviceConfiguration()] * 2)
strategy = tf.distribute.MirroredStrategy(["CPU:0", "CPU:1"])
rng = np.random.default_rng(43)
x = rng.normal(size=(16, 5, 3)).astype("float32")
lengths = rng.integers(1, 6, 16)
y = rng.normal(size=16).astype("float32")
data = strategy.experimental_distribute_dataset(tf.data.Dataset.from_tensor_slices((x, lengths, y)).batch(8))
with strategy.scope():
    w = tf.Variable(tf.ones([3, 1]))
    optimizer = tf.keras.optimizers.SGD(0.05)


def replica_step(x, lengths, y):
    real = tf.sequence_mask(lengths, 5)
    with tf.GradientTape() as tape:
        scores = tf.squeeze(tf.cast(x @ w, tf.bfloat16), -1)
        share = tf.nn.softmax(tf.where(real, scores, tf.constant(-np.inf, tf.bfloat16)))
        mean = tf.reduce_sum(x * tf.cast(share, tf.float32)[..., None], axis=[1, 2])
        few = tf.reduce_sum(tf.cast(~real, tf.float32), axis=1)
        rest = tf.where(few > 0, 1.0 / few, 0.0)
        loss = tf.nn.compute_average_loss(tf.square(mean + rest - y), global_batch_size=8)
    optimizer.apply_gradients([(tape.gradient(loss, w), w)])
    return loss


@tf.function
def train_step(batch):
    losses = strategy.run(replica_step, args=batch)
    return strategy.reduce(tf.distribute.ReduceOp.SUM, losses, axis=None)


for batch in data:
    print(train_step(batch).numpy())
