#!/usr/bin/env python3
"""A test that no build compiles or no runner collects never fails: every *_test.cc, *_bench.cc and
*_fuzz.cc must be among the commands of a configured build, every test_*.py among what pytest collects.

Usage: tools/check_tests_built.py [ROOT]
"""

import json
import os
import pathlib
import re
import subprocess

import source_tree

# Suffix -> the preset that must compile it.
PRESET_OF = {"_test.cc": "release", "_bench.cc": "release", "_fuzz.cc": "fuzz"}


def compiled_files(root, preset):
    """Paths relative to root that the preset compiles; None where it is not configured."""
    commands = root / "build" / preset / "compile_commands.json"
    if not commands.exists():
        return None
    compiled = set()
    for entry in json.loads(commands.read_text()):
        compiled.add(entry["file"])
        if os.path.basename(entry["file"]).startswith("unity_"):  # a batch: includes what it compiles
            batch = pathlib.Path(entry["file"]).read_text()
            compiled.update(re.findall(r'#include "(.+)"', batch))
    return {os.path.relpath(path, root) for path in compiled}


def cc_problems(root):
    for suffix, preset in PRESET_OF.items():
        paths = [str(path) for path in source_tree.files(root, suffix)]
        compiled = compiled_files(root, preset) if paths else set()
        if compiled is None:
            print(f"tests built: *{suffix} not checked, build/{preset} is not configured")
            continue
        for path in paths:
            if path not in compiled:
                yield (f"{path}: the {preset} build does not compile it: "
                       f"put it where a CMakeLists.txt looks for *{suffix}")


def python_problems(root):
    paths = [str(path) for path in source_tree.files(root, ".py") if path.name.startswith("test_")]
    if not paths:
        return
    run = subprocess.run([source_tree.own_program("python"), "-m", "pytest", "--collect-only", "-q",
                          "-p", "no:cacheprovider", "tests"], cwd=root, capture_output=True, text=True)
    collected = {line.split("::")[0] for line in run.stdout.splitlines() if "::" in line}
    missing = [path for path in paths if path not in collected]
    for path in missing:
        yield f"{path}: pytest collects no test from it (it looks for them below tests/)"
    if missing:
        yield f"what pytest said:\n{run.stdout[-2000:]}{run.stderr[-2000:]}"


def main():
    root = source_tree.root_from_arguments()
    problems = list(cc_problems(root)) + list(python_problems(root))
    source_tree.report("tests built", problems, "every test, benchmark and fuzzer is in a build")


if __name__ == "__main__":
    main()
