"""Talks to the program tensor_probe, which formats and slices tensors with our code."""

import os
import pathlib
import subprocess

import ml_dtypes
import numpy as np

ROOT = pathlib.Path(__file__).resolve().parent.parent

# Names as in ml_dtypes; anything else is numpy's own.
NARROW = [
    "bfloat16", "float8_e5m2", "float8_e4m3fn", "float8_e4m3fnuz", "float8_e4m3b11fnuz",
    "float8_e5m2fnuz", "float4_e2m1fn", "int4", "uint4", "int2", "uint2",
]


def numpy_dtype(name):
    if name in NARROW:
        return np.dtype(getattr(ml_dtypes, name))
    return np.dtype(object if name == "string" else name)


def _hex(data):
    return data.hex() or "-"


def request(array, name, slice_text="", *, precision=8, threshold=1000, edge_items=3, line_width=75,
            suppress_small=False):
    """One line for the probe; `name` is our name of the array's dtype."""
    shape = ",".join(map(str, array.shape)) or "-"
    if array.dtype == object:
        data = ",".join(_hex(element) for element in array.reshape(-1).tolist()) or "-"
    else:
        data = _hex(array.tobytes())
    fields = [name, shape, precision, threshold, edge_items, line_width, int(suppress_small),
              _hex(slice_text.encode()), data]
    return " ".join(map(str, fields))


def ask(requests):
    """The answers in order: (shape, text), or the error message as a plain string."""
    build = pathlib.Path(os.environ.get("TDBG_BUILD_DIR", ROOT / "build" / "release"))
    program = build / "tensor_probe"
    assert program.exists(), f"{program} is not built; set TDBG_BUILD_DIR to the build folder"
    lines = "".join(line + "\n" for line in requests).encode()
    output = subprocess.run([program], input=lines, stdout=subprocess.PIPE, check=True).stdout
    answers = []
    at = 0
    while at < len(output):
        end = output.index(b"\n", at)
        kind, rest = output[at:end].decode().split(" ", 1)
        at = end + 1
        if kind == "error":
            answers.append(rest)
            continue
        dims, size = rest.rsplit(" ", 1)
        shape = tuple(int(dim) for dim in dims.strip("[]").split(",") if dim)
        answers.append((shape, output[at:at + int(size)].decode()))
        at += int(size)
    assert len(answers) == len(requests)
    return answers
