#!/usr/bin/env python3
"""Op types are known by name in src/frameworks alone, so that another framework's tables can stand beside TensorFlow's.

Refuses elsewhere in src/ each string that a table there lists, and each comparison of a type with a string.
src/capture/tf, which lives in TensorFlow, and tests may name its ops.
Usage: tools/check_op_types.py [ROOT]
"""

import re

import source_tree

TABLES = "src/frameworks/"
EXEMPT = (TABLES, "src/capture/tf/")
TESTS = re.compile(r"(_test\.cc|_sketch\.h)$")

STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')
COMMENT = re.compile(r"//.*")
OP_TYPE = re.compile(r"_?[A-Z]\w+")
# `op_type == "Log"`, `node.op != "_Arg"`, `type.starts_with("_Mkl")`
COMPARISON = re.compile(r'\b(?:\w*type\w*|op)(?:\(\))?(?: [!=]= |\.(?:starts_with|ends_with|find)\()"_?[A-Z]')


def lines(root, path):
    """Each with its number, without its comment."""
    for number, line in enumerate((root / path).read_text(encoding="utf-8").splitlines(), 1):
        yield number, COMMENT.sub("", line)


def listed(root, sources):
    """What the tables know by name."""
    return {text for path in sources
            if str(path).startswith(TABLES) and not TESTS.search(path.name) for _, line in lines(root, path)
            for text in STRING.findall(line) if OP_TYPE.fullmatch(text)}  # fmt: skip


def problems(root, path, types):
    for number, line in lines(root, path):
        named = [text for text in STRING.findall(line) if text in types]
        if named or COMPARISON.search(line):
            yield (f"{path}:{number}: {named[0] if named else line.strip()}: op types are known by name in {TABLES} alone; "
                   f"ask frameworks/op_types.h, and add a row to a table there if it cannot tell")


def main():
    root = source_tree.root_from_arguments()
    sources = [path for path in source_tree.files(root, ".h", ".cc") if path.parts[0] == "src"]
    types = listed(root, sources)
    checked = [path for path in sources if not str(path).startswith(EXEMPT) and not TESTS.search(path.name)]
    found = [problem for path in checked for problem in problems(root, path, types)]
    source_tree.report("op types", found, f"{len(types)} are known by name, all in {TABLES}")


if __name__ == "__main__":
    main()
