"""What capture costs inside one process: blocks of steps with it on and off, in turns.

    tdbg record -o TRACE paired_blocks.py --workload 'MLP 64' --modes auto full_health --output FILE

A pair is four blocks of equal length, off on on off or on off off on in turns, so that a machine that grows slower or
faster favours neither side; its ratio is the time of the two on-blocks over that of the two off-blocks. The mode "off"
is the control: both sides are off. Pairs of all modes are taken in turns. The ratios go to FILE as JSON."""

import argparse
import gc
import json
import pathlib
import time

from capture_switch import CaptureSwitch
from workloads import MAKERS

WARM_UP_STEPS = 20
CLOCKS = {"wall": time.perf_counter, "cpu": time.process_time}


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--workload", required=True, choices=MAKERS)
    parser.add_argument("--modes", nargs="+", required=True, help="modes of tdbg record, and off")
    parser.add_argument("--pairs", type=int, default=20)
    parser.add_argument("--block", type=float, default=0.15, help="seconds that a block should last")
    parser.add_argument("--clock", default="wall", choices=CLOCKS, help="cpu: processor time, for a busy machine")
    parser.add_argument("--output", type=pathlib.Path, required=True)
    return parser.parse_args()


def seconds_for(step, count, clock=time.perf_counter):
    start = clock()
    for _ in range(count):
        loss = step()
    float(loss)
    return clock() - start


def steps_for(step, seconds):
    """How many steps last about so long."""
    count = 1
    while (taken := seconds_for(step, count)) < seconds / 2:
        count *= 2
    return max(1, round(count * seconds / taken))


class Blocks:
    def __init__(self, step, seconds, clock):
        self._step = step
        self._clock = clock
        self._switch = CaptureSwitch()
        self._switch.enable(False)
        seconds_for(step, WARM_UP_STEPS)
        self.steps = steps_for(step, seconds)

    def pair(self, mode, on_first):
        """The ratio of on to off."""
        sides = [True, False, False, True] if on_first else [False, True, True, False]
        taken = {True: 0.0, False: 0.0}
        for on in sides:
            self._turn(mode if on else "off")
            taken[on] += seconds_for(self._step, self.steps, self._clock)
        return taken[True] / taken[False]

    def _turn(self, mode):
        if mode != "off":
            self._switch.set_mode(mode)
        self._switch.enable(mode != "off")
        self._step()


def main():
    options = parse_arguments()
    blocks = Blocks(MAKERS[options.workload]().step, options.block, CLOCKS[options.clock])
    ratios = {mode: [] for mode in options.modes}
    gc.disable()
    gc.freeze()  # what is there by now need not be looked through each time
    for turn in range(options.pairs):
        for mode in options.modes:
            ratios[mode].append(blocks.pair(mode, on_first=turn % 2 == 1))
            gc.collect()
    options.output.write_text(json.dumps({"steps": blocks.steps, "ratios": ratios}))


if __name__ == "__main__":
    main()
