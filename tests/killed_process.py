"""A recording program that is killed at a moment of its own: what it had told of by then."""

import os
import signal
import subprocess
import time


def told_before_kill(command, told, moment, environment=None):
    """The whole lines of numbers that the program wrote into the file `told` before SIGKILL, `moment` seconds after the first."""
    with told.open("wb") as out:
        program = subprocess.Popen(command, stdout=out, env=environment)
        while os.fstat(out.fileno()).st_size == 0:
            assert program.poll() is None, "the probe ended by itself"
            time.sleep(0.001)
        time.sleep(moment)
        program.send_signal(signal.SIGKILL)
        program.wait()
    lines = told.read_text().split("\n")[:-1]  # the last may be half
    return [tuple(map(int, line.split())) for line in lines]
