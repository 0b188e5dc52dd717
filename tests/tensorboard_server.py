"""A real TensorBoard on a logdir, asked through its debugger-v2 routes."""

import json
import re
import subprocess
import time
import urllib.parse
import urllib.request

import warm_python

RUN = "__default_debugger_run__"
PATIENCE_S = 120


class TensorBoard:
    def __init__(self, logdir):
        command = [warm_python.interpreter(), "-m", "tensorboard.main", "--logdir", logdir, "--port", "0", "--load_fast", "false"]
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
        said = ""
        for line in self.process.stderr:
            said += line
            if url := re.search(r"http://\S+:\d+/", line):
                self.url = url[0]
                return
        raise RuntimeError(f"tensorboard ended: {said}")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        # Not by SIGTERM, of which it speaks on a pipe that nobody reads any more.
        self.process.kill()
        self.process.stderr.close()
        self.process.wait(PATIENCE_S)

    def get(self, route, **query):
        query = urllib.parse.urlencode({"run": RUN, **query})
        with urllib.request.urlopen(f"{self.url}data/plugin/debugger-v2/{route}?{query}", timeout=PATIENCE_S) as answer:
            return json.load(answer)

    def wait_for(self, executions, traces):
        """Until the reader, which works in the background, has read so much."""
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            if RUN in self.get("runs"):
                counts = [self.get(kind + "/digests", end=0)["num_digests"] for kind in ("execution", "graph_execution")]
                if counts == [executions, traces]:
                    return
            time.sleep(0.2)
        raise TimeoutError("TensorBoard has not read the logdir")

    def everything(self):
        """All its answers about the logdir, with frames in the place of their ids."""
        graph_ids, ops = {}, []
        executions = self.get("execution/data", end=-1)["executions"]
        traces = self.get("graph_execution/data", end=-1)["graph_executions"]
        for execution in executions:
            execution["stack"] = self.stack(execution.pop("stack_frame_ids"))
        for trace in traces:
            graph_ids.update(dict.fromkeys(trace["graph_ids"]))
            key = (trace["graph_ids"][-1], trace["op_name"])
            if key not in ops:
                ops.append(key)
        return {
            "alerts": self.get("alerts"),
            "execution_digests": self.get("execution/digests")["execution_digests"],
            "trace_digests": self.get("graph_execution/digests")["graph_execution_digests"],
            "executions": executions,
            "traces": traces,
            "graphs": [self.get("graphs/graph_info", graph_id=graph) for graph in graph_ids],
            "ops": [self.op(graph, name) for graph, name in ops],
            "sources": [self.get("source_files/file", index=i) for i in range(len(self.get("source_files/list")))],
        }

    def op(self, graph, name):
        info = self.get("graphs/op_info", graph_id=graph, op_name=name)
        neighbours = [*info["inputs"], *(consumer for slot in info["consumers"] for consumer in slot)]
        for said in [info, *(one["data"] for one in neighbours if one.get("data"))]:
            said["depth"] = len(said.pop("stack_frame_ids"))
        return info

    def stack(self, ids):
        return self.get("stack_frames/stack_frames", stack_frame_ids=",".join(ids))["stack_frames"] if ids else []
