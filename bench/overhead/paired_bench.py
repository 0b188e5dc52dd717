"""What capture costs in one process: paired_blocks.py for every workload under `tdbg record`, as a table.

Each cell is the median over the pairs, with its bootstrap 95 % interval. The column "off / off" is the control. With
--page the table also goes into docs/benchmarks.md."""

import argparse
import json
import pathlib
import statistics
import sys
import tempfile

from ratios import bootstrap_interval
from recording import HERE, MODES, ROOT, record, report, tensors_per_step
from workloads import MAKERS


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--pairs", type=int, default=20)
    parser.add_argument("--block", type=float, default=0.15, help="seconds that a block should last")
    parser.add_argument("--clock", default="wall", choices=["wall", "cpu"], help="cpu: processor time")
    parser.add_argument("--modes", nargs="+", default=MODES, choices=MODES)
    parser.add_argument("--workloads", nargs="+", default=list(MAKERS), choices=MAKERS)
    parser.add_argument("--quick", action="store_true", help="few short pairs: to see that it works, not to measure")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build/release")
    parser.add_argument("--page", type=pathlib.Path, help="the page to put the table into")
    options = parser.parse_args()
    if options.quick:
        options.pairs, options.block = 6, 0.05
    return options


def measure(options, workload):
    with tempfile.TemporaryDirectory() as folder:
        output = pathlib.Path(folder) / "ratios.json"
        program = [HERE / "paired_blocks.py", "--workload", workload, "--modes", "off", *options.modes]
        program += ["--pairs", options.pairs, "--block", options.block, "--clock", options.clock, "--output", output]
        record(options.build, pathlib.Path(folder) / "trace", [], program)
        return json.loads(output.read_text())


def cell(ratios):
    low, high = bootstrap_interval(ratios)
    return f"{statistics.median(ratios):.3f} ({low:.3f}–{high:.3f})"


def row(options, workload):
    found = measure(options, workload)
    cells = [workload, f"{tensors_per_step(options.build, workload):.0f}", f"{found['steps']}"]
    cells += [cell(found["ratios"][mode]) for mode in ["off", *options.modes]]
    line = "| " + " | ".join(cells) + " |"
    print(line, file=sys.stderr, flush=True)
    return line


def main():
    options = parse_arguments()
    headings = ["workload", "tensors a step", "steps a block", "off / off", *options.modes]
    table = ["| " + " | ".join(headings) + " |", "| --- |" + " ---: |" * (len(headings) - 1)]
    table += [row(options, workload) for workload in options.workloads]
    report(options, "overhead_paired", "paired_bench.py", table)


if __name__ == "__main__":
    main()
