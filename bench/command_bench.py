"""How long each command of the prompt takes on a logdir of a million events, once it is loaded.

Every command is typed into a process of its own, twice: the first answer pays for whatever is
computed when first asked for, the second does not. `--lines` limits each answer to a screenful, as
the pager does. What counts is the time that `tdbg open --timing` says between command and answer."""

import argparse
import json
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

from benchmark_page import machine, put_section

ROOT = pathlib.Path(__file__).resolve().parent.parent
SCREENFUL = 50

# What to type of each command, on the logdirs that write_logdir makes. {tensor} is the first bad one,
# {op} its op, both with their graph; {source} and {line} are those of the user's code that made it. Where
# several commands are needed, each of them counts.
TYPED = {
    "run_info": ["run_info"],
    "list_tensors": [
        "lt", "lt -s dump_size", "lt -s op_type -r", "lt -s tensor_name", "lt -s max -r", "lt -s bad -r",
        "lt -n gradient", "lt -t MatMul", "lt -f has_inf_or_nan", "lt -f 'max > 1 and op == \"MatMul\"'", "lt -f 'zero > 0'",
    ],
    "node_info": ["ni {op}", "ni -a -d -t {op}"],
    "list_inputs": ["li {op}", "li -r {op}", "li -c -r -t {op}"],
    "list_outputs": ["lo {op}", "lo -r {op}", "lo -c -r -t {op}"],
    "path": ["path {graph}::Softmax {op}"],
    "print_tensor": ["pt {tensor}", "pt {tensor} -n 100", "pt -s {tensor} -n -1"],
    "print": ["print {tensor}", "print 1 + 2"],
    "print_feed": ["pf"],
    "list_source": ["ls", "ls -n Log"],
    "print_source": ["ps {source}", "ps -t {source}"],
    "list": ["list {source}:{line}"],
    "eval": ["eval 1 + 2"],
    "x": ["x {tensor}"],
    "help": ["help", "help lt"],
    "history": ["history"],
    "config": ["config"],
    "version": ["version"],
    "executions": ["le", "le -n train", "le -s 100:200"],
    "graphs": ["lg"],
    "alerts": ["la", "la -a", "la -v origin"],
    "stack": ["bt {op}"],
    "frame": ["frame"],
    "up": ["up"],
    "down": ["up; down"],
    "origin": ["origin {tensor}", "origin"],
    "steps": ["steps", "steps -f has_inf_or_nan", "steps -f 'zero > 0'"],
    "find": ["find has_inf_or_nan", "find 'max > 1e4'", "find -b 'op == \"Log\"'"],
    "filter": ["filter"],
    "info": ["info", "info devices"],
    "use": ["use 0"],
    "goto": ["goto 500000", "goto {tensor}"],
    "step": ["step", "step 1000", "step -n Log"],
    "reverse-step": ["goto 500000; rs", "goto 900000; rs -n Log"],
    "display": ["display"],
    "/": ["lt; /Log"],
    "prev": ["lt; lg; prev"],
    "next": ["lt; lg; prev; next"],
}  # fmt: skip

# Those that end the session, change it or need a value, which these logdirs do not hold.
NOT_TIMED = {"quit", "source", "define", "undisplay", "@"}


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--traces", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--logdir", type=pathlib.Path, help="one written before, instead of a new one")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build" / "release")
    parser.add_argument("--json", type=pathlib.Path, help="where to write all figures")
    parser.add_argument("--page", type=pathlib.Path, help="the page to put the table into")
    return parser.parse_args()


def output(command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def commands_to_type(arguments, logdir):
    known = {c["name"] for c in json.loads(output([arguments.build / "tdbg", "open", "--commands"]))["commands"]}
    forgotten = known - TYPED.keys() - NOT_TIMED
    if forgotten:
        raise SystemExit(f"commands without a line to time them by: {', '.join(sorted(forgotten))}")
    alerts = subprocess.run(
        [arguments.build / "tdbg", "alerts", "--json", logdir], stdout=subprocess.PIPE
    ).stdout
    first = json.loads(alerts)["alerts"][0]
    op = f"{first['graph']}::{first['op']}"
    names = {"op": op, "tensor": f"{op}:{first['slot']}", "graph": first["graph"]}
    names |= {"source": first["file"], "line": first["line"]}
    return [line.format(**names) for name in sorted(known - NOT_TIMED) for line in TYPED[name]]


def time_command(arguments, logdir, command):
    """Milliseconds of the slowest first answer and of the slowest second one."""
    done = subprocess.run(
        [arguments.build / "tdbg", "open", logdir, "--timing", "--lines", str(SCREENFUL)]
        + ["-c", f"{command}; {command}"],
        capture_output=True,
        text=True,
    )
    times = [float(ms) for ms in re.findall(r"^timing: ([\d.]+) ", done.stderr, re.MULTILINE)]
    each = command.count(";") + 1
    if len(times) != 2 * each:
        raise SystemExit(f"{command}: {len(times)} times instead of {2 * each}\n{done.stderr[-2000:]}")
    return max(times[:each]), max(times[each:])


def measure(arguments, logdir):
    figures = {}
    for command in commands_to_type(arguments, logdir):
        runs = [time_command(arguments, logdir, command) for _ in range(arguments.rounds)]
        figures[command] = {"first_ms": [r[0] for r in runs], "again_ms": [r[1] for r in runs]}
        print(f"{command}: {statistics.median(figures[command]['first_ms']):.2f} ms", file=sys.stderr)
    return figures


def report(arguments, figures, events):
    def median(command, key):
        return statistics.median(figures[command][key])

    data = f"--logdir {arguments.logdir}" if arguments.logdir else f"--traces {arguments.traces}"
    slowest = sorted(figures, key=lambda command: -median(command, "first_ms"))
    lines = [
        f"Made by `bench/command_bench.py {data} --rounds {arguments.rounds}` on {machine()}; "
        f"{output([arguments.build / 'tdbg', '--version']).strip()}; {events:,} events, {len(figures)} commands.",
        "",
        "| command | first answer, ms | again, ms | slowest of all, ms |",
        "| --- | ---: | ---: | ---: |",
    ]
    for command in slowest:
        shown = command.replace("|", "\\|")
        worst = max(figures[command]["first_ms"] + figures[command]["again_ms"])
        lines.append(
            f"| `{shown}` | {median(command, 'first_ms'):.2f} | {median(command, 'again_ms'):.2f} | {worst:.2f} |"
        )
    return "\n".join(lines)


def count_events(arguments, logdir):
    info = json.loads(output([arguments.build / "tdbg", "info", "--json", logdir]))
    return sum(run["tensor_events"] for run in info["runs"])


def main():
    arguments = parse_arguments()
    with tempfile.TemporaryDirectory() as temporary:
        logdir = arguments.logdir
        if logdir is None:
            logdir = pathlib.Path(temporary)
            output([arguments.build / "write_logdir", logdir, "--traces", str(arguments.traces)])
        figures = measure(arguments, logdir)
        text = report(arguments, figures, count_events(arguments, logdir))
    print(text)
    if arguments.json:
        arguments.json.write_text(json.dumps(figures, indent=1) + "\n")
    if arguments.page:
        put_section(arguments.page, "command_bench", text)


if __name__ == "__main__":
    main()
