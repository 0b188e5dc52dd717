"""What goes into the debuggee: libraries that export nothing but tdbg_* and need nothing but the C library,
so that they cannot meet what a framework carries; and the example that uses them without any framework."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
BUILD = Path(os.environ.get("TDBG_BUILD_DIR", ROOT / "build/release"))
TDBG = BUILD / "tdbg"
EMBED = BUILD / "embed_demo"
LIBRARIES = ["libtdbg_capture.so", "libtdbg_tf.so"]

# Of a framework's or of C++ at large: none of it may be asked of the process that we are loaded into.
FOREIGN = re.compile(r"^(_Z|ZSTD_|XXH|re2|absl|google|fmt|hwy|TF_|TFE_)")
WEAK = re.compile(r"^(_ITM_|__gmon_start__$|_ZGTt|__cxa_|__pthread_key_create$)")

needs_nm = pytest.mark.skipif(not shutil.which("nm"), reason="nm is not installed")
needs_embed = pytest.mark.skipif(not EMBED.exists(), reason=f"{EMBED} is not built")
needs_tdbg = pytest.mark.skipif(not TDBG.exists(), reason=f"{TDBG} is not built")


def listing(library, *options):
    path = BUILD / library
    if not path.exists():
        pytest.skip(f"{path} is not built")
    return subprocess.run(["nm", *options, path], capture_output=True, text=True, check=True).stdout.splitlines()


def symbols(library, kind):
    return [line.split()[-1].split("@")[0] for line in listing(library, "-D", f"--{kind}-only")]


@needs_nm
@pytest.mark.parametrize("library", LIBRARIES)
def test_only_our_functions_are_exported(library):
    exported = symbols(library, "defined")
    assert exported
    # TensorFlow calls TF_InitKernel in the plugins that it loads.
    assert [name for name in exported if not name.startswith("tdbg_") and name != "TF_InitKernel"] == []


@needs_nm
@pytest.mark.parametrize("library", LIBRARIES)
def test_nothing_of_a_framework_is_needed(library):
    needed = symbols(library, "undefined")
    assert "malloc" in needed or library != "libtdbg_capture.so"
    assert [name for name in needed if FOREIGN.match(name) and not WEAK.match(name)] == []


@needs_nm
def test_every_function_of_the_header_is_there():
    header = (ROOT / "include/tdbg/capture.h").read_text()
    declared = set(re.findall(r"^TDBG_API .*?\b(tdbg_\w+)\(", header, re.M))
    assert len(declared) > 15
    assert declared == set(symbols("libtdbg_capture.so", "defined"))


# From the first that is called for an op to the last that writes it down.
EVERY_OP = ["tdbg_execution_begin", "tdbg_op_plan", "tdbg_bound_of", "Magnitudes::BoundOf(", "tdbg_op_done", "Recorder::OpDone(",
            "OpRecorder::Output(", "EncodeTensorEvent(", "Checksum64(", "SegmentWriter::Commit(", "tdbg_execution_end"]  # fmt: skip


@needs_nm
def test_what_every_op_runs_through_lies_side_by_side():
    functions = [line.split(" ", 2) for line in listing("libtdbg_capture.so", "-C") if re.search(r" [tT] ", line)]
    places = {}
    for name in EVERY_OP:
        (places[name],) = {int(address, 16) for address, _, function in functions
                           if "::" + name in "::" + function and ".cold" not in function}  # fmt: skip
    assert max(places.values()) - min(places.values()) < 16 << 10, places


@needs_embed
def test_the_example_runs_by_itself(tmp_path):
    environment = {name: value for name, value in os.environ.items() if not name.startswith("TDBG_")}
    done = subprocess.run([EMBED], capture_output=True, text=True, cwd=tmp_path, env=environment, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    assert "step 0: loss 0.69" in done.stdout
    assert list(tmp_path.iterdir()) == []


@needs_embed
@needs_tdbg
def test_the_example_s_birth_is_found(tmp_path):
    trace = tmp_path / "trace"
    environment = {**os.environ, "TDBG_TRACE": str(trace)}
    done = subprocess.run([EMBED], capture_output=True, text=True, env=environment, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    listing = subprocess.run([TDBG, "alerts", "--json", trace], capture_output=True, text=True, timeout=60)
    alerts = json.loads(listing.stdout)["alerts"]
    first = alerts[0]
    assert (first["verdict"], first["source"], first["kind"]) == ("origin", "op", "neg_inf")
    assert (first["op"], first["op_type"], first["step"]) == ("log_p", "Log", 7)
    line = (ROOT / "examples/embed/train.cc").read_text().splitlines()[first["line"] - 1]
    assert "std::log" in line
    assert [alert["verdict"] for alert in alerts if alert["op"] == "loss"][0] == "inherited"
