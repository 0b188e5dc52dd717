"""An interpreter that has TensorFlow already, for tests that are not about how a program is started.

Importing TensorFlow takes three seconds, which is ten times as long as what most programs of the tests do then. Those
programs run in a process forked from one that has imported TensorFlow and done nothing else with it (fork_server.py).
There the outermost frame of a stack is fork_server.py's, and the most memory that a process has used includes the import."""

import atexit
import functools
import shlex
import shutil
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent


@functools.cache
def interpreter():
    """The path of it, for `tdbg … --python` as well. Its server lives as long as this process."""
    folder = Path(tempfile.mkdtemp(prefix="tdbg_python_"))
    atexit.register(shutil.rmtree, folder)
    path = folder / "socket"
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(path))
        listener.listen(8)
        words = [sys.executable, HERE / "fork_server.py", str(listener.fileno())]
        server = subprocess.Popen(words, stdin=subprocess.PIPE, pass_fds=[listener.fileno()])
    atexit.register(server.wait)
    atexit.register(server.stdin.close)
    python = folder / "python3"
    words = [sys.executable, "-IS", HERE / "fork_client.py", path, sys.executable]
    python.write_text(f'#!/bin/sh\nexec {shlex.join(map(str, words))} "$@"\n')
    python.chmod(0o755)
    return python
