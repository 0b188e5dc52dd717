#!/usr/bin/env python3
"""Judges tdbg from outside: by programs with one planted bug each, and by clean ones.

    tests/judge.py [--times N] [--json FILE] [NAME...]

programs/broken/expected.json says what is planted in each of programs/broken:

    op_type, kind   what may be named as the origin; no op_type: any, for where growth ends is an accident
    line            the marks of the lines that may be told, as comments at their ends; "bug" where it is left out
    pattern         the names by which the cause may be called
    step            in which the birth may be told to be
    program_fails   the op fails, and the program with it

Programs in programs/clean must have status 0 under `tdbg check`, and `tdbg run` must not hold them."""

import argparse
import concurrent.futures
import json
import os
import pty
import re
import select
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path

import warm_python

ROOT = Path(__file__).resolve().parent.parent
BROKEN, CLEAN = ROOT / "tests/programs/broken", ROOT / "tests/programs/clean"
EXPECTED = json.loads((BROKEN / "expected.json").read_text())
TDBG = Path(os.environ.get("TDBG_BUILD_DIR", ROOT / "build/release")) / "tdbg"
PATIENCE_S = 300
PROMPT = b"tdbg> "


@dataclass
class Judgement:
    """Of a broken program. Each list holds what is wrong, in words; where all are empty, tdbg was right."""

    origin: list = field(default_factory=list)
    step: list = field(default_factory=list)
    false_births: list = field(default_factory=list)
    cause: list = field(default_factory=list)
    repetition: list = field(default_factory=list)

    def is_right(self):
        return not any(asdict(self).values())


def marked_lines(path, marks):
    lines = path.read_text().splitlines()
    numbers = [number for number, line in enumerate(lines, 1) if line.endswith(tuple(f"  # {mark}" for mark in marks))]
    assert len(numbers) == len(marks), f"{path.name}: {len(numbers)} lines are marked as one of {marks}"
    return numbers


def broken_program(name):
    return BROKEN / f"{name}.py"


def listed(value):
    return value if isinstance(value, list) else [value]


def told_lines(birth):
    """Where a person is sent: of a gradient to its forward op, in a model also to where the program made the layer."""
    told = birth["forward"] or birth
    return {(Path(place["file"] or "").name, place["line"]) for place in (told, birth.get("layer")) if place}


def in_words(birth):
    places = ", ".join(f"{file or 'no file'}:{line}" for file, line in sorted(told_lines(birth), key=str))
    of = f", gradient of {birth['forward']['op']}" if birth["forward"] else ""
    return f"{birth['kind']} in {birth['op_type']} ({birth['source']}){of} at {places}"


def tdbg(*words, program):
    command = [TDBG, *words, "--python", warm_python.interpreter(), program]
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, stdin=subprocess.DEVNULL)


def check(program):
    """What `tdbg check` finds: its exit status and its report."""
    with tempfile.TemporaryDirectory(prefix="judge_") as folder:
        report = Path(folder, "report.json")
        done = tdbg("check", "-o", Path(folder, "trace"), "--json", report, program=program)
        assert report.exists(), f"{program.name}: {done.stderr}"
        return done.returncode, json.loads(report.read_text())


def births_to_the_end(program):
    """All births of a program that `tdbg record` lets run on."""
    with tempfile.TemporaryDirectory(prefix="judge_") as folder:
        trace = Path(folder, "trace")
        tdbg("record", "-o", trace, program=program)
        done = subprocess.run([TDBG, "alerts", "--json", trace], capture_output=True, text=True, timeout=PATIENCE_S)
        assert done.returncode in (0, 1), f"{program.name}: {done.stderr}"
        return [alert for alert in json.loads(done.stdout)["alerts"] if alert["verdict"] == "origin"]


def is_held(program):
    """Whether `tdbg run` at a terminal holds the program."""
    with tempfile.TemporaryDirectory(prefix="judge_") as folder:
        words = [TDBG, "run", "-o", Path(folder, "trace"), "--python", warm_python.interpreter(), program]
        child, terminal = pty.fork()
        if child == 0:
            os.execv(words[0], words)
        held, printed, end = False, b"", time.monotonic() + PATIENCE_S
        while not held and select.select([terminal], [], [], end - time.monotonic())[0]:
            try:
                printed += os.read(terminal, 65536)
            except OSError:  # how a terminal tells that nobody has it open any more
                break
            held = PROMPT in re.sub(rb"\x1b\[[0-9;?]*[A-Za-z]", b"", printed)
        os.close(terminal)  # who is held at it goes on, and tdbg ends
        os.waitpid(child, 0)
        return held


def judge_origin(name, birth, judgement):
    expected = EXPECTED[name]
    right = not expected["op_type"] or birth["op_type"] in expected["op_type"]
    right &= birth["kind"] in expected["kind"]
    places = accepted_places(name)
    if not right or not (places is None or told_lines(birth) & places):
        judgement.origin.append(in_words(birth))
    if expected.get("step") is not None and birth["step"] not in expected["step"]:
        judgement.step.append(str(birth["step"]))


