"""Imports TensorFlow once, then forks a process for each script or module that fork_client.py asks for. Ends when its
standard input does.

Usage: fork_server.py DESCRIPTOR     of the socket at which it is asked
"""

import gc
import json
import os
import runpy
import selectors
import signal
import socket
import sys
import types

import tensorflow  # noqa: F401

# What TensorFlow or the interpreter reads while it starts: who wants it otherwise cannot have this process.
READ_AT_START = ("TF_", "PYTHON", "OMP_", "LD_")
# `import tensorflow` loads the debugger's hook last, so it can be loaded later, too.
HOOK = "TF_PLUGGABLE_DEVICE_LIBRARY_PATH"
SET_LATER = {HOOK, "PYTHONPATH", "PYTHONDONTWRITEBYTECODE"}


def read_at_start(environment):
    return {name: value for name, value in environment.items() if name.startswith(READ_AT_START) and name not in SET_LATER}


class Client:
    """Somebody who wants a program to be run, and waits for its end."""

    def __init__(self, connection):
        self.connection = connection
        length, self.files, _, _ = socket.recv_fds(connection, 8, 3)
        text = connection.recv(int.from_bytes(length, "little"), socket.MSG_WAITALL)
        self.arguments, self.folder, self.environment = json.loads(text)

    def tell(self, number):
        try:
            self.connection.sendall(number.to_bytes(8, "little", signed=True))
        except BrokenPipeError:
            pass  # nobody waits any more


class Programs:
    """Those that run, in the process that forks them."""

    def __init__(self, listener):
        self.listener = listener
        self.events = selectors.DefaultSelector()
        self.events.register(sys.stdin, selectors.EVENT_READ, sys.exit)
        self.events.register(listener, selectors.EVENT_READ, self.start)

    def fork(self):
        """Returns in each process that it forks, with whom that is for."""
        while True:
            for key, _ in self.events.select():
                if (client := key.data()) is not None:
                    return client

    def start(self):
        try:
            client = Client(self.listener.accept()[0])
        except (OSError, ValueError):  # gone before it had said what it wants
            return None
        program = 0
        if read_at_start(client.environment) == read_at_start(os.environ):
            program = os.fork()
            if program == 0:
                return client
            ending = os.pidfd_open(program)
            self.events.register(ending, selectors.EVENT_READ, lambda: self.end(client, program, ending))
            self.events.register(client.connection, selectors.EVENT_READ, lambda: self.lose(client, program))
        client.tell(program)
        for file in client.files:
            os.close(file)
        return None

    def lose(self, client, program):
        """The client is gone before its program."""
        self.events.unregister(client.connection)
        os.kill(program, signal.SIGKILL)

    def end(self, client, program, ending):
        client.tell(os.waitstatus_to_exitcode(os.waitpid(program, 0)[1]))
        self.events.unregister(ending)
        os.close(ending)
        if client.connection in self.events.get_map():
            self.events.unregister(client.connection)
        client.connection.close()


def become_program_of(client):
    """Makes this process look as if it had been started by the client."""
    for number, file in enumerate(client.files):
        os.dup2(file, number)
        os.close(file)
    sys.stdin, sys.stdout = open(0, closefd=False), open(1, "w", closefd=False)
    sys.stderr = open(2, "w", buffering=1, errors="backslashreplace", closefd=False)
    os.chdir(client.folder)
    os.environ.clear()
    os.environ.update(client.environment)
    sys.dont_write_bytecode = "PYTHONDONTWRITEBYTECODE" in client.environment
    if hook := client.environment.get(HOOK):
        from tensorflow.python.framework import load_library

        load_library.load_pluggable_device_library(hook)


def module_named_main(path):
    module = sys.modules["__main__"] = types.ModuleType("__main__")
    module.__file__ = path
    return vars(module)


gc.freeze()
client = Programs(socket.socket(fileno=int(sys.argv[1]))).fork()
become_program_of(client)
paths = list(filter(None, client.environment.get("PYTHONPATH", "").split(":")))
if client.arguments[0] == "-m":
    sys.path[:1] = [client.folder, *paths]
    sys.argv = client.arguments[1:]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
else:
    script = client.arguments[0]
    sys.path[:1] = [os.path.dirname(os.path.realpath(script)), *paths]
    sys.argv = client.arguments
    with open(script, "rb") as file:
        code = compile(file.read(), script, "exec")
    exec(code, module_named_main(script))
