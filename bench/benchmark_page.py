"""Puts a table into docs/benchmarks.md, between the two markers that carry its name.

As a program: benchmark_page.py PAGE NAME COMMAND. It runs the command, which prints Markdown, and puts
what it printed into the page with a line that says how and where it was made."""

import os
import pathlib
import platform
import shlex
import subprocess
import sys


def machine():
    """The machine in words: processor, cores, system, and how busy it is."""
    model = platform.machine()
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            model = line.split(":", 1)[1].strip()
    return (
        f"{model}, {os.cpu_count()} cores, {platform.system()} {platform.release()}, "
        f"load average {os.getloadavg()[1]:.1f}"
    )


def put_section(page, name, text):
    begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
    path = pathlib.Path(page)
    content = path.read_text()
    if content.count(begin) != 1 or content.count(end) != 1:
        raise SystemExit(f"{page}: expected exactly one '{begin}' and one '{end}'")
    head, rest = content.split(begin)
    _, tail = rest.split(end)
    path.write_text(f"{head}{begin}\n{text.strip()}\n{end}{tail}")


def main():
    page, name, *command = sys.argv[1:]
    text = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    print(text)
    put_section(page, name, f"Made by `{shlex.join(command)}` on {machine()}.\n\n{text}")


if __name__ == "__main__":
    main()
