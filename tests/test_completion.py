"""What bash, zsh and fish offer behind `tdbg`, asked of the shells themselves."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

import terminal
from test_manual_pages import TDBG, commands, options_in_help, output

pytestmark = pytest.mark.skipif(not TDBG.exists(), reason=f"{TDBG} is not built")
MODES = ["auto", "concise_health", "curt_health", "full_health", "full_tensor", "no_tensor", "shape"]


@pytest.fixture(scope="module")
def share(tmp_path_factory):
    folder = tmp_path_factory.mktemp("share")
    output(TDBG, "generate", folder)
    return folder


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "trace dir").mkdir()
    (tmp_path / "train.py").write_text("")
    return tmp_path


def bash(share, folder, *words):
    """What bash offers for the last of the words."""
    script = share / "bash-completion/completions/tdbg"
    line = f'. {script}; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _tdbg; printf "%s\\n" "${{COMPREPLY[@]}}"'
    return sorted(output("bash", "-c", line, "bash", "tdbg", *words, cwd=folder).split("\n")[:-1])


def fish(share, folder, *words):
    script = share / "fish/vendor_completions.d/tdbg.fish"
    environment = {**os.environ, "HOME": str(folder), "TERM": "dumb"}
    line = " ".join(["tdbg", *words])
    said = output("fish", "--no-config", "-c", f'source {script}; complete -C "{line}"', cwd=folder, env=environment)
    return sorted(row.split("\t")[0] for row in said.splitlines())


def offered(shell, share, folder, *words):
    if shutil.which(shell.__name__) is None:
        pytest.skip(f"{shell.__name__} is not installed")
    return shell(share, folder, *words)


SHELLS = pytest.mark.parametrize("shell", [bash, fish], ids=["bash", "fish"])


@SHELLS
def test_commands(shell, share, folder):
    assert set(offered(shell, share, folder, "")) >= set(commands())
    assert offered(shell, share, folder, "rec") == ["record"]


@SHELLS
def test_every_option_of_the_help(shell, share, folder):
    for command in commands():
        flags = [option for option in options_in_help(command) if option.startswith("--")]
        assert set(offered(shell, share, folder, command, "--")) >= set(flags)


@SHELLS
def test_values(shell, share, folder):
    assert offered(shell, share, folder, "record", "--mode", "") == MODES
    assert offered(shell, share, folder, "convert", "--to", "n") == ["native"]


def test_places_in_bash(share, folder):
    assert bash(share, folder, "open", "t") == ["trace dir"]
    assert bash(share, folder, "record", "-o", "t") == ["trace dir"]
    assert bash(share, folder, "run", "t") == ["trace dir", "train.py"]
    assert bash(share, folder, "run", "--every", "") == [""]
    assert bash(share, folder, "record", "--mode", "=", "sh") == ["shape"]


def test_what_stands_behind_the_program_is_the_programs(share, folder):
    assert bash(share, folder, "run", "train.py", "--") == [""]
    assert bash(share, folder, "run", "--mode", "shape", "train.py", "tr") == ["trace dir", "train.py"]


@pytest.mark.skipif(not shutil.which("zsh"), reason="zsh is not installed")
@pytest.mark.skipif(not terminal.available(), reason="tmux is not installed")
def test_zsh_which_completes_only_at_a_terminal(share, folder):
    functions = share / "zsh/site-functions"
    (folder / ".zshrc").write_text(f"fpath=({functions} $fpath)\nautoload -Uz compinit\ncompinit -u -D\ncd {folder}\n")
    environment = {"ZDOTDIR": str(folder), "PS1": "shell%% ", "PATH": f"{TDBG.parent}:{os.environ['PATH']}"}
    with terminal.Terminal(["zsh", "-i"], environment=environment) as screen:
        screen.wait_for("shell%")
        for typed, completed in [("tdbg rec", "tdbg record"), ("tdbg convert --fol", "tdbg convert --follow"),
                                 ("tdbg record --mode sh", "tdbg record --mode shape"),
                                 ("tdbg run --mode shape tr", "tdbg run --mode shape tra")]:  # fmt: skip
            screen.send_text(typed)
            screen.send_keys("Tab")
            screen.wait_for(completed)
            screen.send_keys("C-u")
