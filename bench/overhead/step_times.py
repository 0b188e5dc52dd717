"""How long a step of each workload takes in this process, once it is warm; printed as JSON, the median in seconds.

    step_times.py [--stock MODE] [--switch-off] [--seconds S] [--first N]

--stock turns TensorFlow's own debugger on first: a tensor debug mode of its, or check_numerics."""

import argparse
import gc
import json
import pathlib
import statistics
import tempfile
import time

import tensorflow as tf

from capture_switch import CaptureSwitch
from workloads import MAKERS

WARM_UP_STEPS = 5


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--stock", metavar="MODE")
    parser.add_argument("--switch-off", action="store_true", help="capture is loaded, and switched off")
    parser.add_argument("--seconds", type=float, default=1.0, help="for each workload")
    parser.add_argument("--first", type=int, default=0, help="the number of the workload to begin with")
    parser.add_argument("--output", type=pathlib.Path, required=True)
    return parser.parse_args()


def enable_stock(mode, logdir):
    if mode == "check_numerics":
        tf.debugging.enable_check_numerics()
    else:
        tf.debugging.experimental.enable_dump_debug_info(logdir, tensor_debug_mode=mode)


def step_seconds(step, seconds):
    for _ in range(WARM_UP_STEPS):
        step()
    taken = []
    while sum(taken) < seconds or len(taken) < 5:
        start = time.perf_counter()
        float(step())
        taken.append(time.perf_counter() - start)
    return statistics.median(taken)


def main():
    options = parse_arguments()
    if options.switch_off:
        CaptureSwitch().enable(False)
    names = list(MAKERS)
    names = names[options.first :] + names[: options.first]
    with tempfile.TemporaryDirectory() as logdir:
        if options.stock:
            enable_stock(options.stock, logdir)
        medians = {}
        for name in names:
            step = MAKERS[name]().step
            gc.collect()
            gc.disable()
            medians[name] = step_seconds(step, options.seconds)
            gc.enable()
    options.output.write_text(json.dumps(medians))


if __name__ == "__main__":
    main()
