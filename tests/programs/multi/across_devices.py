"""Takes a logarithm on one logical CPU and a sum of it on another."""

import tensorflow as tf


def main():
    cpu = tf.config.list_physical_devices("CPU")[0]
    tf.config.set_logical_device_configuration(cpu, [tf.config.LogicalDeviceConfiguration()] * 2)

    @tf.function
    def weigh(x, weights):
        with tf.device("CPU:1"):
            logs = tf.math.log(x)  # bug
        with tf.device("CPU:0"):
            return tf.reduce_sum(logs * weights)

    for x in (1.0, 0.0):
        print(weigh(tf.constant([x, 2.0]), tf.constant([1.0, 0.5])).numpy(), flush=True)


if __name__ == "__main__":
    main()
