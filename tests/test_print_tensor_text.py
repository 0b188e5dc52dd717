"""`pt` on every element type that TensorFlow's debugger dumps: the text is numpy's, and -w writes the same bytes.

What was dumped is known from TensorFlow's own reading of each file; its analyzer refuses this dump."""

import json
import os
import pathlib
import subprocess

import ml_dtypes
import numpy as np
import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent
SHARED = pathlib.Path(os.environ.get("TDBG_SHARED", ROOT.parent / "shared"))
TDBG = pathlib.Path(os.environ.get("TDBG_BUILD_DIR", ROOT / "build" / "release")) / "tdbg"
FIXTURE = SHARED / "fixtures" / "tfdbg1" / "dtypes"

pytestmark = [
    pytest.mark.skipif(not TDBG.exists(), reason=f"{TDBG} is not built"),
    pytest.mark.skipif(not FIXTURE.exists(), reason=f"no recordings in {SHARED}; set TDBG_SHARED to the folder that holds fixtures/"),
]

# TensorFlow hands quantized numbers to numpy as structures of one integer.
QUANTIZED = {"DT_QINT8": np.int8, "DT_QUINT8": np.uint8, "DT_QINT32": np.int32}


def dumped():
    """{tensor: array} of all that are numbers."""
    arrays = {}
    for tensor in json.loads((FIXTURE / "truth.json").read_text())["tensors"] if FIXTURE.exists() else []:
        value = tensor.get("value", {})
        if "raw_le_hex" not in value:
            continue
        name = value["numpy_dtype"]
        dtype = QUANTIZED.get(tensor["dtype"]) or getattr(ml_dtypes, name, None) or np.dtype(name)
        array = np.frombuffer(bytes.fromhex(value["raw_le_hex"]), dtype).reshape(value["shape"])
        arrays[f"{tensor['node']}:{tensor['slot']}"] = array
    return arrays


ARRAYS = dumped()


@pytest.fixture(scope="module")
def answers(tmp_path_factory):
    """{tensor: (what tdbg answered, the array in the file that it wrote)}."""
    folder = tmp_path_factory.mktemp("values")
    commands = [f"pt {tensor} -w {i}.npy\n" for i, tensor in enumerate(ARRAYS)]
    done = subprocess.run(
        [TDBG, "open", FIXTURE / "dump", "--json"], input="".join(commands), capture_output=True, text=True, cwd=folder
    )
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(lines) == len(ARRAYS), done.stderr
    assert [line["error"] for line in lines] == [None] * len(lines)
    return {tensor: (line, folder / f"{i}.npy") for i, (tensor, line) in enumerate(zip(ARRAYS, lines))}


@pytest.mark.parametrize("tensor", ARRAYS)
def test_text_is_numpys(answers, tensor):
    answer, _ = answers[tensor]
    lines = [line for block in answer["blocks"] if block["kind"] == "text" for line in block["lines"]]
    (wrote,) = [i for i, line in enumerate(lines) if line.startswith("wrote ")]
    with np.printoptions(threshold=2000):
        assert "\n".join(lines[wrote + 1 :]) == str(ARRAYS[tensor])


@pytest.mark.parametrize("tensor", ARRAYS)
def test_file_is_numpys(answers, tensor):
    """numpy has no types of its own for narrow floats and 4-bit integers: ml_dtypes' arrays are saved as bytes."""
    array, written = ARRAYS[tensor], np.load(answers[tensor][1])
    assert written.shape == array.shape
    assert written.tobytes() == array.tobytes()
    if array.dtype.kind in "biufc" and array.dtype.type.__module__ == "numpy":
        assert written.dtype == array.dtype


def test_list_of_all():
    """Every dump of every type, in order of time: name, size of its file and microseconds."""
    truth = json.loads((FIXTURE / "truth.json").read_text())
    done = subprocess.run([TDBG, "open", FIXTURE / "dump", "--json", "-c", "lt"], capture_output=True, text=True)
    (block,) = json.loads(done.stdout)["blocks"]
    rows = [dict(zip(block["columns"], row, strict=True)) for row in block["rows"]]
    expected = [
        (f"{t['node']}:{t['slot']}", t["file_bytes"], (t["timestamp"] - truth["t0"]) / 1000)
        for t in sorted(truth["tensors"], key=lambda t: t["timestamp"])
    ]
    assert [(row["name"], row["size"], row["time_ms"]) for row in rows] == expected
