#!/usr/bin/env python3
"""The page's parts import one way: checks every import of web/src against the table below.

Usage: tools/check_web_layers.py [ROOT]
"""

import posixpath
import re

import source_tree

# Folder of web/src -> the folders it may import from. A folder may always import from itself, but a panel
# only from its own: panels meet in the URL.
LAYERS = {
    "base": {"protocol"},
    "protocol": set(),
    "engine": {"base", "protocol"},
    "widgets": {"base", "protocol", "engine"},
    "panels": {"base", "protocol", "engine", "widgets"},
    "app": {"base", "protocol", "engine", "widgets", "panels"},
}

IMPORT = re.compile(r"""(?:from|import)\s*\(?\s*["'](\.[^"']+)["']""")
AS_HTML = re.compile(r"\b(innerHTML|outerHTML|insertAdjacentHTML|dangerouslySetInnerHTML|document\.write)\b")


def import_problem(path, target):
    """What is wrong with importing `target`, both below web/src, or None."""
    here, there = path.split("/"), target.split("/")
    if here[0] == "panels" and there[0] == "panels":
        return None if here[1] == there[1] else "panels do not know each other: go there by engine/place"
    if there[0] == here[0] or there[0] in LAYERS[here[0]]:
        return None
    return f"{here[0]} may import from {', '.join(sorted(LAYERS[here[0]])) or 'nothing'}"


def problems_of(root, path):
    inside = "/".join(path.parts[2:])
    if path.parts[2] not in LAYERS or len(path.parts) < 4:
        yield f"{path}: web/src/{path.parts[2]} is no row of the table in tools/check_web_layers.py"
        return
    for number, line in enumerate((root / path).read_text().splitlines(), 1):
        if AS_HTML.search(line):
            yield f"{path}:{number}: what a trace holds is text and never becomes HTML: make elements"
        for name in IMPORT.findall(line):
            target = posixpath.normpath(posixpath.join(posixpath.dirname(inside), name))
            if problem := import_problem(inside, target):
                yield f"{path}:{number}: {target}: {problem}"


def main():
    root = source_tree.root_from_arguments()
    sources = [path for path in source_tree.files(root, ".ts", ".tsx") if path.parts[:2] == ("web", "src")]
    problems = [problem for path in sources for problem in problems_of(root, path)]
    source_tree.report("web layers", problems, f"{len(sources)} files import only what their layer may")


if __name__ == "__main__":
    main()
