"""Trains one model on two workers over the loopback address. The second worker's data has a hole in batch 3.

Without arguments it starts both workers, each a process of its own, and waits for them."""

import json
import os
import socket
import subprocess
import sys

WORKERS, BATCH, FEATURES, STEPS = 2, 4, 3, 6
BAD_WORKER, BAD_BATCH, BAD_ROW, BAD_COLUMN = 1, 3, 2, 1


def free_addresses():
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(WORKERS)]
    addresses = [f"127.0.0.1:{server.getsockname()[1]}" for server in sockets]
    for server in sockets:
        server.close()
    return addresses


def start_workers():
    cluster = {"worker": free_addresses()}
    workers = []
    for index in range(WORKERS):
        config = json.dumps({"cluster": cluster, "task": {"type": "worker", "index": index}})
        command = [sys.executable, __file__, "worker"]
        workers.append(subprocess.Popen(command, env={**os.environ, "TF_CONFIG": config}))
    return max(worker.wait() for worker in workers)


def work():
    import numpy as np
    import tensorflow as tf

    strategy = tf.distribute.MultiWorkerMirroredStrategy()
    with strategy.scope():
        weights = tf.Variable(tf.zeros((FEATURES, 1)))

    def read_data(context):
        rows = np.random.default_rng(context.input_pipeline_id).normal(size=(STEPS * BATCH, FEATURES))
        if context.input_pipeline_id == BAD_WORKER:
            rows[BAD_BATCH * BATCH + BAD_ROW, BAD_COLUMN] = np.nan
        return tf.data.Dataset.from_tensor_slices(rows.astype(np.float32)).batch(BATCH)

    def replica_step(rows):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((tf.matmul(rows, weights) - 1.0) ** 2)
        gradient = tape.gradient(loss, weights)
        total = tf.distribute.get_replica_context().all_reduce(tf.distribute.ReduceOp.SUM, gradient)
        weights.assign_sub(0.1 * total)
        return loss

    @tf.function
    def train_step(rows):
        return strategy.reduce(tf.distribute.ReduceOp.MEAN, strategy.run(replica_step, args=(rows,)), axis=None)

    for step, rows in enumerate(strategy.distribute_datasets_from_function(read_data)):
        print(f"step {step}: loss {train_step(rows).numpy():.4f}", flush=True)


if __name__ == "__main__":
    sys.exit(work() if sys.argv[1:] == ["worker"] else start_workers())
