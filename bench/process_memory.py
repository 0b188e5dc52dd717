"""Runs a command and says how long it took and how much memory it held at most."""

import os
import subprocess
import threading
import time
from dataclasses import dataclass


@dataclass
class Measured:
    seconds: float  # from just before the start of the process to its end
    cpu_seconds: float  # user and system, of all its threads
    status: int
    output: bytes
    peak_anon: int  # bytes: the highest RssAnon + RssShmem that was seen
    peak_resident: int  # bytes: VmHWM, mapped file pages included


def memory_of(pid):
    """RssAnon + RssShmem and VmHWM of a process in bytes; zeros when it is gone or a zombie."""
    fields = {}
    try:
        with open(f"/proc/{pid}/status", "rb") as file:
            for line in file:
                if line.startswith((b"Rss", b"VmHWM")):
                    key, value = line.split(b":")
                    fields[key] = int(value.split()[0]) * 1024
    except (FileNotFoundError, ProcessLookupError):
        pass
    return fields.get(b"RssAnon", 0) + fields.get(b"RssShmem", 0), fields.get(b"VmHWM", 0)


class MemorySampler(threading.Thread):
    """Looks at a process from outside, so that the process itself is not slowed down."""

    def __init__(self, pid, interval_s):
        super().__init__(daemon=True)
        self._pid = pid
        self._interval_s = interval_s
        self._done = threading.Event()
        self.peak_anon = 0
        self.peak_resident = 0

    def run(self):
        while not self._done.is_set():
            anon, resident = memory_of(self._pid)
            self.peak_anon = max(self.peak_anon, anon)
            self.peak_resident = max(self.peak_resident, resident)
            time.sleep(self._interval_s)

    def stop(self):
        self._done.set()
        self.join()


def run_measured(command, interval_s, environment=None):
    """The output is read whole from a pipe; stderr is the caller's."""
    env = dict(os.environ, **(environment or {}))
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, env=env)
    sampler = MemorySampler(process.pid, interval_s)
    sampler.start()
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)  # or Popen would wait for it again
    sampler.stop()
    return Measured(
        seconds,
        usage.ru_utime + usage.ru_stime,
        process.returncode,
        output,
        sampler.peak_anon,
        sampler.peak_resident,
    )
