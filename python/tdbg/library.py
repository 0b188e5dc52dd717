"""The capture library's C functions (include/tdbg/capture.h), through ctypes."""

import ctypes
import functools
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tdbg import program


class Unavailable(RuntimeError):
    """A part of tdbg that recording needs is not here."""


@functools.cache
def binary():
    path = program.find()
    if path is None:
        raise Unavailable("tdbg: the program is not there; `pip install .` or `make install` brings it")
    return os.path.realpath(path)


def _path(name):
    here = Path(binary()).parent
    for path in (here / name, here.parent / "lib" / "tdbg" / name):
        if path.exists():
            return str(path)
    raise Unavailable(f"tdbg: {name} is neither beside {binary()} nor in ../lib/tdbg")


@functools.cache
def capture():
    """The library that records."""
    library = ctypes.CDLL(_path("libtdbg_capture.so"), mode=ctypes.RTLD_GLOBAL)
    library.tdbg_set.argtypes = [ctypes.c_char_p, ctypes.c_char_p]
    library.tdbg_last_error.restype = ctypes.c_char_p
    library.tdbg_set_enabled.argtypes = [ctypes.c_int]
    library.tdbg_step.argtypes = [ctypes.c_int64]
    library.tdbg_step.restype = None
    return library


def set_option(key, value):
    """ValueError, with the library's own words, where it does not understand."""
    if capture().tdbg_set(key.encode(), str(value).encode()) != 0:
        raise ValueError(f"tdbg: {capture().tdbg_last_error().decode(errors='replace')}")


def _companion():
    """The part that is compiled for this TensorFlow; "" where it cannot be, and then there are no source lines."""
    done = subprocess.run(
        [binary(), "prepare", "--python", sys.executable], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True
    )
    return done.stdout.strip() if done.returncode == 0 else ""


def hook_tensorflow(trace, as_written):
    """Begins to record TensorFlow into the directory. Called once in the life of a process."""
    try:
        import tensorflow  # noqa: F401: the hook looks for its libraries in this process
    except ImportError as error:
        raise Unavailable("tdbg: TensorFlow is not installed here, so there is nothing to record") from error
    capture()
    companion = _companion()
    wanted = {"TDBG_TRACE": trace, "TDBG_COMPANION": companion, "TDBG_AS_WRITTEN": "1" if as_written else "0"}
    before = {name: os.environ.get(name) for name in wanted}
    os.environ.update(wanted)
    try:
        hook = ctypes.CDLL(_path("libtdbg_tf.so"), mode=ctypes.RTLD_GLOBAL)
        answer = hook.tdbg_tf_install()
    finally:
        # Processes that this one starts are none of our business.
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
        # What is loaded needs no file, so a folder that was made for this process alone can go.
        if Path(companion).parent.name.startswith("tdbg-companion-"):
            shutil.rmtree(Path(companion).parent, ignore_errors=True)
    if answer != 0:
        reason = capture().tdbg_last_error().decode(errors="replace") or "this TensorFlow cannot be hooked"
        raise Unavailable(f"tdbg: nothing can be recorded: {reason}")


def new_trace():
    """A place of our own for a trace that the user does not name."""
    return tempfile.mkdtemp(prefix="tdbg-trace-")
