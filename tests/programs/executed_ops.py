"""Which ops TensorFlow itself says it ran: one step of each workload of bench/overhead under TensorFlow's profiler.

Prints JSON: for each workload {op type: how often}. Nothing of tdbg takes part, so this is a witness."""

import collections
import json
import re
import sys
import tempfile
from pathlib import Path

import tensorflow as tf
from tensorflow.tsl.profiler.protobuf import xplane_pb2

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "bench/overhead"))
from workloads import MAKERS  # noqa: E402

EVERY_KERNEL = 3  # the profiler's level of detail at which the executor names each kernel it runs
KERNEL = re.compile(r"^(?:EagerLocalExecute: |[^:]+:)(_?[A-Z]\w+)(#.*)?$")  # of a graph "name:Type"


def traced_names(step):
    with tempfile.TemporaryDirectory() as logdir:
        options = tf.profiler.experimental.ProfilerOptions(host_tracer_level=EVERY_KERNEL)
        with tf.profiler.experimental.Profile(logdir, options):
            float(step())
        for path in Path(logdir).rglob("*.xplane.pb"):
            space = xplane_pb2.XSpace.FromString(path.read_bytes())
            for plane in space.planes:
                for line in plane.lines:
                    for event in line.events:
                        yield plane.event_metadata[event.metadata_id].name


def executed_types(step):
    matches = map(KERNEL.match, traced_names(step))
    return collections.Counter(match[1] for match in matches if match)


def main():
    found = {}
    for name, make in MAKERS.items():
        step = make().step
        float(step())
        found[name] = executed_types(step)
    print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
