"""The capture library of the process this runs in, switched from Python through its C ABI."""

import ctypes
import pathlib


class CaptureSwitch:
    def __init__(self):
        """Raises if `tdbg record` did not load the library into this process."""
        maps = pathlib.Path("/proc/self/maps").read_text().split()
        paths = {path for path in maps if pathlib.Path(path).name.startswith("libtdbg_capture")}
        if len(paths) != 1:
            raise RuntimeError(f"{len(paths)} capture libraries are loaded, not one: run this under tdbg record")
        self._library = ctypes.CDLL(paths.pop())
        self._library.tdbg_last_error.restype = ctypes.c_char_p

    def enable(self, enabled):
        self._library.tdbg_set_enabled(int(enabled))

    def set_mode(self, mode):
        if self._library.tdbg_set(b"mode", mode.encode()) != 0:
            raise RuntimeError(f"mode {mode}: {self._library.tdbg_last_error().decode()}")
