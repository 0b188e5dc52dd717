"""Runs workloads for some steps each and prints, bit for bit, where they ended: losses and a hash of the weights.

    print_states.py [--steps N] [WORKLOAD...]
"""

import argparse
import hashlib

from workloads import MAKERS


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--steps", type=int, default=50)
    parser.add_argument("workloads", nargs="*", metavar="WORKLOAD")
    options = parser.parse_args()
    for name in options.workloads or MAKERS:
        workload = MAKERS[name]()
        losses = [float(workload.step()) for _ in range(options.steps)]
        weights = hashlib.sha256(b"".join(variable.numpy().tobytes() for variable in workload.variables))
        print(f"== {name}\nstate losses {losses[0].hex()} … {losses[-1].hex()}\nstate weights {weights.hexdigest()}")


if __name__ == "__main__":
    main()
