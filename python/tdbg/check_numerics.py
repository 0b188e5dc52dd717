"""Drop-ins for tf.debugging's functions of the same names and arguments: an exception at the op that made a bad value."""

from tdbg import capture, library


def enable_check_numerics(stack_height_limit=30, path_length_limit=50):
    """As tf.debugging.enable_check_numerics: an op that makes a NaN or infinity fails with tf.errors.InvalidArgumentError.

    Unlike TensorFlow's it holds for all threads and for functions that were traced before, and costs what
    `tdbg record` costs. Of the message it tells how many frames of a stack are shown, innermost ones first, and how many
    characters of a file's name; None is no limit. Calling it again changes these. Who wants a recording, too, calls
    tdbg.enable() before."""
    library.set_option("raise_frames", _limit(stack_height_limit))
    library.set_option("raise_path", _limit(path_length_limit))
    capture.begin_checks()
    library.set_option("raise", 1)


def disable_check_numerics():
    """As tf.debugging.disable_check_numerics. Does nothing where it is not enabled."""
    if not capture.checks():
        return
    library.set_option("raise", 0)
    capture.end_checks()


def _limit(number):
    return "all" if number is None else number
