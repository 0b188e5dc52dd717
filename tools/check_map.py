#!/usr/bin/env python3
"""ARCHITECTURE.md tells of the tree as it is: each folder and file of its map exists, each folder of src/
is on the map, and its table of includes is the one that tools/check_layers.py enforces.

Usage: tools/check_map.py [ROOT]
"""

import re

import check_layers
import source_tree

PAGE = "ARCHITECTURE.md"


def rows_of(page, heading):
    """The cells of the table below a heading, without its two head lines."""
    section = page.split(f"## {heading}\n", 1)[-1].split("\n## ", 1)[0]
    rows = [line.strip().strip("|").split("|") for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in row] for row in rows[2:]]


def map_problems(root, page):
    folders = set()
    for folder, _, files in rows_of(page, "The map"):
        folder = folder.strip("`")
        folders.add(folder)
        if not (root / folder).is_dir():
            yield f"{PAGE}: the map has {folder}, which is no folder: drop the row, or move what it tells of"
            continue
        for file in re.findall(r"`([^`]+)`", files):
            if not (root / folder / file).exists():
                yield f"{PAGE}: the map says to start {folder} at {file}, which is not there"
    present = {str(path.parent) for path in source_tree.files(root, ".h", ".cc") if path.parts[0] == "src"}
    for folder in sorted(present - folders):
        yield f"{PAGE}: {folder} is not on the map: give it a row"


def table_problems(root, page):
    written = {}
    for folder, allowed in rows_of(page, "Who may include whom"):
        written[folder] = set(re.findall(r"[\w/]+", allowed))
    present = {layer for layer in check_layers.LAYERS if (root / "src" / layer).is_dir()}
    for layer in sorted(present):
        enforced = check_layers.LAYERS[layer] & present
        enforced = {"everything"} if layer == "cli" else enforced
        if written.get(layer) != enforced:
            yield (f"{PAGE}: the table of includes should say that {layer} may include "
                   f"{', '.join(sorted(enforced)) or 'nothing (–)'}, as tools/check_layers.py enforces")
    for layer in sorted(set(written) - present):
        yield f"{PAGE}: the table of includes has {layer}, which is no folder of src/"


def main():
    root = source_tree.root_from_arguments()
    page = (root / PAGE).read_text(encoding="utf-8")
    problems = [*map_problems(root, page), *table_problems(root, page)]
    source_tree.report("map", problems, f"{PAGE} has every folder of src/, and nothing that is not there")


if __name__ == "__main__":
    main()
