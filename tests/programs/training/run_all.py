"""Runs the programs that are named, one after the other in one process, and says whose output is whose.

    TDBG_PRINT_STATE=1 python run_all.py log_zero zero_by_zero
"""

import importlib
import sys


def main():
    for name in sys.argv[1:]:
        print(f"== {name}", flush=True)
        try:
            importlib.import_module(name).main()
        except Exception as error:  # A program that ends so does it with and without capture.
            print(f"ended by {type(error).__name__}", flush=True)


if __name__ == "__main__":
    main()
