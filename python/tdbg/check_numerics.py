"""A Python exception where a bad value is born."""

import atexit
import ctypes
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import threading

from tdbg import capture, library


class BadValueError(FloatingPointError):
    """A NaN or an infinity was born; tdbg's report is on standard error."""


_watcher = None


def enable_check_numerics():
    """From now on, a NaN or infinity that is born and harms the result raises BadValueError in the main thread.

    It is raised when the call that made it has ended; tdbg's report, which names the op and its line, is printed to
    standard error before. Values that are masked (an attention mask's infinities, say) raise nothing. Costs what
    `tdbg check` costs, a few percent."""
    global _watcher
    if _watcher is None:
        _watcher = _Watcher()
    _watcher.active = True


def disable_check_numerics():
    if _watcher is not None:
        _watcher.active = False


class _Watcher:
    """Listens on the control channel, as the debugger would."""

    def __init__(self):
        self.active = True
        self.trace = library.new_trace()
        atexit.register(shutil.rmtree, self.trace, ignore_errors=True)
        self.folder = tempfile.mkdtemp(prefix="tdbg-")
        self.listener = socket.socket(socket.AF_UNIX)
        path = os.path.join(self.folder, "control")
        self.listener.bind(path)
        self.listener.listen(1)
        os.environ["TDBG_CONTROL"] = path
        try:
            capture.enable(self.trace)
        finally:
            del os.environ["TDBG_CONTROL"]
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self):
        connection, _ = self.listener.accept()
        shutil.rmtree(self.folder, ignore_errors=True)
        for line in connection.makefile():
            if line.startswith("settled ") and self.active:
                self._report()

    def _report(self):
        """`tdbg alerts` knows which values were masked: status 1 says that one was not."""
        if subprocess.run([library.binary(), "alerts", self.trace], stdout=subprocess.DEVNULL).returncode != 1:
            return
        subprocess.run([library.binary(), "open", self.trace, "-c", "explain"], stdout=sys.stderr.fileno())
        self.active = False
        main = ctypes.c_ulong(threading.main_thread().ident)
        ctypes.pythonapi.PyThreadState_SetAsyncExc(main, ctypes.py_object(BadValueError))
