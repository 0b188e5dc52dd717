"""A question that takes long holds up neither others nor the end of the server, and is given up when nobody waits for it."""

import json
import socket
import time

import pytest

import serve_process
from serve_process import ROOT, TDBG, Server

RECORDING = ROOT / "tests" / "fixtures" / "mnist_nan" / "dump"
# Minutes of work in little memory.
LONG = "eval [" + ", ".join(["sum(" + "@".join(["ones((1000,1000))"] * 150) + ")"] * 8) + "]"
SOON_S = 30

pytestmark = pytest.mark.skipif(not TDBG.exists(), reason=f"{TDBG} is not built")


@pytest.fixture
def server():
    with Server(RECORDING) as running:
        yield running
        assert running.stop() == (0, "")


def command(server, client, line):
    page = server.call("command", {"client": client, "run": 0, "line": line})
    text = "\n".join("".join(part["text"] for part in line["segments"]) for block in page["blocks"] for line in block["lines"])
    return page["severity"], text


class LongQuestion:
    """Somebody who asks for it and waits."""

    def __init__(self, server, client="patient"):
        for setting in ("eval_work 1000000", "eval_memory 1000000"):
            assert command(server, client, f"config set {setting}")[0] != "error"
        body = json.dumps({"client": client, "run": 0, "line": LONG})
        self.line = socket.create_connection((server.host, server.port), serve_process.PATIENCE_S)
        self.line.sendall(f"POST /rpc/command HTTP/1.1\r\nHost: {server.host}:{server.port}\r\nContent-Length: {len(body)}\r\n"
                          f"Authorization: Bearer {server.token}\r\n\r\n{body}".encode())  # fmt: skip
        self.wait_until_it_runs(server, client)

    def wait_until_it_runs(self, server, client):
        end = time.monotonic() + SOON_S
        while "still runs" not in self.busy(server, client):
            assert time.monotonic() < end, "it never ran"

    @staticmethod
    def busy(server, client="patient"):
        """What the same client hears who asks again meanwhile."""
        answer = server.post("/rpc/command", {"client": client, "run": 0, "line": "eval 1"})
        return answer.json()["error"] if answer.status != 200 else ""

    def is_answered(self):
        self.line.setblocking(False)
        try:
            return self.line.recv(1, socket.MSG_PEEK) != b""
        except BlockingIOError:
            return False
        finally:
            self.line.setblocking(True)


def test_others_are_answered_meanwhile(server):
    question = LongQuestion(server)
    for _ in range(20):
        assert server.call("overview")["runs"]
        assert command(server, "other", "eval 1 + 1")[0] != "error"
        assert server.get("/").status == 200
    assert not question.is_answered(), "it was not long"


def test_it_is_given_up_when_nobody_waits_for_it(server):
    question = LongQuestion(server)
    question.line.close()
    end = time.monotonic() + SOON_S
    while question.busy(server):
        assert time.monotonic() < end, "it goes on for nobody"


def test_two_long_ones_and_a_short_one(server):
    first, second = LongQuestion(server, "first"), LongQuestion(server, "second")
    assert server.call("overview")["runs"]
    first.line.close()
    second.line.close()
    end = time.monotonic() + SOON_S
    while first.busy(server, "first") or second.busy(server, "second"):
        assert time.monotonic() < end, "they go on for nobody"


def test_the_server_ends_meanwhile(server):
    question = LongQuestion(server)
    assert not question.is_answered()
    # The fixture ends it, and waits a minute at most.


def test_what_is_too_much_is_refused_in_words(server):
    kind, text = command(server, "a", "eval ones((5000, 5000)) @ ones((5000, 5000))")
    assert kind == "error" and "125 billion multiplications" in text and "config set eval_work" in text
    assert command(server, "a", "config set eval_memory 1")[0] != "error"
    kind, text = command(server, "a", "eval sum(ones((1000, 1000)))")
    assert kind == "error" and "7.63 MiB" in text and "config set eval_memory" in text
    assert command(server, "b", "eval sum(ones((1000, 1000)))")[0] != "error", "settings are each client's own"
