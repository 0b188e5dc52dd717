"""Each pattern of docs/manual/causes.md, by the example that the page has of it: a function of the pattern's name."""

import json
import os
import re
import subprocess
from importlib.util import find_spec
from pathlib import Path

import pytest

import warm_python

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs/manual/causes.md").read_text()
TDBG = Path(os.environ.get("TDBG_BUILD_DIR", ROOT / "build/release")) / "tdbg"
PROGRAM = re.search(r"^```python causes.py\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)[1]
PATTERNS = re.findall(r"^\| `([a-z-]+)` \|", PAGE, re.MULTILINE)

needs_tensorflow = pytest.mark.skipif(not find_spec("tensorflow"), reason="TensorFlow is not installed")


@pytest.fixture(scope="module")
def births(tmp_path_factory):
    """Of each example the patterns of its births."""
    folder = tmp_path_factory.mktemp("causes")
    (folder / "causes.py").write_text(PROGRAM)
    trace = folder / "trace"
    command = [TDBG, "record", "-o", trace, "--python", warm_python.interpreter(), folder / "causes.py"]
    subprocess.run(command, check=True, capture_output=True, timeout=300)
    found = {}
    listed = subprocess.run([TDBG, "alerts", "--json", trace], capture_output=True, timeout=60)
    for alert in json.loads(listed.stdout)["alerts"]:
        example = re.sub(r"^__inference_|_\d+$", "", alert["graph"] or "")
        if example.startswith("Dataset"):
            example = "bad_data"
        found.setdefault(example, []).append((alert["verdict"], alert["op_type"], alert["pattern"]))
    return found


def test_the_page_has_an_example_of_each():
    examples = {name.replace("_", "-") for name in re.findall(r"^def (\w+)\(", PROGRAM, re.MULTILINE)}
    assert examples == set(PATTERNS)


def test_the_page_has_each_pattern():
    names = re.findall(r'\{Pattern::k\w+, "([a-z-]+)"\}', (ROOT / "src/query/cause/pattern.cc").read_text())
    assert sorted(names) == sorted(PATTERNS)


@needs_tensorflow
@pytest.mark.parametrize("pattern", PATTERNS)
def test_the_example_is_named(births, pattern):
    of_example = births.get(pattern.replace("-", "_"), [])
    assert pattern in [name for _, _, name in of_example], of_example
