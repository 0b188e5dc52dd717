#!/usr/bin/env python3
"""A file holds one idea: above 500 lines that is a question, above 1000 it fails.

Usage: tools/check_sizes.py [ROOT]
"""

import statistics

import source_tree

SUFFIXES = (".h", ".cc", ".c", ".py", ".sh", ".ts", ".tsx", ".css", ".cmake", "CMakeLists.txt")
QUESTION = 500
LIMIT = 1000

# path -> lines it may have, for a file that cannot be split yet. The number may fall, never rise, and
# the entry goes when the file is within the limit.
RATCHET = {}


def main():
    root = source_tree.root_from_arguments()
    lines = {str(path): len((root / path).read_bytes().splitlines())
             for path in source_tree.files(root, *SUFFIXES)}
    problems = []
    for path, count in lines.items():
        allowed = RATCHET.get(path, LIMIT)
        if count > allowed:
            problems.append(f"{path}: {count} lines, {allowed} at most: split it by topic")
        elif count > QUESTION:
            print(f"{path}: {count} lines: still one idea?")
    for path, allowed in RATCHET.items():
        count = lines.get(path, 0)
        if count < allowed or count <= LIMIT:
            problems.append(f"{path}: {count} lines now: lower or drop its entry in tools/check_sizes.py")
    largest = max(lines, key=lines.get, default="no file")
    median = statistics.median(lines.values()) if lines else 0
    source_tree.report("sizes", problems,
                       f"{len(lines)} files, median {median:.0f} lines, "
                       f"largest {largest} with {lines.get(largest, 0)}")


if __name__ == "__main__":
    main()
