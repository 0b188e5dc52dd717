"""Opening logdirs and listing their alerts: TensorFlow's reader and `tdbg alerts --json` side by
side, in turns, on the same files in the same page cache.

For each size it writes a logdir, reads it once to warm the cache, runs both in turns for `rounds`
rounds (TensorFlow's reader once a round, tdbg three times, because it takes so little), checks that
both found the same bad events, and prints a table of medians. With --page the table also goes into
docs/benchmarks.md."""

import argparse
import collections
import json
import pathlib
import platform
import shlex
import statistics
import subprocess
import sys
import tempfile

from benchmark_page import machine, put_section
from process_memory import run_measured

ROOT = pathlib.Path(__file__).resolve().parent.parent
MB = 1e6
TDBG_RUNS_PER_ROUND = 3


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--traces", type=int, nargs="+", default=[10_000, 200_000, 1_000_000])
    parser.add_argument("--rounds", type=int, nargs="+", default=[5, 5, 3], help="one per size")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build" / "release")
    parser.add_argument("--python", default=sys.executable, help="an interpreter with TensorFlow")
    parser.add_argument("--page", type=pathlib.Path, help="the page to put the table into")
    arguments = parser.parse_args()
    if len(arguments.traces) != len(arguments.rounds):
        parser.error("--traces and --rounds need the same number of values")
    return arguments


def warm(directory):
    for file in directory.iterdir():
        file.read_bytes()


def run_stock(arguments, directory):
    reader = ROOT / "bench" / "stock_reader.py"
    # Both only silence what TensorFlow would say on stderr.
    environment = {"TF_CPP_MIN_LOG_LEVEL": "3", "TF_ENABLE_ONEDNN_OPTS": "0"}
    measured = run_measured([arguments.python, reader, directory], 0.005, environment)
    if measured.status != 0:
        raise SystemExit(f"TensorFlow's reader failed on {directory}")
    return measured, json.loads(measured.output)


def run_tdbg(arguments, directory):
    measured = run_measured([arguments.build / "tdbg", "alerts", "--json", directory], 0.0005)
    if measured.status != 1:
        raise SystemExit(f"tdbg alerts: exit status {measured.status}, expected 1 (alerts found)")
    return measured, json.loads(measured.output)


def bad_events(alerts, kind_of):
    """What both readers must agree on, whatever the order."""
    return collections.Counter(
        (kind_of(a), a["op_type"], a["slot"], round(a["time"], 6))
        + tuple(int(a[key]) for key in ["elements", "nan", "pos_inf", "neg_inf"])
        for a in alerts
    )


def check_agreement(written, stock, tdbg):
    theirs = bad_events(stock["alerts"], lambda a: a["kind"])
    ours = bad_events(tdbg["alerts"], lambda a: "execution" if a["op"] is None else "trace")
    if theirs != ours:
        missing, extra = list((theirs - ours).items())[:3], list((ours - theirs).items())[:3]
        raise SystemExit(f"the readers disagree: tdbg misses {missing}, has too much {extra}")
    if len(stock["alerts"]) != written["bad_traces"] + written["bad_outputs"]:
        raise SystemExit("the readers disagree with the writer")
    first = tdbg["alerts"][0]
    if (first["op"], first["verdict"]) != (written["first_bad_op"], "origin"):
        raise SystemExit(f"the first alert is {first['op']}, {first['verdict']}; it should be an origin")


def measure(arguments, traces, rounds):
    with tempfile.TemporaryDirectory() as temporary:
        directory = pathlib.Path(temporary)
        writer = [arguments.build / "write_logdir", directory, "--traces", str(traces)]
        written = json.loads(subprocess.run(writer, check=True, stdout=subprocess.PIPE).stdout)
        warm(directory)
        stock_runs, tdbg_runs = [], []
        for turn in range(rounds):
            stock_runs.append(run_stock(arguments, directory))
            for _ in range(TDBG_RUNS_PER_ROUND):
                tdbg_runs.append(run_tdbg(arguments, directory))
                check_agreement(written, stock_runs[-1][1], tdbg_runs[-1][1])
            stock_s = stock_runs[-1][1]["seconds"]
            tdbg_s = [f"{run.seconds:.3f}" for run, _ in tdbg_runs[-TDBG_RUNS_PER_ROUND:]]
            print(
                f"{traces} traces, round {turn + 1}: TensorFlow {stock_s:.2f} s, "
                f"tdbg {', '.join(tdbg_s)} s",
                file=sys.stderr,
            )
    return written, rounds, stock_runs, tdbg_runs


def row(written, rounds, stock_runs, tdbg_runs):
    median = statistics.median
    stock_s = median(found["seconds"] for _, found in stock_runs)
    tdbg_s = median(run.seconds for run, _ in tdbg_runs)
    stock_cpu_s = median(found["cpu_seconds"] for _, found in stock_runs)
    tdbg_cpu_s = median(run.cpu_seconds for run, _ in tdbg_runs)
    stock_anon = median(run.peak_anon for run, _ in stock_runs)
    import_anon = median(found["anon_after_import"] for _, found in stock_runs)
    tdbg_anon = median(run.peak_anon for run, _ in tdbg_runs)
    cells = [
        f"{written['traces']:,}",
        f"{written['bytes'] / MB:.0f}",
        f"{written['bad_traces'] + written['bad_outputs']:,}",
        f"{rounds}",
        f"{stock_s:.2f} ({stock_cpu_s:.2f})",
        f"{tdbg_s:.3f} ({tdbg_cpu_s:.3f})",
        f"**{stock_s / tdbg_s:.0f}×**",
        f"{stock_anon / MB:.0f} ({import_anon / MB:.0f})",
        f"{tdbg_anon / MB:.1f}",
        f"**{stock_anon / tdbg_anon:.0f}×**",
        f"{median(run.peak_resident for run, _ in stock_runs) / MB:.0f}",
        f"{median(run.peak_resident for run, _ in tdbg_runs) / MB:.0f}",
    ]
    return "| " + " | ".join(cells) + " |"


HEADINGS = [
    "graph traces", "logdir, MB", "bad events", "rounds", "TensorFlow, s (CPU)",
    "tdbg, s (CPU)", "faster", "TensorFlow, anon MB (import)", "tdbg, anon MB", "less", "TensorFlow, VmHWM MB", "tdbg, VmHWM MB",
]  # fmt: skip


def report(arguments, results):
    version = subprocess.run(
        [arguments.build / "tdbg", "--version"], check=True, capture_output=True, text=True
    ).stdout.strip()
    tensorflow = results[-1][2][-1][1]["version"]
    lines = [
        f"Made by `bench/open_bench.py {shlex.join(command_line(arguments))}` on {machine()}; {version}; "
        f"TensorFlow {tensorflow}, Python {platform.python_version()}.",
        "",
        "| " + " | ".join(HEADINGS) + " |",
        "|" + " ---: |" * len(HEADINGS),
    ]
    return "\n".join(lines + [row(*result) for result in results])


def command_line(arguments):
    sizes = [str(n) for n in arguments.traces]
    return ["--traces", *sizes, "--rounds", *[str(n) for n in arguments.rounds]]


def main():
    arguments = parse_arguments()
    results = [measure(arguments, t, r) for t, r in zip(arguments.traces, arguments.rounds)]
    text = report(arguments, results)
    print(text)
    if arguments.page:
        put_section(arguments.page, "open_bench", text)


if __name__ == "__main__":
    main()
