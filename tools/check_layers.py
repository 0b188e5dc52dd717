#!/usr/bin/env python3
"""Dependencies point one way: checks each #include of src/ and include/, and each namespace that is written, against
the table below: what a file names it depends on, whoever included it. Of two folders that include each other one must
lie in the other.

It also refuses third-party headers where they do not belong, and names that say nothing.
Usage: tools/check_layers.py [ROOT]
"""

import re

import source_tree

# Folder of src/ -> the folders that it may include directly, and whose namespaces it may write. A folder may always
# include itself.
# CMakeLists.txt links the layers by the same table; a link that this table does not allow is refused.
LAYERS = {
    "base": set(),
    "frameworks": set(),
    "tensor": {"base"},
    "vocabulary": {"base", "frameworks", "tensor"},
    "expr": {"base", "tensor"},
    "format": {"base", "tensor", "vocabulary"},
    "control": {"base"},
    "capture": {"base", "tensor", "vocabulary", "format", "control"},
    "capture/tf": {"frameworks"},
    "store": {"base", "frameworks", "tensor", "vocabulary"},
    "importers": {"base", "frameworks", "tensor", "vocabulary", "format", "store"},
    "exporters": {"base", "frameworks", "tensor", "vocabulary", "format", "store"},
    "query": {"base", "frameworks", "tensor", "vocabulary", "expr", "store"},
    "session": {"base", "frameworks", "tensor", "vocabulary", "expr", "control", "store", "importers", "exporters", "query"},
    "view": {"base", "frameworks", "tensor", "vocabulary", "expr", "store", "query", "session"},
    "prompt": {"base", "view"},
    "rpc": {"base", "frameworks", "tensor", "vocabulary", "store", "query", "session", "view"},
    "server": {"base", "rpc"},
    "listen": {"base", "session"},
    "tui": {"base", "view", "session"},
    "python": {"base", "tensor", "session", "view"},
}
LAYERS["cli"] = set(LAYERS) - {"capture/tf", "python"}

# The installed headers (include/tdbg) and the folders that implement or use them.
PUBLIC_HEADER_USERS = {"frameworks", "capture", "capture/tf", "session", "python", "cli"}

IN_THE_DEBUGGEE = {"base", "frameworks", "tensor", "vocabulary", "format", "control", "capture", "capture/tf"}

TENSORFLOW = r"(tensorflow|tsl|xla)/"

# Libraries whose own documentation includes them with quotes, as if they were ours.
QUOTED_BY_CUSTOM = TENSORFLOW + "|hwy/"

# Pattern of the included name, the folders where it is allowed (None: all but those of
# IN_THE_DEBUGGEE), and the reason.
THIRD_PARTY = [
    (TENSORFLOW, {"capture/tf"},
     "only src/capture/tf knows TensorFlow's headers; go through include/tdbg/capture.h"),
    (r"(google/protobuf|absl|grpc(pp)?|fmt|re2)/|zstd\.h", None,
     "frameworks carry this library too and its symbols would clash inside the debuggee; "
     "do that work on the debugger's side"),
    (r"(ncursesw?/)?(curses|ncurses|panel)\.h", {"tui"},
     "only src/tui draws on a terminal; build a view/ model and let tui render it"),
]

EMPTY_NAMES = {"util", "utils", "helper", "helpers", "common", "misc", "manager", "managers"}

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
NAMESPACES = "|".join(sorted({layer.split("/")[0] for layer in LAYERS}))
NAMESPACE = re.compile(rf"(?<![\w:.])(?:tdbg::)?({NAMESPACES})::")
NOT_CODE = re.compile(r'"(?:[^"\\]|\\.)*"|//.*')
CMAKE_LAYER = re.compile(r"tdbg_layer\((\w+)([^)]*)\)")


def layer_of(path):
    """The row of the table for a path relative to src/, or None."""
    first_two = "/".join(path.parts[:2])
    return first_two if first_two in LAYERS else path.parts[0] if path.parts[0] in LAYERS else None


def third_party_problem(layer, name):
    for pattern, allowed, reason in THIRD_PARTY:
        if re.match(pattern, name):
            refused = layer in IN_THE_DEBUGGEE if allowed is None else layer not in allowed
            if refused:
                return f"{layer} may not include {name}: {reason}"
    return None


