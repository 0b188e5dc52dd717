#!/usr/bin/env python3
"""What the pages show is what the program prints: runs the sessions of README.md and docs/manual, and compares.

Usage: tests/page_sessions.py [--write] [PAGE...]        --write puts the present output into the pages

    ```console              a session: lines behind "$ " are run, those behind "tdbg> " are typed at the prompt
    ```console live         the same of a program that is run now: numbers are not compared, since times and the
                            names of runs are others each time, and on another machine so are last digits
    ```console tensorflow   as live, where TensorFlow is installed
    ```console held         as tensorflow, at a terminal, where the program is held and asked
    ```python NAME          a file of that name, for the sessions that follow; of any other language likewise

The sessions of a page run one after another in a folder of their own, in which examples/ and tests/ are those of the
tree.
"""

import difflib
import os
import re
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

import terminal

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs/manual").glob("*.md"))]
BLOCK = re.compile(r"^```(\w+)(?: ([^\n]+))?\n(.*?)^```$", re.DOTALL | re.MULTILINE)
HOME = "~"  # what a page shows instead of the folder that its sessions ran in
SCREEN = (120, 300)  # so high that no answer is paged


def settings(folder):
    build = Path(os.environ.get("TDBG_BUILD_DIR", ROOT / "build/release"))
    programs = [build, ROOT / ".venv/bin", os.environ["PATH"]]
    cache = os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")  # what is compiled once need not be again
    return {"PATH": ":".join(map(str, programs)), "TZ": "UTC", "LC_ALL": "C.UTF-8", "TF_CPP_MIN_LOG_LEVEL": "3",
            "TF_ENABLE_ONEDNN_OPTS": "0", "XDG_CACHE_HOME": str(cache), "XDG_STATE_HOME": f"{folder}/.local/state",
            "XDG_CONFIG_HOME": f"{folder}/.config", "TDBG_SOURCE": str(ROOT), "TDBG_BUILD": str(build),
            "PYTHONPATH": str(ROOT / "python"), "PYTHONDONTWRITEBYTECODE": "1"}  # fmt: skip


def printed(command, typed, folder):
    if typed:
        command += " --echo"
    run = subprocess.run(["bash", "-c", command], cwd=folder, env={**os.environ, **settings(folder)}, text=True,
                         input="\n".join(typed), stdout=subprocess.PIPE, stderr=subprocess.STDOUT)  # fmt: skip
    return run.stdout


def printed_at_a_terminal(command, typed, folder):
    columns, rows = SCREEN
    inside = ["bash", "-c", f"cd {folder}; {command}"]
    with terminal.Terminal(inside, columns=columns, rows=rows, environment=settings(folder)) as screen:
        for number, line in enumerate(typed, 1):
            screen.wait_until(lambda: len(re.findall("^tdbg>", screen.screen(), re.MULTILINE)) >= number, f"prompt {number}")
            screen.send_line(line)
        screen.wait_for_exit()
        return screen.screen(scrollback=True).split("\nPane is dead")[0].rstrip() + "\n"


def rerun(session, folder, run):
    """The session with the same commands and their present output."""
    parts = []
    for part in re.split(r"^(?=\$ )", session, flags=re.MULTILINE)[1:]:
        command = part.splitlines()[0][2:]
        output = run(command, re.findall(r"^tdbg> (.*)", part, re.MULTILINE), folder)
        output = re.sub(r"^(  host +)\S+$", r"\1here", output.replace(str(folder), HOME), flags=re.MULTILINE)
        output = re.sub(r"^tdbg: preparing for .*\n", "", output, flags=re.MULTILINE)  # said where it is the first time
        parts.append(f"$ {command}\n{output}")
    return "\n".join(parts)


def without_numbers(text):
    """What two runs of a program have in common. Blanks go too: a longer number widens its column."""
    text = re.sub(r"\b[0-9a-f]{16}\b|\d[\d.]*(?:e[-+−]?\d+)?", "0", text)
    return re.sub(r"(?<= )[-−](?=0)|^ +| +$", "", re.sub(r" +|─+", " ", text), flags=re.MULTILINE)


def without_luck(text):
    """Nor what depends on how far other threads were when one was held."""
    return re.sub(r"^also born in this call:\n(?:● .*\n)*", "", without_numbers(text), flags=re.MULTILINE)


def same(kind, written, present):
    if kind == "":
        return written == present
    return without_luck(written) == without_luck(present)


def present(page):
    """The page as it would be today."""

    def renewed(match):
        language, word, text = match.groups()
        word = word or ""
        if language != "console":
            if word:
                (folder / word).write_text(text)
            return match[0]
        if word in ("tensorflow", "held") and not find_spec("tensorflow"):
            return match[0]
        now = rerun(text, folder, printed_at_a_terminal if word == "held" else printed)
        return match[0] if same(word, text, now) else match[0].replace(text, now)

    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        for name in ("examples", "tests"):
            (folder / name).symlink_to(ROOT / name)
        return BLOCK.sub(renewed, page.read_text())


def main(arguments):
    wrong = False
    for page in [ROOT / name for name in arguments if name != "--write"] or PAGES:
        written, now = page.read_text(), present(page)
        if written == now:
            continue
        if "--write" in arguments:
            page.write_text(now)
            continue
        wrong = True
        name = str(page.relative_to(ROOT))
        difference = difflib.unified_diff(written.splitlines(), now.splitlines(), name, "now", "", "", 1, "")
        print("\n".join(difference), f"{name}: if that is as it should be, run tests/page_sessions.py --write", sep="\n")
    return wrong


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
