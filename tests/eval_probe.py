"""Talks to the program eval_probe, which evaluates expressions with our code."""

import os
import pathlib
import subprocess

import numpy as np

import tensor_probe


class Refused(str):
    """The message of an expression that was refused."""


def _hex(data):
    return data.hex() or "-"


def _array(fields):
    name, shape, data = fields
    dims = () if shape == "-" else tuple(int(dim) for dim in shape.split(","))
    raw = b"" if data == "-" else bytes.fromhex(data)
    return np.frombuffer(raw, dtype=tensor_probe.numpy_dtype(name)).reshape(dims)


def _text(field):
    return "" if field == "-" else bytes.fromhex(field).decode(errors="replace")


def _outcome(lines):
    kind, *fields = next(lines).split(" ")
    if kind == "array":
        return _array(fields)
    if kind == "tuple":
        return tuple(_outcome(lines) for _ in range(int(fields[0])))
    return Refused(_text(fields[0])) if kind == "error" else _text(fields[0])


def ask(questions):
    """Answers to (expression, {name: array}) in order: arrays, texts, tuples of them, or Refused."""
    build = pathlib.Path(os.environ.get("TDBG_BUILD_DIR", tensor_probe.ROOT / "build" / "release"))
    program = build / "eval_probe"
    assert program.exists(), f"{program} is not built; set TDBG_BUILD_DIR to the build folder"
    lines = []
    last = None
    for text, tensors in questions:
        if tensors is not last:
            for name, array in tensors.items():
                shape = ",".join(map(str, array.shape)) or "-"
                lines.append(f"tensor {name} {array.dtype.name} {shape} {_hex(array.tobytes())}")
            last = tensors
        lines.append(f"eval {_hex(text.encode())}")
    run = subprocess.run([program], input="\n".join(lines) + "\n", stdout=subprocess.PIPE, check=True,
                         text=True)
    answers = iter(run.stdout.splitlines())
    return [_outcome(answers) for _ in questions]