def include_problem(layer, quoted, name):
    """What is wrong with one #include in a file of src/<layer>, or None."""
    problem = third_party_problem(layer, name)
    if problem or not quoted:
        return problem
    if re.match(QUOTED_BY_CUSTOM, name):
        return None
    if name.startswith("tdbg/"):
        if layer in PUBLIC_HEADER_USERS:
            return None
        users = ", ".join(sorted(PUBLIC_HEADER_USERS))
        return f"{layer} may not include {name}: the installed headers belong to {users}"
    target = layer_of(source_tree.Path(name))
    if target is None or "/" not in name:
        return f'"{name}" names no folder of src/: write includes relative to src/ ("tensor/dtype.h")'
    if target == layer or target in LAYERS[layer]:
        return None
    allowed = ", ".join(sorted(LAYERS[layer])) or "nothing"
    return (f"{layer} may not include {name}: dependencies point one way, and {layer} may use {allowed}. "
            f"Move the shared idea down to a folder that both may use, or pass it in from above; "
            f"ARCHITECTURE.md has the table")


def includes(root, path):
    text = (root / path).read_text(encoding="utf-8", errors="replace")
    for number, line in enumerate(text.splitlines(), 1):
        match = INCLUDE.match(line)
        if match:
            yield number, match[1] == '"', match[2]


def namespaces(root, path):
    """Those of layers, each with the line that writes it."""
    text = (root / path).read_text(encoding="utf-8", errors="replace")
    for number, line in enumerate(text.splitlines(), 1):
        for name in NAMESPACE.findall(NOT_CODE.sub("", line)):
            yield number, name


def both_ways_problems(root, sources):
    pairs = {}
    for path in sources:
        for number, quoted, name in includes(root, path):
            folders = (path.parent, "src" / source_tree.Path(name).parent)
            if quoted and folders[0] != folders[1]:
                pairs.setdefault(folders, f"{path}:{number}")
    for (one, other), place in pairs.items():
        related = one in other.parents or other in one.parents
        if not related and (other, one) in pairs:
            yield (f"{place}: {one} and {other} include each other: move what both need to a folder below them, "
                   f"or pass it in")


def source_problems(root, path):
    inside = source_tree.Path(*path.parts[1:])
    layer = layer_of(inside)
    if layer is None or len(inside.parts) < 2:
        yield (f"{path}: src/{inside.parts[0]} is no row of the table in tools/check_layers.py: "
               f"add one, or move the file")
        return
    for number, quoted, name in includes(root, path):
        problem = include_problem(layer, quoted, name)
        if problem:
            yield f"{path}:{number}: {problem}"
    own = layer.split("/")[0]
    for number, name in namespaces(root, path):
        if name != own and name not in LAYERS[layer]:
            yield (f"{path}:{number}: {layer} may not write {name}:: since it may not include {name}: "
                   f"let a layer below it say the same, or admit it in the table")


def public_header_problems(root, path):
    for number, quoted, name in includes(root, path):
        if (quoted or "/" in name) and not name.startswith("tdbg/"):
            yield (f"{path}:{number}: installed headers stand alone and may not include {name}: "
                   f"use the standard library and tdbg/ headers only")


def name_problems(path):
    for part in path.parts:
        if EMPTY_NAMES & set(part.split(".")[0].lower().replace("-", "_").split("_")):
            yield f"{path}: '{part}' says nothing of what is inside: name the idea"
            return


def cmake_problems(root):
    file = root / "CMakeLists.txt"
    for name, arguments in CMAKE_LAYER.findall(file.read_text() if file.exists() else ""):
        depends = arguments.split("DEPENDS")[1].split() if "DEPENDS" in arguments else []
        for other in set(depends) - LAYERS.get(name, set()):
            yield (f"CMakeLists.txt: layer {name} links {other}, "
                   f"which the table in tools/check_layers.py does not allow")


def main():
    root = source_tree.root_from_arguments()
    problems = list(cmake_problems(root))
    sources = [path for path in source_tree.files(root, ".h", ".cc")
               if path.parts[0] in ("src", "include")]
    for path in sources:
        find = source_problems if path.parts[0] == "src" else public_header_problems
        problems += find(root, path)
    problems += both_ways_problems(root, [path for path in sources if path.parts[0] == "src"])
    for path in source_tree.files(root):
        problems += name_problems(path)
    source_tree.report("layers", problems, f"{len(sources)} files include and name only what their layer may")


if __name__ == "__main__":
    main()
