"""Trains one model on two logical CPUs. The rows of the second one have an empty count, and it takes the log of it."""

import numpy as np
import tensorflow as tf

ROWS, STEPS = 5, 6
BAD_REPLICA, BAD_STEP, BAD_ROW = 1, 2, 3


def make_train_step(strategy, scale):
    def replica_step(counts):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((scale * tf.math.log(counts) - 1.0) ** 2)  # bug
        gradient = tape.gradient(loss, scale)
        total = tf.distribute.get_replica_context().all_reduce(tf.distribute.ReduceOp.SUM, gradient)
        scale.assign_sub(0.05 * total)
        return loss

    @tf.function
    def train_step(counts):
        return strategy.reduce(tf.distribute.ReduceOp.MEAN, strategy.run(replica_step, args=(counts,)), axis=None)

    return train_step


def main():
    cpu = tf.config.list_physical_devices("CPU")[0]
    tf.config.set_logical_device_configuration(cpu, [tf.config.LogicalDeviceConfiguration()] * 2)
    strategy = tf.distribute.MirroredStrategy(["CPU:0", "CPU:1"])
    random = np.random.default_rng(1)
    with strategy.scope():
        scale = tf.Variable(0.5)
    train_step = make_train_step(strategy, scale)
    for step in range(STEPS):
        counts = random.integers(1, 9, (2, ROWS)).astype(np.float32)
        if step == BAD_STEP:
            counts[BAD_REPLICA, BAD_ROW] = 0
        parts = strategy.experimental_distribute_values_from_function(
            lambda context: tf.constant(counts[context.replica_id_in_sync_group])
        )
        print(f"step {step}: loss {train_step(parts).numpy():.4f}", flush=True)


if __name__ == "__main__":
    main()
