"""What debugging costs from one process to another: no debugger, tdbg in each mode, TensorFlow's own in each mode.

A round starts one process for each way of running, in an order that is drawn anew; it times a step of every workload
there (step_times.py). Each cell is the median over the rounds of the ratio to the plain process of the same round,
with its quartiles. "plain again" is the control. With --page the table also goes into docs/benchmarks.md."""

import argparse
import json
import pathlib
import random
import statistics
import sys
import tempfile

from ratios import quartiles
from recording import HERE, MODES, ROOT, record, report, run
from workloads import MAKERS

STOCK_MODES = ["NO_TENSOR", "CURT_HEALTH", "CONCISE_HEALTH", "SHAPE", "FULL_HEALTH", "FULL_TENSOR", "check_numerics"]


def plainly(options, folder, program):
    run([sys.executable, *program])


def checked(options, folder, program):
    run([options.build / "tdbg", "check", "--python", sys.executable, *program])


def recorded(*tdbg_options):
    return lambda options, folder, program: record(options.build, folder / "trace", tdbg_options, program)


# Way of running -> (how the program is started, options of step_times.py).
WAYS = {
    "plain": (plainly, []),
    "plain again": (plainly, []),
    "tdbg, loaded but off": (recorded(), ["--switch-off"]),
    **{f"tdbg {mode}": (recorded("--mode", mode), []) for mode in MODES},
    "tdbg check": (checked, []),
    "tdbg full_health --as-written": (recorded("--mode", "full_health", "--as-written"), []),
    **{f"stock {mode}": (plainly, ["--stock", mode]) for mode in STOCK_MODES},
}


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0, help="of timing, for each workload in each process")
    parser.add_argument("--ways", nargs="+", default=list(WAYS), choices=WAYS, help="plain is always among them")
    parser.add_argument("--quick", action="store_true", help="one short round: to see that it works, not to measure")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build/release")
    parser.add_argument("--page", type=pathlib.Path, help="the page to put the table into")
    options = parser.parse_args()
    if options.quick:
        options.rounds, options.seconds = 1, 0.1
    return options


def measure(options, way, turn):
    start, program_options = WAYS[way]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        output = folder / "seconds.json"
        program = [HERE / "step_times.py", "--seconds", options.seconds, "--first", turn % len(MAKERS)]
        program += [*program_options, "--output", output]
        start(options, folder, program)
        return json.loads(output.read_text())


def rounds_of(options):
    """For each round the seconds of a step by way of running and workload."""
    order = random.Random(1)
    ways = ["plain", *(way for way in options.ways if way != "plain")]
    for turn in range(options.rounds):
        drawn = order.sample(ways, len(ways))
        print(f"round {turn + 1}: {', '.join(drawn)}", file=sys.stderr, flush=True)
        seconds = {way: measure(options, way, turn) for way in drawn}
        yield {way: seconds[way] for way in ways}


def cell(rounds, way, workload):
    if way == "plain":
        return f"{statistics.median(seconds[way][workload] for seconds in rounds) * 1e3:.2f} ms"
    low, middle, high = quartiles([seconds[way][workload] / seconds["plain"][workload] for seconds in rounds])
    return f"{middle:.2f} ({low:.2f}–{high:.2f})"


def main():
    options = parse_arguments()
    rounds = list(rounds_of(options))
    table = ["| | " + " | ".join(MAKERS) + " |", "| --- |" + " ---: |" * len(MAKERS)]
    for way in rounds[0]:
        table.append(f"| {way} | " + " | ".join(cell(rounds, way, workload) for workload in MAKERS) + " |")
    report(options, "overhead_processes", "process_bench.py", table)


if __name__ == "__main__":
    main()
