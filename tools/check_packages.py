#!/usr/bin/env python3
"""What CMake found on this machine must be what tools/setup.sh installs: a package that somebody installed by hand makes
the build pass here and nowhere else. Reads the caches of the builds that are configured; asks dpkg whose a path is.

Usage: tools/check_packages.py [ROOT]
"""

import re
import shutil
import subprocess

import source_tree

# What is found as a folder of a package's own, or as one file. /usr/include is everybody's.
FOUND = re.compile(r"^(\w+):(?:PATH|FILEPATH)=(/usr/(?:lib|share)/.+)$", re.MULTILINE)


def listed_packages(root):
    lines = (root / "tools/apt-packages.txt").read_text().splitlines()
    return {line.split()[0] for line in lines if line.strip() and not line.startswith("#")}


def owners(path):
    """Packages that have the path; none for what no package brought."""
    answer = subprocess.run(["dpkg", "-S", path], capture_output=True, text=True).stdout
    return {name.split(":")[0].strip() for line in answer.splitlines() for name in line.rpartition(": ")[0].split(",")}


def found_paths(root):
    for cache in sorted(root.glob("build/*/CMakeCache.txt")):
        yield from FOUND.findall(cache.read_text())


def main():
    root = source_tree.root_from_arguments()
    if shutil.which("dpkg") is None:
        source_tree.report("packages", [], "not checked, there is no dpkg here")
    listed = listed_packages(root)
    found = sorted(set(found_paths(root)))
    problems = [f"{variable} is {path}, of {' or '.join(sorted(names))}: not in tools/apt-packages.txt"
                for variable, path in found if (names := owners(path)) and not names & listed]
    source_tree.report("packages", problems, f"all {len(found)} things that CMake found are of packages that set-up installs")


if __name__ == "__main__":
    main()
