#!/usr/bin/env python3
"""The session in README.md is real: runs its commands and compares what they print, line by line.

Usage: tools/readme_session.py [--write]        --write puts the present output into README.md
"""

import difflib
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SESSION = re.compile(r"(?<=```console\n)(.*?)(?=^```)", re.DOTALL | re.MULTILINE)


def output_of(command, typed=""):
    build = Path(os.environ.get("TDBG_BUILD_DIR", ROOT / "build/release"))
    environment = {**os.environ, "PATH": f"{build}:{os.environ['PATH']}", "TZ": "UTC", "LC_ALL": "C.UTF-8"}
    run = subprocess.run(["bash", "-c", command], cwd=ROOT, env=environment, text=True, input=typed,
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return run.stdout


def rerun(session):
    """The session with the same commands and their present output. What is typed at the prompt is
    typed again."""
    parts = []
    for part in re.split(r"^(?=\$ )", session, flags=re.MULTILINE)[1:]:
        command = part.splitlines()[0][2:]
        typed = re.findall(r"^tdbg> (.*)", part, re.MULTILINE)
        output = output_of(command + " --echo", "\n".join(typed)) if typed else output_of(command)
        parts.append(f"$ {command}\n{output}")
    return "\n".join(parts)


def main():
    readme = ROOT / "README.md"
    written = readme.read_text(encoding="utf-8")
    assert SESSION.search(written), "README.md has no ```console block"
    present = SESSION.sub(lambda match: rerun(match[1]), written)
    if "--write" in sys.argv:
        readme.write_text(present, encoding="utf-8")
    elif present != written:
        difference = difflib.unified_diff(written.splitlines(), present.splitlines(), "README.md", "now", "", "", 1, "")
        sys.exit("\n".join(difference) + "\nREADME.md: run tools/readme_session.py --write")


if __name__ == "__main__":
    main()
