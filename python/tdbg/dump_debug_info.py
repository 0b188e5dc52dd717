"""Drop-ins for tf.debugging.experimental's functions of the same names and arguments.

They record natively, each tensor as the source has it, and a `tdbg convert --follow` beside the program writes the
logdir that TensorBoard and TensorFlow's own reader know. It completes the logdir after the program's end."""

import atexit
import os
import shutil
import subprocess

from tdbg import capture, library

_writer = None  # the process that writes the logdir
_dump_root = None


def enable_dump_debug_info(
    dump_root,
    tensor_debug_mode="NO_TENSOR",
    circular_buffer_size=1000,
    op_regex=None,
    tensor_dtypes=None,
):
    """As tf.debugging.experimental.enable_dump_debug_info, with tdbg's costs. Returns the dump root."""
    global _writer, _dump_root
    if op_regex is not None and not isinstance(op_regex, str):
        op_regex = op_regex.pattern
    dump_root = os.path.expanduser(os.fspath(dump_root))
    if _dump_root not in (None, dump_root):
        raise RuntimeError(f"tdbg: this process already dumps into {_dump_root}")
    trace = library.new_trace() if _dump_root is None else capture.current_trace()
    capture.enable(trace, tensor_debug_mode, circular_buffer_size, op_regex, tensor_dtypes, as_written=True)
    if _writer is None:
        _writer = subprocess.Popen(
            [library.binary(), "convert", "--follow", trace, dump_root],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C is for the program; the writer ends when the trace does
        )
        _dump_root = dump_root
        atexit.register(_wait_for_writer, trace)
    return dump_root


def disable_dump_debug_info():
    """As tf.debugging.experimental.disable_dump_debug_info."""
    capture.disable()


def _wait_for_writer(trace):
    """Runs when Python ends: the trace is closed, so that the writer can finish, and is needed no more then."""
    library.capture().tdbg_stop()
    if _writer.wait() == 0:
        shutil.rmtree(trace, ignore_errors=True)