def accepted_places(name):
    """None where any line of the program's own may be told."""
    marks = EXPECTED[name].get("line", "bug")
    if marks is None:
        return None
    return {(f"{name}.py", line) for line in marked_lines(broken_program(name), listed(marks))}


def judge_births(name, births, judgement):
    """A birth at any other line than that of the bug is a false one."""
    places = accepted_places(name)
    for birth in births:
        told = told_lines(birth)
        if places is None and not any(file == f"{name}.py" for file, _ in told):
            judgement.false_births.append(in_words(birth))
        if places is not None and not told & places:
            judgement.false_births.append(in_words(birth))


def judge_cause(name, birth, judgement):
    if birth.get("pattern") not in listed(EXPECTED[name]["pattern"]):
        judgement.cause.append(f"{birth.get('pattern') or 'no name'}: {birth['cause']}")


def what_must_repeat(birth):
    keys = ("kind", "op", "op_type", "slot", "step", "element", "file", "line", "forward", "pattern", "cause")
    return json.dumps({key: birth.get(key) for key in keys})


def judge_broken(name, times=1, to_the_end=True):
    program, judgement = broken_program(name), Judgement()
    reports = [check(program)[1] for _ in range(times)]
    births = reports[0]["births"]
    if births:
        judge_origin(name, births[0], judgement)
        judge_cause(name, births[0], judgement)
    else:
        judgement.origin.append("no birth")
        judgement.cause.append("no birth")
    judge_births(name, births[1:], judgement)
    if to_the_end:
        judge_births(name, births_to_the_end(program)[1:], judgement)
    if EXPECTED[name].get("program_fails") and reports[0]["program_status"] == 0:
        judgement.origin.append("the program did not fail")
    different = {tuple(map(what_must_repeat, report["births"])) for report in reports}
    if len(different) > 1:
        judgement.repetition.append(f"{len(different)} different lists of births in {times} runs")
    return judgement


def judge_clean(name, times=1):
    """What is wrong, and how many warnings there were."""
    program, wrong, warnings = CLEAN / f"{name}.py", [], 0
    for _ in range(times):
        status, report = check(program)
        if status or report["program_status"]:
            wrong.append(f"status {status}, the program's {report['program_status']}")
        wrong += [in_words(birth) for birth in report["births"]]
        warnings = max(warnings, len(report.get("warnings", [])))
    if is_held(program):
        wrong.append("held by tdbg run")
    return wrong, warnings


def say(name, judgement):
    columns = {"origin": judgement.origin + judgement.step, "false": judgement.false_births, "cause": judgement.cause,
               "repeat": judgement.repetition}  # fmt: skip
    marks = "  ".join(f"{column} {'ok' if not wrong else 'NO'}" for column, wrong in columns.items())
    print(f"{name:28} {marks}", flush=True)
    for column, wrong in columns.items():
        for text, count in {text: wrong.count(text) for text in wrong}.items():
            print(f"    {column}: {text}{f' ({count} times)' if count > 1 else ''}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--times", type=int, default=1, help="runs of each program, whose births must be the same")
    parser.add_argument("--json", type=Path, help="file for all that was found")
    parser.add_argument("names", nargs="*", help="programs; all where none is named")
    options = parser.parse_args()
    chosen = set(options.names)
    broken = [name for name in EXPECTED if not chosen or name in chosen]
    clean = [path.stem for path in sorted(CLEAN.glob("*.py")) if not chosen or path.stem in chosen]
    warm_python.interpreter()
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        of_broken = {}
        for name, judgement in zip(broken, pool.map(lambda name: judge_broken(name, options.times), broken)):
            of_broken[name] = judgement
            say(name, judgement)
        of_clean = dict(zip(clean, pool.map(lambda name: judge_clean(name, options.times), clean)))
    for name, (wrong, warnings) in of_clean.items():
        print(f"{name:28} {'; '.join(wrong) or 'clean'}{f', {warnings} warnings' if warnings else ''}")
    totals = {
        "broken": len(broken),
        "origin exact": sum(not judgement.origin for judgement in of_broken.values()),
        "step right": sum(not judgement.step for judgement in of_broken.values()),
        "false births": sum(len(judgement.false_births) for judgement in of_broken.values()),
        "cause right": sum(not judgement.cause for judgement in of_broken.values()),
        "the same each time": sum(not judgement.repetition for judgement in of_broken.values()),
        "clean": len(clean),
        "clean and not held": sum(not wrong for wrong, _ in of_clean.values()),
        "warnings in clean ones": sum(warnings for _, warnings in of_clean.values()),
    }
    print(", ".join(f"{name} {count}" for name, count in totals.items()))
    if options.json:
        found = {"totals": totals, "broken": {name: asdict(found) for name, found in of_broken.items()}, "clean": of_clean}
        options.json.write_text(json.dumps(found, indent=1))
    sys.exit(any(not found.is_right() for found in of_broken.values()) or any(wrong for wrong, _ in of_clean.values()))


if __name__ == "__main__":
    main()
