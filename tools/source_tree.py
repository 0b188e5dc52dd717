"""The files of the project, for the checks: all of a tree except what is built or installed there."""

import os
import sys
from pathlib import Path

# Folders, or links and files in their place (.git is a file in a git worktree).
SKIPPED = {".git", ".venv", "build", ".cache", "node_modules", "__pycache__", ".pytest_cache"}


def root_from_arguments() -> Path:
    """The tree to check: the first argument that is no option, else the one this file is in."""
    named = [argument for argument in sys.argv[1:] if not argument.startswith("-")]
    return Path(named[0]).resolve() if named else Path(__file__).resolve().parent.parent


def own_program(name: str) -> Path:
    """A program of the virtual environment that tools/setup.sh makes."""
    return Path(__file__).resolve().parent.parent / ".venv/bin" / name


def files(root: Path, *suffixes: str):
    """Paths relative to root, sorted; all files where no suffix is given."""
    found = []
    for folder, subfolders, names in os.walk(root):
        subfolders[:] = [name for name in subfolders if name not in SKIPPED]
        for name in names:
            if name not in SKIPPED and (not suffixes or name.endswith(suffixes)):
                found.append(Path(folder, name).relative_to(root))
    return sorted(found)


def report(check: str, problems: list, summary: str):
    """Prints the problems, or the summary where there is none, and ends with the exit status."""
    for problem in problems:
        print(problem, file=sys.stderr)
    verdict = f"FAILED with {len(problems)} problem(s)" if problems else summary
    print(f"{check}: {verdict}", flush=True)
    sys.exit(1 if problems else 0)
