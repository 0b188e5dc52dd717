"""What holds for all tests: Ctrl-C is not ignored by the programs they start, however the tests themselves were started."""

import signal

# A shell starts what it runs in the background with SIGINT ignored, and ignoring is inherited: the tests that send it
# to a program would wait in vain.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
