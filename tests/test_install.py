"""`make install` and the wheel: what is installed runs outside of the tree."""

import os
import re
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
BUILD = Path(os.environ.get("TDBG_BUILD_DIR", ROOT / "build/release"))
FIXTURE = ROOT / "tests/fixtures/mnist_nan/dump"
LIBRARIES = [BUILD / "libtdbg_capture.so", BUILD / "libtdbg_tf.so"]

pytestmark = pytest.mark.skipif(not all(path.exists() for path in [BUILD / "tdbg", *LIBRARIES]),
                                reason=f"the program and its libraries are not built in {BUILD}")  # fmt: skip


def run(*command, **options):
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, timeout=600, **options)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def check_program(program, folder):
    assert re.fullmatch(r"tdbg \d+\.\d+\.\d+\n", run(program, "--version", cwd=folder))
    assert '"executions":18' in run(program, "info", "--json", FIXTURE, cwd=folder).replace(" ", "")


def test_install_below_a_prefix(tmp_path):
    if BUILD != ROOT / "build/release":
        pytest.skip("tools/install.sh installs build/release")
    run(ROOT / "tools/install.sh", "/opt/tdbg", env={**os.environ, "DESTDIR": str(tmp_path)})
    prefix = tmp_path / "opt/tdbg"
    check_program(prefix / "bin/tdbg", tmp_path)
    assert (prefix / "lib/tdbg/libtdbg_tf.so").exists()
    assert (prefix / "lib/libtdbg_capture.so").resolve() == prefix / "lib/tdbg/libtdbg_capture.so"
    assert (prefix / "share/tdbg/src/capture/tf/companion/companion.cc").exists()
    assert (prefix / "share/tdbg/include/tdbg/capture.h").exists()
    for written in ("man/man1/tdbg-run.1", "bash-completion/completions/tdbg", "zsh/site-functions/_tdbg",
                    "fish/vendor_completions.d/tdbg.fish"):  # fmt: skip
        assert (prefix / "share" / written).exists()
    (package,) = prefix.glob("lib/python3*/*-packages/tdbg/__init__.py")
    environment = {**os.environ, "PYTHONPATH": str(package.parent.parent), "PATH": f"{prefix}/bin:{os.environ['PATH']}"}
    said = run(sys.executable, "-P", "-c", "import tdbg; print(tdbg.__file__)", env=environment, cwd=tmp_path)
    assert Path(said.strip()) == package


def test_a_program_links_the_installed_library(tmp_path):
    if BUILD != ROOT / "build/release":
        pytest.skip("tools/install.sh installs build/release")
    run(ROOT / "tools/install.sh", tmp_path)
    source = tmp_path / "program.c"
    source.write_text("#include <tdbg/capture.h>\nint main(void) { return 0; }\n")
    run("cc", "-Wall", "-Werror", "-I", tmp_path / "include", source, "-L", tmp_path / "lib", "-ltdbg_capture",
        "-o", tmp_path / "program")  # fmt: skip


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-index", "--disable-pip-version-check", "-w", folder, ROOT)
    (made,) = folder.glob("tdbg-*.whl")
    return made


def test_the_wheel_holds_program_libraries_and_package(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    for name in ("__init__.py", "__main__.py", "bin/tdbg", "bin/libtdbg_tf.so", "bin/libtdbg_capture.so",
                 "bin/companion-src/src/capture/tf/companion/companion.cc"):  # fmt: skip
        assert f"tdbg/{name}" in names
    assert wheel.name.split("-")[2:4] == ["py3", "none"]


def test_pip_gives_the_command_and_the_package(wheel, tmp_path):
    venv.create(tmp_path / "venv", with_pip=True)
    python = tmp_path / "venv/bin/python"
    run(python, "-m", "pip", "install", "--quiet", "--no-index", "--disable-pip-version-check", wheel)
    check_program(tmp_path / "venv/bin/tdbg", tmp_path)
    said = run(python, "-c", "import tdbg; from tdbg import program; print(tdbg.__version__, program.find())", cwd=tmp_path)
    version, path = said.split()
    assert version == re.search(r"project\(tdbg VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text())[1]
    assert Path(path).resolve().is_relative_to(tmp_path / "venv")
