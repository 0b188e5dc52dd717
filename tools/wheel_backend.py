"""Builds the wheel for `pip install .`: the Python package, and in its folder bin/ the program with its libraries.

A PEP 517 backend of our own, because all there is to do is to run CMake and to zip what it installs.
"""

import base64
import hashlib
import os
import re
import shutil
import subprocess
import sysconfig
import tarfile
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build" / "wheel"
VERSION = re.search(r"project\(tdbg VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text())[1]
DIST_INFO = f"tdbg-{VERSION}.dist-info"
# No Python is compiled in: any version 3 takes it, on the machines the program runs on.
TAG = "py3-none-" + re.sub(r"[-.]", "_", sysconfig.get_platform())

METADATA = f"""\
Metadata-Version: 2.1
Name: tdbg
Version: {VERSION}
Summary: The tensor debugger: where did the first bad value come from?
Requires-Python: >=3.9
"""
WHEEL = f"""\
Wheel-Version: 1.0
Generator: tdbg
Root-Is-Purelib: false
Tag: {TAG}
"""
ENTRY_POINTS = """\
[console_scripts]
tdbg = tdbg.__main__:main
"""


def cmake(*arguments):
    subprocess.run(["cmake", *map(str, arguments)], check=True)


def build(stage):
    """Everything as `make install` would put it below /usr/local."""
    if shutil.which("cmake") is None:
        raise SystemExit("tdbg is built by CMake, which is not here: install what tools/apt-packages.txt lists")
    os.environ.update(CCACHE_BASEDIR=str(ROOT), CCACHE_NOHASHDIR="1")
    ninja = ["-G", "Ninja"] if shutil.which("ninja") else []
    cmake("-S", ROOT, "-B", BUILD, *ninja, "-DCMAKE_BUILD_TYPE=Release", "-DTDBG_TESTS=OFF")
    jobs = os.environ.get("CMAKE_BUILD_PARALLEL_LEVEL") or os.cpu_count()
    cmake("--build", BUILD, "--parallel", jobs, "--target", "tdbg", "tdbg_tf")
    cmake("--install", BUILD, "--prefix", stage, "--strip")


def wheel_files(stage):
    """(name in the wheel, file) pairs. The program finds its parts beside itself."""
    for path in sorted((ROOT / "python" / "tdbg").rglob("*.py")):
        yield path.relative_to(ROOT / "python").as_posix(), path
    yield "tdbg/bin/tdbg", stage / "bin" / "tdbg"
    for path in sorted((stage / "lib" / "tdbg").glob("*.so")):
        yield f"tdbg/bin/{path.name}", path
    sources = stage / "share" / "tdbg"
    for path in sorted(path for path in sources.rglob("*") if path.is_file()):
        yield f"tdbg/bin/companion-src/{path.relative_to(sources).as_posix()}", path


class WheelFile(zipfile.ZipFile):
    """Keeps the list of hashes that a wheel ends with."""

    def __init__(self, path):
        super().__init__(path, "w", zipfile.ZIP_DEFLATED)
        self.record = ""

    def add(self, name, data, mode=0o644):
        info = zipfile.ZipInfo(name)
        info.external_attr = (0o100000 | mode) << 16
        info.compress_type = zipfile.ZIP_DEFLATED
        self.writestr(info, data)
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        self.record += f"{name},sha256={digest},{len(data)}\n"


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    name = f"tdbg-{VERSION}-{TAG}.whl"
    with tempfile.TemporaryDirectory() as folder, WheelFile(Path(wheel_directory) / name) as wheel:
        stage = Path(folder)
        build(stage)
        for inside, path in wheel_files(stage):
            wheel.add(inside, path.read_bytes(), path.stat().st_mode & 0o777)
        wheel.add(f"{DIST_INFO}/METADATA", METADATA.encode())
        wheel.add(f"{DIST_INFO}/WHEEL", WHEEL.encode())
        wheel.add(f"{DIST_INFO}/entry_points.txt", ENTRY_POINTS.encode())
        wheel.add(f"{DIST_INFO}/RECORD", f"{wheel.record}{DIST_INFO}/RECORD,,\n".encode())
    return name


def build_sdist(sdist_directory, config_settings=None):
    """The tracked files, from which the wheel can be built elsewhere."""
    name = f"tdbg-{VERSION}"
    tracked = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True).stdout
    with tempfile.TemporaryDirectory() as folder, tarfile.open(Path(sdist_directory) / f"{name}.tar.gz", "w:gz") as sdist:
        information = Path(folder) / "PKG-INFO"
        information.write_text(METADATA)
        sdist.add(information, f"{name}/PKG-INFO")
        for path in tracked.decode().split("\0")[:-1]:
            sdist.add(ROOT / path, f"{name}/{path}")
    return f"{name}.tar.gz"
