"""Puts a table into docs/benchmarks.md, between the two markers that carry its name.

As a program: benchmark_page.py PAGE NAME, with the text on standard input."""

import pathlib
import sys


def put_section(page, name, text):
    begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
    path = pathlib.Path(page)
    content = path.read_text()
    if content.count(begin) != 1 or content.count(end) != 1:
        raise SystemExit(f"{page}: expected exactly one '{begin}' and one '{end}'")
    head, rest = content.split(begin)
    _, tail = rest.split(end)
    path.write_text(f"{head}{begin}\n{text.strip()}\n{end}{tail}")


if __name__ == "__main__":
    put_section(sys.argv[1], sys.argv[2], sys.stdin.read())
