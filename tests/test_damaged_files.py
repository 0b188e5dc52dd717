"""Files that are cut, copied over, deleted or full of holes, before tdbg opens them and while it reads them."""

import json
import os
import pathlib
import pty
import select
import shutil
import subprocess
import time

import pytest

from serve_process import BUILD, PATIENCE_S, ROOT, TDBG, Server

pytestmark = pytest.mark.skipif(not TDBG.exists(), reason=f"{TDBG} is not built")
TIB = 1 << 40


def fixture(name):
    return ROOT / "tests" / "fixtures" / name / "dump"


def tdbg(*arguments, status):
    done = subprocess.run([TDBG, *map(str, arguments)], capture_output=True, timeout=PATIENCE_S)
    assert done.returncode == status, done
    return done.stdout.decode()


@pytest.fixture
def native(tmp_path):
    """A native trace with bad values."""
    tdbg("convert", fixture("mnist_nan"), tmp_path / "native", status=0)
    return tmp_path / "native"


def segments(trace, kind="*"):
    return sorted(trace.glob(f"run-*/{kind}-*"))


def losses(trace):
    return {loss["name"]: loss for loss in json.loads(tdbg("info", "--json", trace, status=0))["losses"]}


def test_sealed_segments_that_were_cut_are_not_clean(native):
    assert json.loads(tdbg("alerts", "--json", native, status=1))["losses"] == []
    for segment in segments(native):
        os.truncate(segment, 4096)
    told = losses(native)
    assert told["cut_segment"]["offset"] == 4096
    text = tdbg("alerts", native, status=4)
    assert "0 origins" in text and "recording incomplete" in text
    answer = json.loads(tdbg("alerts", "--json", native, status=4))
    assert answer["alerts"] == []
    assert {loss["name"] for loss in answer["losses"]} == {"cut_segment"}
    assert "cut_segment" in tdbg("info", native, status=0)


def test_packed_segments_that_were_cut_are_not_clean(native):
    tdbg("pack", native, status=0)
    tdbg("alerts", native, status=1)
    for segment in segments(native):
        os.truncate(segment, segment.stat().st_size // 2)
    assert set(losses(native)) == {"unreadable_segment"}
    tdbg("alerts", native, status=4)


def make_sparse(file, size=TIB):
    try:
        os.truncate(file, size)
    except OSError as error:
        pytest.skip(f"no file of a terabyte here: {error}")


# A terabyte of zeros would take hours, and the patience of `tdbg` here is a minute.
@pytest.mark.parametrize("name", ["mnist_nan", "tfdbg1_basic"])
def test_a_terabyte_that_nobody_wrote_is_a_loss(tmp_path, name):
    trace = tmp_path / "copy"
    shutil.copytree(fixture(name), trace)
    assert losses(trace) == {}
    files = [file for file in sorted(trace.rglob("*")) if file.is_file()]
    for file in ([file for file in files if "execution" in file.name] or files)[:3]:
        make_sparse(file)
    assert "sparse_file" in losses(trace)


def test_a_terabyte_behind_the_seal_is_nothing_that_is_missing(native):
    before = tdbg("info", native, status=0)
    for file in segments(native):
        make_sparse(file)
    assert tdbg("info", native, status=0) == before


def test_a_sealed_segment_that_claims_a_terabyte_is_a_loss(native):
    events = segments(native, "events")[0]
    data = bytearray(events.read_bytes())
    data[56:64] = (1 + (TIB - 4096) // 32).to_bytes(8, "little")
    events.write_bytes(data)
    make_sparse(events)
    assert set(losses(native)) & {"damaged_record", "cut_segment", "miscounted_segment"}


# What may happen to the files of a trace while somebody reads it.
def cut(file, _):
    os.truncate(file, 0)


def copy_over(file, _):
    size = file.stat().st_size
    with file.open("wb") as out:
        out.write(os.urandom(size))


def copy_shorter_over(file, _):
    file.write_bytes(b"something else")


def delete(file, _):
    file.unlink()


HARM = [cut, copy_over, copy_shorter_over, delete]
REQUESTS = {
    "overview": {},
    "alerts": {"run": 0, "begin": 0, "count": 20},
    "tensors": {"run": 0, "filter": "max > 1", "nodes": [], "sort": "max", "descending": True, "begin": 0, "count": 20},
    "cause": {"run": 0, "event": 5},
    "tensor": {"run": 0, "event": 5},
    "value": {"run": 0, "event": 5, "slice": "", "most": 10},
    "sources": {"run": 0},
    "source": {"run": 0, "file": 0},
}


def recording(tmp_path, name):
    """A recording of its own, large enough to be mapped."""
    if name == "native":
        tdbg("convert", fixture("tfdbg2_full_tensor"), tmp_path / "trace", status=0)
    else:
        shutil.copytree(fixture(name), tmp_path / "trace")
    return tmp_path / "trace"


@pytest.mark.parametrize("harm", HARM)
@pytest.mark.parametrize("name", ["native", "mnist_nan", "tfdbg1_basic"])
def test_the_server_answers_whatever_is_done_to_the_files(tmp_path, name, harm):
    trace = recording(tmp_path, name)

    def ask(server, method):
        response = server.request("POST", f"/rpc/{method}", body=json.dumps(REQUESTS[method]))
        assert response.status in (200, 400, 404), (method, response.body)

    with Server(trace) as server:
        ask(server, "overview")
        for file in [file for file in trace.rglob("*") if file.is_file()]:
            harm(file, trace)
        for method in REQUESTS:
            ask(server, method)
        assert server.process.poll() is None
        if name != "tfdbg1_basic" and harm in (cut, copy_shorter_over):  # whose files are not kept open
            deadline = time.monotonic() + PATIENCE_S
            while b"changed_file" not in server.request("POST", "/rpc/overview", body="{}").body:
                assert time.monotonic() < deadline, "the damage was never told"
                time.sleep(0.1)
        assert server.stop()[0] in (0, -15, 143)


@pytest.mark.parametrize("harm", HARM)
def test_the_prompt_answers_whatever_is_done_to_the_files(tmp_path, harm):
    trace = recording(tmp_path, "native")
    ours, theirs = pty.openpty()
    prompt = subprocess.Popen([TDBG, "open", trace], stdin=theirs, stdout=theirs, stderr=theirs)
    os.close(theirs)

    def read_until(word):
        text, deadline = b"", time.monotonic() + PATIENCE_S
        while word not in text:
            assert time.monotonic() < deadline, text
            if select.select([ours], [], [], 1)[0]:
                text += os.read(ours, 65536)
        return text

    try:
        read_until(b"tdbg")
        for file in segments(trace):
            harm(file, trace)
        for command in (b"lt -s max", b"explain", b"info losses", b"pt @0:0"):
            os.write(ours, command + b"\r")
            time.sleep(0.3)
            os.write(ours, b"q")  # leaves the pager, where there is one
        os.write(ours, b"\x15\r")
        os.write(ours, b"eval 41 + 1000\r")
        read_until(b"1041")
        assert prompt.poll() is None
    finally:
        prompt.kill()
        prompt.wait()
        os.close(ours)
