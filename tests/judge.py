#!/usr/bin/env python3
"""Judges tdbg from outside: by programs with one planted bug each, and by clean ones.

    tests/judge.py [--times N] [--json FILE] [NAME...]

Runs each under `tdbg check`, N times, whose births must be the same each time; the broken ones to their end under
`tdbg record`, the clean ones at a terminal under `tdbg run`. programs/broken/expected.json says what is planted:

    op_type, kind   any of which may be called the origin; no op_type: any, where it is an accident which one it is
    line            marks, as comments at the ends of lines, of which one may be told; "bug" where it is left out
    pattern         any of which may be called the cause; "growth": what grew is told
    step            any of which it may have
    more            other lines bear bad values of their own later
    program_fails   the op fails, and the program with it

A clean program must have status 0 and must not be held."""

import argparse
import concurrent.futures
import functools
import json
import os
import pty
import re
import select
import subprocess
import sys
import tempfile
import termios
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path

import pytest

import warm_python

ROOT = Path(__file__).resolve().parent.parent
BROKEN, CLEAN = ROOT / "tests/programs/broken", ROOT / "tests/programs/clean"
EXPECTED = json.loads((BROKEN / "expected.json").read_text())
# What tdbg does not do right yet, and how it goes wrong. Whoever mends one takes its row out.
NOT_YET = json.loads((ROOT / "tests/programs/not_yet.json").read_text())
TDBG = Path(os.environ.get("TDBG_BUILD_DIR", ROOT / "build/release")) / "tdbg"
PATIENCE_S = 300
PROMPT = b"tdbg> "
ESCAPES = re.compile(rb"\x1b\[[0-9;?]*[A-Za-z]")
WHAT_REPEATS = ("kind", "op", "op_type", "slot", "step", "element", "file", "line", "forward", "pattern", "cause")


@dataclass
class Judgement:
    """Of a broken program: each list holds what is wrong, in words."""

    origin: list = field(default_factory=list)
    step: list = field(default_factory=list)
    false_births: list = field(default_factory=list)
    cause: list = field(default_factory=list)
    repetition: list = field(default_factory=list)

    def wrong(self):
        return {word: texts for word, texts in asdict(self).items() if texts}


def broken_program(name):
    return BROKEN / f"{name}.py"


def clean_program(name):
    return CLEAN / f"{name}.py"


def parameters(names, not_yet):
    """Programs that tdbg is known to get wrong may fail, some of them only when threads run in a certain order."""
    return [pytest.param(name, marks=pytest.mark.xfail(reason=not_yet[name])) if name in not_yet else name
            for name in names]  # fmt: skip


def clean_names():
    return [path.stem for path in sorted(CLEAN.glob("*.py"))]


def listed(value):
    return value if isinstance(value, list) else [value]


@functools.cache
def accepted_places(name):
    """Files and lines; None where any line of the program may be told."""
    marks = EXPECTED[name].get("line", "bug")
    if marks is None:
        return None
    lines = broken_program(name).read_text().splitlines()
    marked = [[n for n, line in enumerate(lines, 1) if line.endswith(f"  # {mark}")] for mark in listed(marks)]
    assert all(len(numbers) == 1 for numbers in marked), f"{name}.py: {marks} do not mark one line each"
    return {(f"{name}.py", number) for (number,) in marked}


def told_places(birth):
    """Where a person is sent: of a gradient to its forward op, in a model also to where the program made the layer."""
    told = birth["forward"] or birth
    return {(Path(place["file"] or "").name, place["line"]) for place in (told, birth.get("layer")) if place}


def in_words(birth):
    places = ", ".join(f"{file or 'no file'}:{line}" for file, line in sorted(told_places(birth), key=str))
    of = f", gradient of {birth['forward']['op']}," if birth["forward"] else ""
    return f"{birth['kind']} in {birth['op_type']} ({birth['source']}){of} at {places}"


def false_births(name, births):
    """Those that are told at another line than the bug."""
    places = accepted_places(name)
    if places is None or EXPECTED[name].get("more"):
        return [in_words(birth) for birth in births if not any(file == f"{name}.py" for file, _ in told_places(birth))]
    return [in_words(birth) for birth in births if not told_places(birth) & places]


def judge(name, births):
    """births: those that `tdbg check` reports."""
    expected, places, judgement = EXPECTED[name], accepted_places(name), Judgement()
    if not births:
        judgement.origin.append("no birth")
        judgement.cause.append("no birth")
        return judgement
    first = births[0]
    named = first["kind"] in expected["kind"] and first["op_type"] in (expected["op_type"] or [first["op_type"]])
    if not named or not (places is None or told_places(first) & places):
        judgement.origin.append(in_words(first))
    if first["step"] not in expected.get("step", [first["step"]]):
        judgement.step.append(str(first["step"]))
    named = {first.get("pattern"), "growth" if first.get("growth") else None} - {None}
    if named.isdisjoint(listed(expected["pattern"])):
        judgement.cause.append(", ".join(sorted(named)) or "no pattern")
    judgement.false_births += false_births(name, births[1:])
    return judgement


def run_tdbg(*words):
    return subprocess.run([TDBG, *words], capture_output=True, text=True, timeout=PATIENCE_S, stdin=subprocess.DEVNULL)


def check(program):
    """The exit status of `tdbg check`, and its report."""
    with tempfile.TemporaryDirectory(prefix="judge_") as folder:
        report, trace = Path(folder, "report.json"), Path(folder, "trace")
        done = run_tdbg("check", "-o", trace, "--json", report, "--python", warm_python.interpreter(), program)
        assert report.exists(), f"{program.name}: {done.stderr}"
        return done.returncode, json.loads(report.read_text())


