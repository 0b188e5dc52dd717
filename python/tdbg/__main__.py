"""`python -m tdbg` is `tdbg`."""

import sys

from tdbg import program


def main():
    program.become(sys.argv[1:])


if __name__ == "__main__":
    main()
