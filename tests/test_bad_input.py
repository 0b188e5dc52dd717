"""tdbg on input that is damaged or not there: an answer or one line, never a crash, never silence
about damage that the format can show.

Fixtures are copied, damaged at one place at a time, and opened with `info` and `alerts`. What a format
can show is decided by damage_oracle.py, which shares no code with tdbg."""

import concurrent.futures
import json
import os
import pathlib
import random
import shutil
import stat
import subprocess
import tempfile

import pytest

import damage_oracle
import wire_format

ROOT = pathlib.Path(__file__).resolve().parent.parent
SHARED = pathlib.Path(os.environ.get("TDBG_SHARED", ROOT.parent / "shared"))
BUILD = pathlib.Path(os.environ.get("TDBG_BUILD_DIR", ROOT / "build" / "release"))
TDBG = BUILD / "tdbg"
PLACES = int(os.environ.get("TDBG_DAMAGE_PLACES", "200"))  # per fixture
TIMEOUT_S = 20
NOBODY = 65534

pytestmark = pytest.mark.skipif(not TDBG.exists(), reason=f"{TDBG} is not built")


def run(command, path, binary=TDBG, **options):
    """(exit status, JSON or None). Checks everything that holds for any input."""
    done = subprocess.run(
        [binary, command, "--json", path], capture_output=True, timeout=TIMEOUT_S, **options
    )
    said = f"tdbg {command} --json {path}: status {done.returncode}, stderr {done.stderr[-500:]!r}"
    assert done.returncode in {"info": (0, 2), "alerts": (0, 1, 2, 4)}[command], said
    if done.returncode == 2:
        assert done.stdout == b"" and done.stderr.endswith(b"\n"), said
        assert done.stderr.count(b"\n") == 1 and len(done.stderr) > 10, said
        return 2, None
    answer = json.loads(done.stdout)
    assert isinstance(answer["runs" if command == "info" else "alerts"], list), said
    if command == "alerts" and done.returncode != 1:
        assert done.returncode == (4 if answer["losses"] else 0), said
    return done.returncode, answer


def losses_of(info):
    return {(x["file"], x["name"], x["count"], x["offset"]) for x in info["losses"]}


# ---------------------------------------------------------------- not a recording at all


def assert_refused(path, **options):
    for command in ("info", "alerts"):
        assert run(command, path, **options)[0] == 2


def test_missing_path(tmp_path):
    assert_refused(tmp_path / "nowhere")


def test_empty_directory(tmp_path):
    assert_refused(tmp_path)


def test_file_instead_of_directory(tmp_path):
    for name, content in [("empty", b""), ("text", b"hello\n"), ("noise", bytes(range(256)) * 20)]:
        (tmp_path / name).write_bytes(content)
        assert_refused(tmp_path / name)


def test_device_instead_of_directory():
    assert_refused("/dev/null")


def test_directory_of_other_things(tmp_path):
    (tmp_path / "notes.txt").write_text("nothing to see\n")
    (tmp_path / "model.metadata").write_bytes(b"\0" * 100)
    (tmp_path / "photos").mkdir()
    (tmp_path / "photos" / "cat_0_x_1.jpg").write_bytes(random.Random(3).randbytes(5000))
    (tmp_path / "dangling").symlink_to(tmp_path / "nowhere")
    (tmp_path / "circle").symlink_to(tmp_path)
    assert_refused(tmp_path)


def test_right_names_wrong_content(tmp_path):
    noise = random.Random(4)
    for suffix in ["metadata", "source_files", "stack_frames", "graphs", "execution",
                   "graph_execution_traces"]:  # fmt: skip
        (tmp_path / f"tfdbg_events.1700000000.host.{suffix}").write_bytes(noise.randbytes(3000))
    status, info = run("info", tmp_path)
    assert status == 2 or info["losses"]
    run("alerts", tmp_path)


def test_pipe_with_the_name_of_a_recording(tmp_path):
    """Opening a pipe that nobody writes to would wait for ever."""
    os.mkfifo(tmp_path / "tfdbg_events.1700000000.host.metadata")
    os.mkfifo(tmp_path / "tfdbg_events.1700000000.host.execution")
    status, info = run("info", tmp_path)
    assert status == 2 or info["losses"]


@pytest.fixture
def open_folder():
    """A folder that other users can enter, unlike pytest's own."""
    folder = pathlib.Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


def as_nobody(folder):
    """Options that run tdbg without root's right to read everything."""
    if os.geteuid() != 0:
        return {}
    binary = folder / "tdbg"
    shutil.copy(TDBG, binary)
    binary.chmod(0o755)
    return {"binary": binary, "user": NOBODY, "group": NOBODY, "extra_groups": []}


def test_no_permission_for_the_directory(open_folder):
    locked = open_folder / "locked"
    shutil.copytree(own_fixtures()[0][1], locked)
    options = as_nobody(open_folder)
    locked.chmod(0)
    assert_refused(locked, **options)
    locked.chmod(0o700)


