#!/usr/bin/env python3
"""Makes the seeds of the fuzzers from recorded data: FOLDER/<fuzzer>/<name>, the same files every time.

  tools/fuzz_seeds.py FOLDER

Recorded data is tests/fixtures and, where it is there, the larger collection in $TDBG_SHARED or ../shared."""

import hashlib
import os
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

import wire_format  # noqa: E402

MOST_SEEDS = 300  # per fuzzer
MOST_BYTES = 16 * 1024  # per seed

SLICES = [
    "", "[]", "[0]", "[-1]", "[:]", "[1:]", "[:2]", "[1:2]", "[::2]", "[::-1]", "[-3:-1]", "[5:1:-2]",
    "[...]", "[..., 0]", "[0, ...]", "[1, ..., -1]", "[:, :]", "[:, 1, ::2]", "[ 3 , 4 : 5 ]", "[0,0,0,0]",
    "[9223372036854775807]", "[-9223372036854775808:]", "[::0]", "[1:2:3:4]", "[,]", "[1,]", "[", "]", "[a]",
    "[1.5]", "[... ...]", "[--1]", "[+1]", "[99999999999999999999]",
]  # fmt: skip


def recordings():
    shared = pathlib.Path(os.environ.get("TDBG_SHARED", ROOT.parent / "shared"))
    for base in (ROOT / "tests" / "fixtures", shared / "fixtures"):
        for file in sorted(base.rglob("*")):
            parts = file.relative_to(base).parts
            if file.is_file() and ("dump" in parts or "session_root" in parts):
                yield file, pathlib.PurePath(*parts)


def submessages(data, *path):
    """All submessages that lie at the path of field numbers; none where the bytes are no message."""
    try:
        found = [v for n, w, v in wire_format.fields(data) if n == path[0] and w == 2]
    except wire_format.Broken:
        return []
    if len(path) == 1:
        return found
    return [inner for message in found for inner in submessages(message, *path[1:])]


# Where a TensorProto lies: in a tfdbg2 trace and execution, in a tfdbg1 tensor file, and as the
# value of a Const node in a tfdbg1 graph file.
TENSORS_IN_TFDBG2 = [(10, 5), (9, 7)]
TENSORS_IN_TFDBG1 = [(5, 1, 8), (4, 1, 5, 2, 8)]


def collect():
    """{fuzzer: [seed]}, in the order of the recordings."""
    seeds = {"slice": [text.encode() for text in SLICES]}

    def add(fuzzer, data):
        seeds.setdefault(fuzzer, []).append(data)

    for file, path in recordings():
        data = file.read_bytes()
        if file.name.startswith("tfdbg_events."):
            records = wire_format.records(data)
            ends = [end for _, end, _ in records if end <= MOST_BYTES]
            whole = len(data) <= MOST_BYTES or not ends
            add("tfrecord", data[: MOST_BYTES if whole else ends[-1]])
            for start, end, _ in records:
                event = data[start + 12 : end - 4]
                add("tfdbg2_event", event)
                for where in TENSORS_IN_TFDBG2:
                    for tensor in submessages(event, *where):
                        add("tensor_proto", tensor)
        elif "_tfdbg_" in str(path):
            root = next(i for i, p in enumerate(path.parts) if p in ("dump", "session_root"))
            add("tfdbg1_name", "/".join(path.parts[root + 1 :]).encode())
            add("tfdbg1_event", data)
            for where in TENSORS_IN_TFDBG1:
                for tensor in submessages(data, *where):
                    add("tensor_proto", tensor)
    return seeds


def choose(candidates):
    """At most MOST_SEEDS different ones, spread evenly over where they came from."""
    small = list(dict.fromkeys(data for data in candidates if len(data) <= MOST_BYTES))
    if len(small) <= MOST_SEEDS:
        return small
    return [small[i * len(small) // MOST_SEEDS] for i in range(MOST_SEEDS)]


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    for fuzzer, candidates in sorted(collect().items()):
        folder = pathlib.Path(sys.argv[1]) / fuzzer
        folder.mkdir(parents=True, exist_ok=True)
        for data in choose(candidates):
            (folder / hashlib.sha256(data).hexdigest()[:16]).write_bytes(data)


if __name__ == "__main__":
    main()