def births_of(trace):
    done = run_tdbg("alerts", "--json", trace)
    assert done.returncode in (0, 1), done.stderr
    return [alert for alert in json.loads(done.stdout)["alerts"] if alert["verdict"] == "origin"]


def births_to_the_end(program):
    """All births of a program that `tdbg record` lets run on, and the program's exit status."""
    with tempfile.TemporaryDirectory(prefix="judge_") as folder:
        trace = Path(folder, "trace")
        done = run_tdbg("record", "-o", trace, "--python", warm_python.interpreter(), program)
        return births_of(trace), done.returncode


@dataclass
class Run:
    """Of `tdbg run` at a terminal; where it held the program, nothing more is known."""

    held: bool
    status: int | None = None
    births: list = field(default_factory=list)


UNDISTURBED = Run(held=False, status=0)


def run_at_terminal(program):
    with tempfile.TemporaryDirectory(prefix="judge_") as folder:
        trace, held, printed = Path(folder, "trace"), False, b""
        words = [TDBG, "run", "-o", trace, "--python", warm_python.interpreter(), program]
        end = time.monotonic() + PATIENCE_S
        child, terminal = pty.fork()
        if child == 0:
            termios.tcsetwinsize(0, (300, 120))  # so high that no report is paged
            os.execv(words[0], words)
        while not held and select.select([terminal], [], [], end - time.monotonic())[0]:
            try:
                printed += os.read(terminal, 65536)
            except OSError:  # how a terminal tells that nobody has it open any more
                break
            held = PROMPT in ESCAPES.sub(b"", printed)
        os.close(terminal)  # a program that is held goes on now, and tdbg ends with it
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        return Run(held=True) if held else Run(False, status, list(map(in_words, births_of(trace))))


def judge_broken(name, times):
    reports = [check(broken_program(name))[1] for _ in range(times)]
    judgement = judge(name, reports[0]["births"])
    births, status = births_to_the_end(broken_program(name))
    judgement.false_births += false_births(name, births)
    if (status != 0) != EXPECTED[name].get("program_fails", False):
        judgement.origin.append(f"the program's exit status is {status}")
    lists = {json.dumps([[birth.get(key) for key in WHAT_REPEATS] for birth in report["births"]]) for report in reports}
    if len(lists) > 1:
        judgement.repetition.append(f"{len(lists)} different lists of births in {times} runs")
    return judgement, [birth["cause"] for birth in reports[0]["births"]]


def judge_clean(name, times):
    """What is wrong, and the warnings."""
    wrong, warnings = [], []
    for _ in range(times):
        status, report = check(clean_program(name))
        if status or report["births"]:
            wrong.append(f"status {status}: {'; '.join(map(in_words, report['births']))}")
        warnings = report.get("warnings", [])
    run = run_at_terminal(clean_program(name))
    if run != UNDISTURBED:
        wrong.append("held by tdbg run" if run.held else f"status {run.status} of tdbg run: {'; '.join(run.births)}")
    return wrong, warnings


def say(name, wrong, notes):
    print(f"{name:28} {'right' if not wrong else 'WRONG: ' + ', '.join(wrong)}")
    for word, texts in wrong.items():
        for text in dict.fromkeys(texts):
            print(f"    {word}: {text}{f' ({texts.count(text)} times)' if texts.count(text) > 1 else ''}")
    for note in notes:
        print(f"    says: {note}")
    sys.stdout.flush()


def totals_of(broken, clean):
    return {
        "broken": len(broken),
        "origin exact": sum(not judgement.origin for judgement, _ in broken.values()),
        "step right": sum(not judgement.step for judgement, _ in broken.values()),
        "false births": sum(len(judgement.false_births) for judgement, _ in broken.values()),
        "cause right": sum(not judgement.cause for judgement, _ in broken.values()),
        "same each time": sum(not judgement.repetition for judgement, _ in broken.values()),
        "clean": len(clean),
        "of these right": sum(not wrong for wrong, _ in clean.values()),
        "with warnings": sum(len(warnings) for _, warnings in clean.values()),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--times", type=int, default=1, help="runs of each program, whose births must be the same")
    parser.add_argument("--json", type=Path, help="file for all that was found")
    parser.add_argument("names", nargs="*", help="programs; all where none is named")
    options = parser.parse_args()
    broken = [name for name in EXPECTED if name in options.names or not options.names]
    clean = [name for name in clean_names() if name in options.names or not options.names]
    warm_python.interpreter()
    of_broken, of_clean = {}, {}
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for name, found in zip(broken, pool.map(lambda name: judge_broken(name, options.times), broken)):
            of_broken[name] = found
            say(name, found[0].wrong(), found[1])
        for name, found in zip(clean, pool.map(lambda name: judge_clean(name, options.times), clean)):
            of_clean[name] = found
            say(name, {"clean": found[0]} if found[0] else {}, [warning["text"] for warning in found[1]])
    totals = totals_of(of_broken, of_clean)
    print("; ".join(f"{word} {count}" for word, count in totals.items()))
    if options.json:
        found = {name: (judgement.wrong(), causes) for name, (judgement, causes) in of_broken.items()}
        options.json.write_text(json.dumps({"totals": totals, "broken": found, "clean": of_clean}, indent=1))
    sys.exit(any(judgement.wrong() for judgement, _ in of_broken.values()) or any(wrong for wrong, _ in of_clean.values()))


if __name__ == "__main__":
    main()
