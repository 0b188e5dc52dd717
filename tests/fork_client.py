"""Stands for a Python interpreter: its program runs in a process that fork_server.py forks, which has TensorFlow already.
Input, output, environment, folder, signals and the exit status are the program's own.

Usage: fork_client.py SOCKET PYTHON ARGUMENT...     anything but a script or a module is left to PYTHON itself
"""

import json
import os
import signal
import socket
import sys

PASSED_ON = {signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM, signal.SIGUSR1, signal.SIGUSR2}


def number_from(server):
    return int.from_bytes(server.recv(8, socket.MSG_WAITALL), "little", signed=True)


def status_of(arguments, server):
    """How the program ended, as Python's subprocess says it; None if the server cannot run it."""
    request = json.dumps([arguments, os.getcwd(), dict(os.environ)]).encode()
    socket.send_fds(server, [len(request).to_bytes(8, "little")], [0, 1, 2])
    server.sendall(request)
    program = number_from(server)
    if program == 0:
        return None
    for number in PASSED_ON:
        signal.signal(number, lambda number, _: os.kill(program, number))
    signal.pthread_sigmask(signal.SIG_UNBLOCK, PASSED_ON)
    return number_from(server)


def end_with(status):
    if status >= 0:
        sys.exit(status)
    if -status != signal.SIGKILL:
        signal.signal(-status, signal.SIG_DFL)
    os.kill(os.getpid(), -status)


def main(path, python, *arguments):
    if arguments and (arguments[0] == "-m" or not arguments[0].startswith("-")):
        with socket.socket(socket.AF_UNIX) as server:
            server.connect(path)
            signal.pthread_sigmask(signal.SIG_BLOCK, PASSED_ON)  # until there is a process to pass them on to
            status = status_of(arguments, server)
        if status is not None:
            end_with(status)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, PASSED_ON)
    os.execv(python, [python, *arguments])


main(*sys.argv[1:])
