"""Each check of tools/ refuses a planted violation and accepts the same tree without it."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

TOOLS = Path(__file__).resolve().parent.parent / "tools"


class Tree:
    """A small project in a temporary folder, on which the real checks are run."""

    def __init__(self, root):
        self.root = root

    def write(self, path, text):
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(text, bytes):
            file.write_bytes(text)
        else:
            file.write_text(text)

    def check(self, name):
        """Exit status and everything printed."""
        run = subprocess.run([sys.executable, TOOLS / f"check_{name}.py", self.root],
                             capture_output=True, text=True)
        return run.returncode, run.stdout + run.stderr

    def accepts(self, name):
        status, text = self.check(name)
        assert status == 0, text

    def refuses(self, name, *words):
        status, text = self.check(name)
        assert status == 1, text
        for word in words:
            assert word in text
        return text


@pytest.fixture
def tree(tmp_path):
    tree = Tree(tmp_path)
    tree.write("src/base/status.h", "#pragma once\n\n#include <string>\n")
    tree.write("src/tensor/shape.h", '#pragma once\n\n#include "base/status.h"\n')
    tree.write("src/store/run.cc", '#include "base/status.h"\n#include "tensor/shape.h"\n')
    return tree


@pytest.mark.parametrize("path, line, words", [
    ("src/base/clock.h", '#include "tensor/shape.h"', ["src/base/clock.h:1", "base may not include"]),
    ("src/store/index.cc", '#include "query/alerts.h"', ["store may not include", "pass it in"]),
    ("src/query/verdict.cc", '#  include "importers/open.h"', ["query may not include"]),
    ("src/capture/ring.cc", '#include "session/session.h"', ["capture may not include"]),
    ("src/session/live.cc", '#include "capture/ring.h"', ["session may not include"]),
    ("src/prompt/pager.cc", "const store::Run* run;", ["src/prompt/pager.cc:1", "may not write store::"]),
    ("src/query/alerts.h", "tdbg::session::Session& session;", ["may not write session::"]),
    ("src/tensor/dtype.cc", '#include "shape.h"', ["relative to src/"]),
    ("src/tensor/dtype.cc", '#include "../base/status.h"', ["relative to src/"]),
    ("src/novel/idea.cc", "", ["src/novel is no row of the table"]),
    ("src/stray.cc", "", ["is no row of the table"]),
    ("src/importers/tf.cc", "#include <tensorflow/core/framework/tensor.h>", ["only src/capture/tf"]),
    ("src/capture/ring.cc", '#include "tensorflow/c/c_api.h"', ["only src/capture/tf"]),
    ("src/tensor/match.cc", "#include <re2/re2.h>", ["frameworks carry this library too"]),
    ("src/cli/paint.cc", "#include <ncursesw/curses.h>", ["only src/tui"]),
    ("src/store/run.h", '#include "tdbg/session.h"', ["installed headers belong to"]),
    ("include/tdbg/capture.h", '#include "base/status.h"', ["stand alone"]),
    ("include/tdbg/types.h", "#include <nlohmann/json.hpp>", ["stand alone"]),
    ("src/base/string_util.h", "", ["says nothing"]),
    ("tests/helpers/open.py", "", ["says nothing"]),
    ("CMakeLists.txt", "tdbg_layer(tensor DEPENDS base store)", ["layer tensor links store"]),
])
def test_layers_refuses(tree, path, line, words):
    tree.accepts("layers")
    tree.write(path, line + "\n")
    tree.refuses("layers", *words)


@pytest.mark.parametrize("path, line", [
    ("src/capture/tf/adapter.cc", '#include "tensorflow/c/c_api.h"'),
    ("src/capture/tf/adapter.cc", '#include "tdbg/capture.h"'),
    ("src/tui/screen.cc", "#include <ncurses.h>"),
    ("src/tensor/health.cc", '#include "hwy/highway.h"'),
    ("src/query/pattern.cc", "#include <re2/re2.h>"),
    ("src/cli/main.cc", '#include "session/session.h"'),
    ("include/tdbg/capture.h", "#include <stdint.h>"),
    ("CMakeLists.txt", "tdbg_layer(store DEPENDS base tensor)"),
])
def test_layers_accepts(tree, path, line):
    tree.write(path, line + "\n")
    tree.accepts("layers")


def test_adapter_includes_nothing_else_of_src(tree):
    tree.write("src/capture/tf/adapter.cc", '#include "base/status.h"\n')
    tree.refuses("layers", "capture/tf may not include")


def test_layers_accepts_words_that_are_no_code(tree):
    tree.write("src/tensor/shape.cc", '// As store::Run has it.\nauto text = "query::Alert";\nint my_store::count;\n')
    tree.accepts("layers")


def test_folders_that_include_each_other(tree):
    tree.write("src/importers/native/reader.cc", '#include "importers/importer.h"\n')
    tree.write("src/importers/open.cc", '#include "importers/native/reader.h"\n')
    tree.write("src/importers/native/values.cc", '#include "importers/tfproto/wire.h"\n')
    tree.accepts("layers")  # parent and child
    tree.write("src/importers/tfproto/wire.cc", '#include "importers/native/reader.h"\n')
    tree.refuses("layers", "src/importers/native and src/importers/tfproto include each other")


@pytest.mark.parametrize("line", [
    'bool f(std::string_view type) { return type == "Log"; }',
    'if (op.op_type != "NobodyListedThis") return;',
    'if (name.op.starts_with("_Mkl")) return;',
    'constexpr std::string_view kTypes[] = {"Exp", "Log"};',
])
def test_op_types(tree, line):
    tree.write("src/frameworks/tensorflow/table.cc", 'constexpr Row kRows[] = {{"Log", kLog}};\n')
    tree.write("src/capture/tf/kernel.cc", 'bool f(std::string_view type) { return type == "Log"; }\n')
    tree.write("src/query/cause_test.cc", 'EXPECT_EQ(row.op_type, "Log");\n')
    tree.write("src/query/cause.cc", '// Of an op_type == "Log".\nreturn text == "exp overflows";\n')
    tree.accepts("op_types")
    tree.write("src/query/cause.cc", line + "\n")
    tree.refuses("op_types", "src/query/cause.cc:1", "frameworks/op_types.h")


def test_sizes(tree):
    tree.write("src/base/long.cc", "\n" * 1000)
    tree.accepts("sizes")
    tree.write("src/base/long.cc", "\n" * 1001)
    tree.refuses("sizes", "src/base/long.cc: 1001 lines, 1000 at most")


def test_sizes_names_the_large(tree):
    tree.write("src/base/long.cc", "\n" * 501)
    status, text = tree.check("sizes")
    assert status == 0
    assert "src/base/long.cc: 501 lines" in text
    assert "median" in text


def test_sizes_leaves_built_files_alone(tree):
    tree.write("build/release/generated.cc", "\n" * 5000)
    tree.accepts("sizes")


def test_format(tree):
    tree.write(".clang-format", "BasedOnStyle: Google\n")
    tree.write("src/base/a.cc", "int F() { return 1; }\n")
    tree.accepts("format")
    tree.write("src/base/a.cc", "int F( ){return 1;}\n")
    tree.refuses("format", "src/base/a.cc: not as clang-format writes it")


@pytest.mark.parametrize("text, words", [
    ("data = '/ro" "ot/data'", ["a path of one machine"]),
    ("cd /wo" "rk/tree", ["a path of one machine"]),
    ("/ho" "me/alice/x", ["a path of one machine"]),
    ("pip install --index-url https://py" "pi.org/simple x", ["a host that packages come from"]),
    ("# TO" "DO: later", ["an open end without its number"]),
    ("// TO" "DO(alice): later", ["an open end without its number"]),
    ("// FIX" "ME", ["an open end without its number"]),
    ("see iss" "ue 12", ["cannot follow"]),
    ("// as NOTES" ".md says", ["is no document of this tree"]),
])
def test_leaks(tree, text, words):
    tree.accepts("leaks")
    tree.write("src/base/a.cc", "\n" + text + "\n")
    tree.refuses("leaks", "src/base/a.cc:2", *words)


def test_leaks_reads_binary_files(tree):
    tree.write("tests/fixtures/x/events", b"\0\x12\x0b/wo" b"rk/tree/a.py\0")
    tree.refuses("leaks", "a path of one machine")


@pytest.mark.parametrize("text", [
    "// TO" "DO(#12): when the format has it", "see README.md", "a framework/root/x", "tests/wo" "rk/x"])
def test_leaks_accepts(tree, text):
    tree.write("README.md", "\n")
    tree.write("src/base/a.cc", text + "\n")
    tree.accepts("leaks")


def configure(tree, preset, *compiled):
    commands = [{"file": str(tree.root / path), "directory": "", "command": ""} for path in compiled]
    tree.write(f"build/{preset}/compile_commands.json", json.dumps(commands))


@pytest.mark.parametrize("path, preset", [
    ("src/base/status_test.cc", "release"), ("bench/health_bench.cc", "release"), ("fuzz/slice_fuzz.cc", "fuzz")])
def test_a_file_no_build_compiles(tree, path, preset):
    tree.write(path, "\n")
    configure(tree, preset, path)
    tree.accepts("tests_built")
    configure(tree, preset, "src/base/other.cc")
    tree.refuses("tests_built", f"{path}: the {preset} build does not compile it")


def test_a_python_test_nobody_collects(tree):
    tree.write("tests/test_a.py", "def test_one():\n    pass\n")
    tree.accepts("tests_built")
    tree.write("tools/test_b.py", "def test_two():\n    pass\n")
    tree.refuses("tests_built", "tools/test_b.py: pytest collects no test from it")


def test_a_python_file_without_tests(tree):
    tree.write("tests/test_a.py", "def one():\n    pass\n")
    tree.refuses("tests_built", "tests/test_a.py: pytest collects no test from it")


@pytest.mark.skipif(not shutil.which("dpkg"), reason="not a Debian")
def test_a_package_that_set_up_does_not_install(tree):
    tree.write("build/release/CMakeCache.txt", "TDBG_PACKAGES:FILEPATH=/usr/share/dpkg/cputable\nNEW_DIR:PATH=/usr/lib/none\n")
    tree.write("tools/apt-packages.txt", "# Debian packages\ndpkg all\n")
    tree.accepts("packages")
    tree.write("tools/apt-packages.txt", "cmake all\n")
    tree.refuses("packages", "TDBG_PACKAGES is /usr/share/dpkg/cputable, of dpkg")


MAP = """# Architecture

## The map

| folder | is | start reading at |
| --- | --- | --- |
| `src/base` | errors | `status.h` |
| `src/tensor` | shapes | |
| `src/store` | runs | `run.cc` |

## Who may include whom

| folder | may include |
| --- | --- |
| base | – |
| tensor | base |
| store | base, tensor |

## What is out of scope
"""


@pytest.mark.parametrize("old, new, words", [
    ("| `src/tensor` | shapes | |\n", "", ["src/tensor is not on the map"]),
    ("`src/base`", "`src/bass`", ["src/bass, which is no folder", "src/base is not on the map"]),
    ("`run.cc`", "`runs.cc`", ["start src/store at runs.cc"]),
    ("| store | base, tensor |", "| store | base |", ["store may include base, tensor"]),
    ("| base | – |", "| base | store |", ["base may include nothing"]),
    ("| tensor | base |\n", "", ["tensor may include base"]),
    ("| tensor | base |", "| tensor | base |\n| tui | base |", ["has tui, which is no folder"]),
])
def test_map(tree, old, new, words):
    tree.write("ARCHITECTURE.md", MAP)
    tree.accepts("map")
    assert old in MAP
    tree.write("ARCHITECTURE.md", MAP.replace(old, new))
    tree.refuses("map", *words)
