"""Whether capture costs more than it did: the ratios of paired_bench.py for two builds, in turns on one machine.

    bench/overhead/compare_builds.py --before ../older/build/release --pairs 40 --rounds 3

A round measures both builds, in an order that changes from round to round. Cells are medians over the pairs of all rounds
with a bootstrap 95 % interval; the last column is their quotient, with the interval of the difference of their logarithms."""

import argparse
import math
import pathlib
import random
import statistics
import sys
import types

from paired_bench import cell, measure
from recording import MODES, ROOT
from workloads import MAKERS


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--before", type=pathlib.Path, required=True, help="folder of the older build's binaries")
    parser.add_argument("--now", type=pathlib.Path, default=ROOT / "build/release")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--pairs", type=int, default=40)
    parser.add_argument("--block", type=float, default=0.025, help="seconds that a block should last")
    parser.add_argument("--mode", default="auto", choices=MODES)
    parser.add_argument("--workloads", nargs="+", default=list(MAKERS), choices=MAKERS)
    return parser.parse_args()


def quotient(before, now, draws=2000):
    rng = random.Random(1)

    def difference(first, second):
        return math.log(statistics.median(second)) - math.log(statistics.median(first))

    drawn = sorted(difference(rng.choices(before, k=len(before)), rng.choices(now, k=len(now))) for _ in range(draws))
    low, high = drawn[int(0.025 * draws)], drawn[int(0.975 * draws)]
    return f"{math.exp(difference(before, now)):.3f} ({math.exp(low):.3f}–{math.exp(high):.3f})"


def main():
    options = parse_arguments()
    builds = {"before": options.before.resolve(), "now": options.now.resolve()}
    print("| workload | off / off | before | now | now / before |\n| --- | ---: | ---: | ---: | ---: |", flush=True)
    for workload in options.workloads:
        ratios = {"off": [], "before": [], "now": []}
        for turn in range(options.rounds):
            for name in list(builds) if turn % 2 == 0 else list(reversed(builds)):
                how = types.SimpleNamespace(
                    build=builds[name], modes=[options.mode], pairs=options.pairs, block=options.block, clock="wall"
                )
                found = measure(how, workload)["ratios"]
                ratios[name] += found[options.mode]
                ratios["off"] += found["off"]
        cells = [cell(ratios[name]) for name in ("off", "before", "now")]
        print("| " + " | ".join([workload, *cells, quotient(ratios["before"], ratios["now"])]) + " |", flush=True)


if __name__ == "__main__":
    sys.exit(main())
