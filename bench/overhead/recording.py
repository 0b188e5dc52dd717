"""Runs the workloads under `tdbg record`, and what the two overhead benchmarks share of their reports."""

import json
import pathlib
import platform
import shlex
import subprocess
import sys
import tempfile

import tensorflow as tf

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(HERE.parent))

from benchmark_page import machine, put_section  # noqa: E402

MODES = ["auto", "full_health", "concise_health", "curt_health", "shape", "no_tensor", "full_tensor"]


def run(command):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"{shlex.join(map(str, command))}: exit status {done.returncode}\n{done.stderr[-2000:]}")
    return done.stdout


def record(build, trace, options, program):
    run([build / "tdbg", "record", "-o", trace, "--python", sys.executable, *options, *program])


def tensors_per_step(build, workload):
    """Tensor events that a step records with full_health: what ten steps more add."""

    def events(steps):
        with tempfile.TemporaryDirectory() as folder:
            trace = pathlib.Path(folder) / "trace"
            program = [HERE / "print_states.py", "--steps", steps, workload]
            record(build, trace, ["--mode", "full_health"], program)
            runs = json.loads(run([build / "tdbg", "info", "--json", trace]))["runs"]
            return sum(process["tensor_events"] for process in runs)

    return (events(20) - events(10)) / 10


def report(options, section, program, table):
    """Prints the table with the command that made it and, where a page is named, puts both there."""
    command = shlex.join([f"bench/overhead/{program}", *sys.argv[1:]])
    version = run([options.build / "tdbg", "--version"]).strip()
    software = f"{version}; TensorFlow {tf.__version__}, Python {platform.python_version()}"
    text = "\n".join([f"Made by `{command}` on {machine()}; {software}.", "", *table])
    print(text)
    if options.page:
        put_section(options.page, section, text)