def test_no_permission_for_a_file(open_folder):
    assert own_fixtures()
    for name, source in own_fixtures():
        copy = open_folder / name
        shutil.copytree(source, copy)
        file = max((f for f in copy.rglob("*") if f.is_file()), key=lambda f: f.stat().st_size)
        for path in [copy, *copy.rglob("*")]:
            path.chmod(0o755 if path.is_dir() else 0o644)
        file.chmod(0)
        options = as_nobody(open_folder)
        status, info = run("info", copy, **options)
        named = str(file.relative_to(copy))
        assert status == 2 or named in {x["file"] for x in info["losses"]}, name
        run("alerts", copy, **options)


# ---------------------------------------------------------------- recordings, damaged


def own_fixtures():
    return [
        (d.parent.name, d)
        for d in sorted((ROOT / "tests" / "fixtures").glob("*/*"))
        if d.is_dir() and d.name in ("dump", "session_root")
    ]


def shared_fixtures():
    folders = [
        *sorted((SHARED / "fixtures").glob("tfdbg[12]/*/*")),
        *sorted((SHARED / "fixtures").glob("synthetic/*/*")),
    ]
    return [(f"{d.parent.parent.name}/{d.parent.name}", d) for d in folders if d.is_dir()]


class Damage:
    """One change of one file: one bit flipped, or everything from an offset on cut off."""

    def __init__(self, file, offset, bit):
        self.file = file  # relative to the fixture
        self.offset = offset
        self.bit = bit  # None: cut

    def apply(self, data):
        if self.bit is None:
            return data[: self.offset]
        flipped = bytearray(data)
        flipped[self.offset] ^= 1 << self.bit
        return bytes(flipped)

    def __str__(self):
        what = "cut" if self.bit is None else f"bit {self.bit} flipped"
        return f"{self.file}: {what} at {self.offset}"


def choose_damages(name, fixture):
    """PLACES places: a file, then a byte of it. Every file counts the same, or the longest would get
    them all. Every fourth place is a cut."""
    chance = random.Random(f"tdbg {name}")
    files = sorted(f for f in fixture.rglob("*") if f.is_file() and f.stat().st_size > 0)
    for i in range(PLACES):
        file = chance.choice(files)
        offset = chance.randrange(file.stat().st_size)
        yield Damage(file.relative_to(fixture), offset, None if i % 4 == 0 else chance.randrange(8))


def is_tfdbg2(file):
    return file.name.startswith("tfdbg_events.")


def expectation(damage, before):
    """What info must say: "new" (a loss of this file that was not there before), "some" (any loss of
    it: the place was lost already) or None (nothing can be seen)."""
    after = damage.apply(before)
    if not is_tfdbg2(damage.file):
        return None if damage_oracle.tfdbg1_is_sound(after, damage.file) else "new"
    whole = wire_format.records(before)
    if damage.bit is None:
        if damage.offset in [0, *(end for _, end, _ in whole)]:
            return None
        return "some" if damage.offset > whole[-1][1] else "new"
    in_record = [intact for start, end, intact in whole if start <= damage.offset < end]
    return "new" if in_record == [True] else "some"


def check_damage(copy, damage, known_losses):
    target = copy / damage.file
    before = target.read_bytes()
    expected = expectation(damage, before)
    target.write_bytes(damage.apply(before))
    try:
        status, info = run("info", copy)
        run("alerts", copy)
    finally:
        target.write_bytes(before)
    assert status == 0, "one damaged place, and nothing of the recording is shown"
    if expected is None:
        return
    losses = {x for x in losses_of(info) if x[0] == str(damage.file)}
    assert losses, "silent"
    if expected == "new":
        assert losses - known_losses, "nothing said that was not said of the undamaged file"


def check_many(fixture, damages):
    problems = []
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder) / "copy"
        shutil.copytree(fixture, copy)
        for path in [copy, *copy.rglob("*")]:
            path.chmod(path.stat().st_mode | stat.S_IWUSR)
        status, info = run("info", copy)
        assert status == 0, "the undamaged recording cannot be opened"
        known_losses = losses_of(info)
        for damage in damages:
            try:
                check_damage(copy, damage, known_losses)
            except (AssertionError, subprocess.TimeoutExpired, ValueError, KeyError) as problem:
                problems.append(f"{damage}: {problem}".replace(str(copy), "COPY"))
    return problems


@pytest.mark.parametrize(
    "name, fixture", [pytest.param(*f, id=f[0]) for f in own_fixtures() + shared_fixtures()]
)
def test_damaged_recording(name, fixture):
    damages = list(choose_damages(name, fixture))
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        halves = pool.map(lambda part: check_many(fixture, part), [damages[::2], damages[1::2]])
        problems = [problem for half in halves for problem in half]
    assert not problems, f"{len(problems)} of {len(damages)}:\n" + "\n".join(problems[:20])


def test_shared_fixtures_are_there():
    if not SHARED.exists():
        pytest.skip(f"{SHARED} is not there: only the project's own fixtures were damaged")
    assert shared_fixtures()
