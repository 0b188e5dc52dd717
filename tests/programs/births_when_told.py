"""Takes a step for each file `step_1`, `step_2`, … that appears in the folder of the first argument; each bears an
infinity in the same line. A file `end` ends it, with the status that is its text. Nothing runs while it waits.

It writes its process number to `pid`, and the moment before each step to `began_1`, `began_2`, …"""

import os
import pathlib
import sys
import time

import tensorflow as tf

LOOK_EVERY_S = 0.005

folder = pathlib.Path(sys.argv[1])
weight = tf.Variable(1.0)


@tf.function
def train(x):
    loss = tf.math.log(x) * weight  # bug
    weight.assign_sub(0.25)
    return loss


def put(name, text):
    (folder / f"{name}.part").write_text(text)
    (folder / f"{name}.part").rename(folder / name)


train(tf.constant([1.0, 2.0]))
zero = tf.constant([0.0, 2.0])
put("pid", str(os.getpid()))
step = 1
while not (folder / "end").exists():
    if (folder / f"step_{step}").exists():
        put(f"began_{step}", repr(time.time()))
        train(zero)
        step += 1
    time.sleep(LOOK_EVERY_S)
sys.exit(int((folder / "end").read_text() or 0))
