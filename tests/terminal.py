"""A real terminal for tests: a program runs in tmux, keys go in, and the screen is read back."""

import os
import shlex
import shutil
import subprocess
import tempfile
import time

PATIENCE_S = 30  # for anything to appear on a loaded machine
LOOK_EVERY_S = 0.05


def available():
    return shutil.which("tmux") is not None


class Terminal:
    """Runs `command` (a list) in a terminal of its own, with a server of its own that ends with it.

    `environment` is added to a small clean one; None removes a variable. Give `shell=True` to start a
    shell instead and have the command typed into it, to see what the program leaves behind."""

    def __init__(self, command, columns=80, rows=24, environment=None, shell=False):
        self.folder = tempfile.mkdtemp(prefix="tdbg_terminal_")
        self.socket = os.path.join(self.folder, "socket")
        self.closed = False
        settings = {"TERM": "tmux-256color", "LANG": "C.UTF-8", "PS1": "shell$ ", "NO_COLOR": None, "ENV": None,
                    **(environment or {})}  # fmt: skip
        unset = [word for name, value in settings.items() if value is None for word in ("-u", name)]
        values = [f"{name}={value}" for name, value in settings.items() if value is not None]
        inner = shlex.join(["env", *unset, *values, *(["sh"] if shell else command)])
        configuration = os.path.join(self.folder, "tmux.conf")
        with open(configuration, "w", encoding="utf-8") as file:
            file.write("set -g status off\nset -g remain-on-exit on\nset -sg escape-time 0\n"
                       "set -g history-limit 20000\nset -g default-terminal tmux-256color\n")
        self.tmux("-f", configuration, "new-session", "-d", "-x", str(columns), "-y", str(rows), inner)
        if shell:
            self.wait_for("shell$")
            self.send_line(shlex.join(command))

    def tmux(self, *arguments):
        environment = {key: value for key, value in os.environ.items() if not key.startswith("TMUX")}
        environment.update(LANG="C.UTF-8", TERM="xterm")
        done = subprocess.run(["tmux", "-u", "-S", self.socket, *arguments], capture_output=True, text=True,
                              encoding="utf-8", timeout=PATIENCE_S, env=environment)
        assert done.returncode == 0, f"tmux {arguments}: {done.stderr}"
        return done.stdout

    def send_keys(self, *keys):
        """Keys by tmux's names: Enter, Tab, Up, C-c, M-b, …"""
        self.tmux("send-keys", *keys)

    def send_text(self, text):
        self.tmux("send-keys", "-l", "--", text)

    def send_line(self, text):
        self.send_text(text)
        self.send_keys("Enter")

    def paste(self, text):
        """As the mouse would: with the brackets that the program asked for."""
        self.tmux("set-buffer", text)
        self.tmux("paste-buffer", "-p", "-r")

    def resize(self, columns, rows):
        self.tmux("resize-window", "-x", str(columns), "-y", str(rows))

    def screen(self, colours=False, scrollback=False):
        """What is on the screen, without blanks at the ends of lines and of the text."""
        options = (["-e"] if colours else []) + (["-S", "-"] if scrollback else [])
        text = self.tmux("capture-pane", "-p", *options)
        return "\n".join(line.rstrip() for line in text.splitlines()).rstrip()

    def last_line(self):
        return self.screen().split("\n")[-1]

    def cursor(self):
        """(column, row) from 0."""
        column, row = self.tmux("display", "-p", "#{cursor_x} #{cursor_y}").split()
        return int(column), int(row)

    def wait_until(self, condition, what, patience_s=PATIENCE_S):
        end = time.monotonic() + patience_s
        while not condition():
            assert time.monotonic() < end, f"{what} did not come; the screen:\n{self.screen()}"
            time.sleep(LOOK_EVERY_S)

    def wait_for(self, text, patience_s=PATIENCE_S, scrollback=False):
        self.wait_until(lambda: text in self.screen(scrollback=scrollback), repr(text), patience_s)

    def wait_for_last(self, text):
        """Until the last line of the screen is `text`: the prompt is back, with so much typed."""
        self.wait_until(lambda: self.last_line() == text.rstrip(), f"last line {text!r}")

    def wait_for_exit(self):
        """The exit status; only for programs that end by themselves."""
        self.wait_until(lambda: self.exit_status() is not None, "the end")
        return self.exit_status()

    def exit_status(self):
        """None while the program runs. tmux sometimes sees the terminal close but misses the program's
        end; then it stays a zombie, and the kernel tells its status."""
        dead, status, pid = self.tmux("display", "-p", "#{pane_dead}|#{pane_dead_status}|#{pane_pid}").strip().split("|")
        if dead != "1" or status:
            return int(status) if dead == "1" else None
        try:
            with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
                fields = file.read().rpartition(")")[2].split()
        except FileNotFoundError:  # tmux has seen its end just now, and says so when asked again
            return None
        return os.waitstatus_to_exitcode(int(fields[-1])) if fields[0] == "Z" else None

    def close(self):
        if self.closed:
            return
        self.closed = True
        try:
            self.tmux("kill-server")
        finally:
            shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
