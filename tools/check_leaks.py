#!/usr/bin/env python3
"""The tree speaks of the product alone: no path of somebody's machine, no host that packages come from,
no reference to a document that is not here, no TODO without its number.

Usage: tools/check_leaks.py [ROOT]
"""

import re

import source_tree

# Searched in every file, binary ones included.
EVERYWHERE = [
    (re.compile(r"(?<![\w.})])/(root|work|home/[a-z][\w-]*|opt/app|Users/\w+)(?=[/\s\"':,)]|$)"),
     "a path of one machine; use a path relative to the project, an environment variable, or a neutral one"),
    (re.compile(r"\b(pypi\.org|pythonhosted\.org|npmjs\.(org|com)|deb\.debian\.org|(index|static)\.crates\.io"
                r"|proxy\.golang\.org|repo1?\.maven\.org|pkg\.dev)\b"),
     "a host that packages come from; name the package and leave the host to the client's configuration"),
]

# Searched in text files only.
IN_TEXT = [
    (re.compile(r"\b(TODO|FIXME|XXX)\b(?!\(#\d+\))"),
     "an open end without its number; write TODO(#123): what and why, or do it"),
    (re.compile(r"\bissue \d+\b", re.IGNORECASE),
     "a reference that a reader cannot follow; say the fact itself"),
]

DOCUMENT = re.compile(r"(?<![\w/.])((?:\.\./)?(?:[\w-]+/)*[A-Z]{3,}[A-Z_]*\.md)\b")


def is_document(root, path, name):
    """Whether name, as written in the file path, is a document of the tree."""
    places = (root / name, root / path.parent / name)
    return any(place.exists() for place in places) or any(root.glob(f"*/{name}"))


def text_problems(root, path, text):
    for number, line in enumerate(text.splitlines(), 1):
        for pattern, reason in IN_TEXT:
            match = pattern.search(line)
            if match:
                yield f"{path}:{number}: {match[0]}: {reason}"
        for name in DOCUMENT.findall(line):
            if not is_document(root, path, name):
                yield f"{path}:{number}: {name} is no document of this tree: say the fact itself"


def problems_of(root, path):
    data = (root / path).read_bytes()
    everything = data.decode("latin-1")
    for pattern, reason in EVERYWHERE:
        match = pattern.search(everything)
        if match:
            yield f"{path}:{everything.count(chr(10), 0, match.start()) + 1}: {match[0]}: {reason}"
    if b"\0" not in data and path.name != "check_leaks.py":  # which has to name what it refuses
        yield from text_problems(root, path, data.decode("utf-8", errors="replace"))


def main():
    root = source_tree.root_from_arguments()
    paths = [path for path in source_tree.files(root) if not (root / path).is_symlink()]
    problems = [problem for path in paths for problem in problems_of(root, path)]
    source_tree.report("leaks", problems, f"{len(paths)} files speak of the product alone")


if __name__ == "__main__":
    main()
