"""What a program ends with, bit for bit: printed where TDBG_PRINT_STATE is 1, to compare one run with another."""

import hashlib
import os

import numpy as np


def print_state(losses, weights):
    """losses: the loss of every step; weights: variables or arrays."""
    if os.environ.get("TDBG_PRINT_STATE") != "1":
        return
    losses = [float(loss) for loss in losses]
    print("state losses", len(losses), *(loss.hex() for loss in losses[-3:]), digest([np.array(losses)]))
    print("state weights", digest(weights))


def digest(arrays):
    sha = hashlib.sha256()
    for array in arrays:
        # The sign of a NaN depends on which of two came first, also without anybody watching.
        array = np.array(array)
        array[array != array] = np.nan
        sha.update(np.ascontiguousarray(array).tobytes())
    return sha.hexdigest()
