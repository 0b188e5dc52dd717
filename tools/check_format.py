#!/usr/bin/env python3
"""C++ files are as clang-format 16 writes them.

Usage: tools/check_format.py [--fix] [ROOT]
"""

import re
import shutil
import subprocess
import sys

import source_tree

VERSION = "16."


def find_clang_format():
    """The pinned one of .venv, else one of the same major version on PATH; None if there is none."""
    for candidate in (source_tree.own_program("clang-format"), "clang-format-16", "clang-format"):
        program = shutil.which(candidate)
        if program:
            answer = subprocess.run([program, "--version"], capture_output=True, text=True).stdout
            if f" {VERSION}" in answer:
                return program
    return None


def main():
    root = source_tree.root_from_arguments()
    paths = [str(path) for path in source_tree.files(root, ".h", ".cc")]
    program = find_clang_format()
    if program is None:
        source_tree.report("format", ["no clang-format 16: `make build` installs it into .venv"], "")
    if "--fix" in sys.argv:
        subprocess.run([program, "-i", "--style=file", *paths], cwd=root, check=True)
    problems = []
    if paths:
        run = subprocess.run([program, "--dry-run", "--style=file", *paths], cwd=root,
                             capture_output=True, text=True)
        warned = re.findall(r"^(\S+?):\d+:\d+: warning: code should be", run.stderr, re.M)
        problems = [f"{path}: not as clang-format writes it: run `make format`"
                    for path in dict.fromkeys(warned)]
        if run.returncode != 0:
            problems.append(f"clang-format failed: {run.stderr.strip()}")
    source_tree.report("format", problems, f"{len(paths)} files are as clang-format writes them")


if __name__ == "__main__":
    main()
