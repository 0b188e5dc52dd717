"""The capture library of the process this runs in, switched from Python through its C ABI."""

import ctypes
import pathlib


class CaptureSwitch:
    def __init__(self):
        """Raises if `tdbg record` did not load the library into this process."""
        maps = pathlib.Path("/proc/self/maps").read_text().split()
        paths = {path for path in maps if pathlib.Path(path).name.startswith("libtdbg_")}
        libraries = [library for library in map(ctypes.CDLL, paths) if hasattr(library, "tdbg_set_enabled")]
        if not libraries:
            raise RuntimeError("the capture library is not loaded: run this under tdbg record")
        self._library = libraries[0]
        self._library.tdbg_last_error.restype = ctypes.c_char_p

    def enable(self, enabled):
        self._library.tdbg_set_enabled(int(enabled))

    def set_mode(self, mode):
        if self._library.tdbg_set(b"mode", mode.encode()) != 0:
            raise RuntimeError(f"mode {mode}: {self._library.tdbg_last_error().decode()}")
