"""Who may ask `tdbg serve`, what it refuses, and that nobody can keep others from being answered."""

import base64
import concurrent.futures
import contextlib
import gzip
import http.cookiejar
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import time
import urllib.parse
import urllib.request

import pytest

import serve_process
from serve_process import ROOT, TDBG, Server

RECORDING = ROOT / "tests" / "fixtures" / "mnist_nan" / "dump"
RUNS = "/data/plugin/debugger-v2/runs"
HEAD_LIMIT, BODY_LIMIT = 16 * 1024, 1024 * 1024
MOST_CONNECTIONS = 256
USUAL_PORT = 6066
READ_TIME_S = 10

pytestmark = pytest.mark.skipif(not TDBG.exists(), reason=f"{TDBG} is not built")


@pytest.fixture(scope="module")
def server():
    with Server(RECORDING) as running:
        yield running
        assert running.stop() == (0, "")


def is_error(answer, status):
    """An error is JSON of one member, whatever was wrong."""
    assert answer.status == status, (answer.status, answer.body)
    assert answer.headers["Content-Type"] == "application/json"
    (message,) = answer.json().values()
    assert list(answer.json()) == ["error"] and message and "\n" not in message
    return True


# Raw sockets, for what no client library would send.


def raw(server, text, timeout=2 * READ_TIME_S):
    """All that is answered until the server closes."""
    with socket.create_connection((server.host, server.port), timeout) as line:
        line.sendall(text if isinstance(text, bytes) else text.encode())
        return read_all(line)


def read_all(line):
    said = b""
    while piece := line.recv(65536):
        said += piece
    return said


def status_of(said):
    return int(re.match(rb"HTTP/1\.1 (\d+) ", said)[1])


def head(server, target, method="GET", host=None, **headers):
    lines = {"Host": host or f"{server.host}:{server.port}", "Connection": "close", **headers}
    return f"{method} {target} HTTP/1.1\r\n" + "".join(f"{name}: {text}\r\n" for name, text in lines.items()) + "\r\n"


class WebSocket:
    """A client that reads the frames of a server: text, short or long, never masked."""

    def __init__(self, server, target=None, **headers):
        key = base64.b64encode(os.urandom(16)).decode()
        upgrade = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": 13, "Sec-WebSocket-Key": key}
        asked = head(server, target or f"/changes?token={server.token}", **upgrade, **headers)
        self.line = socket.create_connection((server.host, server.port), serve_process.PATIENCE_S)
        self.line.sendall(asked.encode())
        self.stream = self.line.makefile("rb")
        self.status = int(self.stream.readline().split()[1])
        while self.stream.readline() not in (b"\r\n", b""):
            pass

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stream.close()
        self.line.close()

    def frame(self):
        """Kind and content of the next frame; (None, b"") at the end."""
        start = self.stream.read(2)
        if len(start) < 2:
            return None, b""
        size = start[1] & 127
        if size == 126:
            size = int.from_bytes(self.stream.read(2), "big")
        return start[0] & 15, self.stream.read(size)

    def send(self, text):
        size = bytes([0x80 | len(text)]) if len(text) < 126 else b"\xfe" + len(text).to_bytes(2, "big")
        self.line.sendall(b"\x81" + size + bytes(4) + text)


# The token


@pytest.mark.parametrize("target", ["/", "/nothing", "/assets/x.js", RUNS, "/export/npy", "/changes"])
@pytest.mark.parametrize("token", [None, "", "x", "0" * 48])
def test_nothing_without_the_token(server, target, token):
    assert is_error(server.get(target, token=token), 401)
    assert is_error(server.get(f"{target}?token={token or ''}", token=None), 401)


def test_no_request_without_the_token(server):
    assert is_error(server.post("/rpc/overview", token=None), 401)
    assert is_error(server.post("/rpc/overview", token=server.token[:-1]), 401)
    assert is_error(server.post("/rpc/overview", token=server.token + "0"), 401)


CONTROL = {"target": {}, "continue": {"stop": 1}, "hold": {}, "detach": {}}


@pytest.mark.parametrize("request_name", CONTROL)
def test_a_program_is_controlled_only_by_those_who_may_ask(server, request_name):
    target, message = f"/rpc/{request_name}", CONTROL[request_name]
    for token in (None, "x", server.token[:-1]):
        assert is_error(server.post(target, message, token=token), 401)
    foreign = {"Origin": "http://evil.example", "Cookie": f"tdbg_token_{server.port}={server.token}"}
    assert is_error(server.post(target, message, token=None, headers=foreign), 403)
    for method in ("GET", "HEAD", "PUT", "DELETE"):
        assert server.request(method, target).status == 405
    assert is_error(server.get(f"{target}?token={server.token}", token=None), 405)


@pytest.mark.parametrize("request_name", [name for name in CONTROL if name != "target"])
def test_a_recording_has_no_program_to_control(server, request_name):
    answer = server.post(f"/rpc/{request_name}", CONTROL[request_name])
    assert is_error(answer, 400) and "recording" in answer.json()["error"]
    assert server.call("target")["living"] is False


def test_the_token_comes_in_three_ways(server):
    cookie = {"Cookie": f"other=1; tdbg_token_{server.port}={server.token}"}
    assert server.get("/").status == 200
    assert server.get("/", token=None, headers=cookie).status == 200
    assert is_error(server.get(f"/nothing?token={server.token}", token=None), 404)
    other_server = {"Cookie": f"tdbg_token_{server.port + 1}={server.token}"}
    assert is_error(server.get("/", token=None, headers=other_server), 401)


def test_the_printed_url_leaves_a_cookie_and_a_clean_address(server):
    answer = server.get(f"/?run=a%2Fb&token={server.token}&x=1", token=None)
    root, place = re.fullmatch(r"(/[0-9a-f]{32}/)(\?run=a%2Fb&x=1)", answer.headers["Location"]).groups()
    assert answer.status == 303
    cookie, *rules = answer.headers["Set-Cookie"].split("; ")
    assert set(rules) == {"HttpOnly", "SameSite=Strict", f"Path={root}"}
    page = server.get(root + place, token=None, headers={"Cookie": cookie})
    assert page.status == 200 and page.headers["Content-Type"].startswith("text/html")
    assert server.token.encode() not in page.body
    parts = [urllib.parse.urljoin(root, part) for part in re.findall(r'(?:src|href)="([^"]+)"', page.body.decode())]
    assert all(part.startswith(root) for part in parts)
    for part in parts:
        assert server.get(part, token=None, headers={"Cookie": cookie}).status == 200, part
    below = server.post(f"{root}rpc/overview", token=None, headers={"Cookie": cookie})
    assert below.status == 200 and below.body == server.post("/rpc/overview").body
    assert is_error(server.post(f"{root}rpc/overview", token=None), 401)


def test_no_other_server_of_the_machine_is_sent_the_cookie(server):
    """Browsers send a cookie to every port of a host, but only below its path: that of another server is another."""
    with Server(RECORDING) as other:
        cookies = [one.get(f"/?token={one.token}", token=None).headers for one in (server, other)]
    roots = [headers["Location"] for headers in cookies]
    assert roots[0] != roots[1] and all(f"Path={root};" in headers["Set-Cookie"] for root, headers in zip(roots, cookies))
    jar = http.cookiejar.CookieJar()
    for where, sent in ((f"{server.base}/?token={server.token}", False), (server.base + roots[0], True),
                        (server.base + "/", False), (other.base + "/", False), (other.base + roots[1], False)):  # fmt: skip
        request = urllib.request.Request(where)
        jar.add_cookie_header(request)
        assert request.has_header("Cookie") == sent, where
        if "token" in where:
            opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
            assert opener.open(request).status == 200


def test_a_person_without_the_token_reads_what_to_do(server):
    answer = server.get("/", token=None, headers={"Accept": "text/html,*/*;q=0.8"})
    assert answer.status == 401 and answer.headers["Content-Type"].startswith("text/html")
    assert b"tdbg serve" in answer.body


def test_each_server_has_its_own_token(server):
    with Server(RECORDING) as other:
        assert other.token != server.token and len(other.token) * 4 >= 128
        assert is_error(other.get("/", token=server.token), 401)


# Foreign pages and foreign names

FOREIGN = ["http://evil.example", "null", "", "https://127.0.0.1:{port}", "http://127.0.0.1", "http://127.0.0.1:{port}.evil.example",
           "http://localhost:{port}"]  # fmt: skip


@pytest.mark.parametrize("origin", FOREIGN)
def test_other_pages_may_not_ask(server, origin):
    origin = {"Origin": origin.format(port=server.port)}
    assert is_error(server.get("/", headers=origin), 403)
    assert is_error(server.post("/rpc/overview", headers=origin), 403)
    assert is_error(server.request("OPTIONS", "/rpc/overview", headers=origin), 403)
    with WebSocket(server, **origin) as changes:
        assert changes.status == 403


def test_our_own_page_may(server):
    origin = {"Origin": server.base}
    assert server.get("/", headers=origin).status == 200
    with WebSocket(server, **origin) as changes:
        assert changes.status == 101


@pytest.mark.parametrize("host", ["evil.example", "evil.example:{port}", "localhost.evil.example", "10.0.0.1:{port}", "",
                                  "127.0.0.1.evil.example:{port}", "[::1"])  # fmt: skip
def test_a_name_that_only_points_here_is_not_ours(server, host):
    host = host.format(port=server.port)
    said = raw(server, f"GET /?token={server.token} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")
    assert status_of(said) == 403 and b"Set-Cookie" not in said


def test_a_request_has_one_host(server):
    twice = f"GET / HTTP/1.1\r\nHost: {server.host}\r\nHost: evil.example\r\nConnection: close\r\n\r\n"
    assert status_of(raw(server, twice)) == 400
    assert status_of(raw(server, "GET / HTTP/1.1\r\nConnection: close\r\n\r\n")) == 403


def test_loopback_has_many_names(server):
    for host in ("localhost", f"localhost:{server.port}", f"[::1]:{server.port}", "127.0.0.1"):
        assert status_of(raw(server, head(server, f"/nothing?token={server.token}", host=host))) == 404


def test_no_web_socket_without_the_token(server):
    for target in ("/changes", "/changes?token=x"):
        with WebSocket(server, target) as changes:
            assert changes.status == 401


# Paths

TRICKS = ["/../etc/passwd", "/assets/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/assets/%2e%2e%2findex.html", "//etc/passwd",
          "/assets//x", "/..\\etc", "/..%5cetc", "/%5c", "/index.html%00.js", "/%00", "/%", "/%2", "/%zz", "/%u002e", "/./index.html",
          "/etc/passwd", "/%252e%252e/etc/passwd", "/index.html/", "/index.html%0d%0aSet-Cookie:%20a=b", "/file:///etc/passwd", "/~",
          "/data/plugin/debugger-v2/%2e%2e/%2e%2e/x", "/export/../x", "/rpc/../x", "/a?x=%", "http://127.0.0.1/etc/passwd", "*",
          "/data/", "/export/", "/experiment/x/data/../y", "/%ff%fe", "/\x7f", "/%c0%ae%c0%ae/x"]  # fmt: skip


@pytest.mark.parametrize("target", TRICKS)
def test_there_is_no_way_out_of_the_page(server, target):
    said = raw(server, head(server, target, Authorization=f"Bearer {server.token}").encode("latin-1"))
    assert status_of(said) in (400, 404), said
    top, body = said.split(b"\r\n\r\n", 1)
    assert list(json.loads(body)) == ["error"] and b"Set-Cookie" not in top


def test_rubbish_is_refused(server):
    for rubbish in ("\x00\x01\x02\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "GET / HTTP/1.1\r\nno colon\r\n\r\n",
                    "GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", "GET /a b HTTP/1.1\r\n\r\n", "\x16\x03\x01\x02\x00\x01\x00\r\n\r\n",
                    "POST / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"):  # fmt: skip
        assert status_of(raw(server, rubbish)) == 400, rubbish
    assert server.get("/").status == 200


@pytest.mark.parametrize("coding", ["gzip", "identity", "chunked, gzip", "gzip, chunked", "xchunked", "chunked;q=1", ""])
def test_a_body_that_is_coded_otherwise_is_no_request(server, coding):
    """Were it taken for none, what follows would be read as the next request."""
    smuggled = head(server, "/", Authorization=f"Bearer {server.token}")
    said = raw(server, head(server, "/rpc/overview", "POST", **{"Transfer-Encoding": coding, "Connection": "keep-alive"}) + smuggled)
    assert status_of(said) in (400, 501) and said.count(b"HTTP/1.1") == 1, said


# Sizes


def test_a_head_has_a_limit(server):
    assert server.get("/", headers={"X-Long": "x" * (HEAD_LIMIT // 2)}).status == 200
    assert is_error(server.get("/", headers={"X-Long": "x" * (HEAD_LIMIT + 1)}), 431)
    assert is_error(server.get("/" + "x" * (HEAD_LIMIT + 1)), 431)
    many = {f"X-{number}": "x" * 100 for number in range(HEAD_LIMIT // 100)}
    assert status_of(raw(server, head(server, "/", **many))) == 431


def test_a_body_has_a_limit(server):
    fits = server.request("POST", "/rpc/nothing", b" " * BODY_LIMIT)
    assert is_error(fits, 404)
    assert is_error(server.request("POST", "/rpc/nothing", b" " * (BODY_LIMIT + 1)), 413)
    huge = head(server, "/rpc/nothing", "POST", Authorization=f"Bearer {server.token}", **{"Content-Length": 10**18})
    assert status_of(raw(server, huge)) == 413
    piece = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
    chunked = head(server, "/rpc/nothing", "POST", Authorization=f"Bearer {server.token}", **{"Transfer-Encoding": "chunked"})
    assert status_of(raw(server, chunked.encode() + piece * 20)) == 413


def test_the_body_of_one_without_the_token_is_not_read(server):
    begun = head(server, "/rpc/overview", "POST", **{"Content-Length": 1000, "Connection": "keep-alive"})
    assert status_of(raw(server, begun)) == 401  # one that it waits for gets no answer


def test_a_long_message_ends_a_web_socket(server):
    with WebSocket(server) as changes:
        changes.send(b"x" * 1000)  # which says nothing to it
        changes.send(b"x" * 60000)
        kinds = []
        while (kind := changes.frame()[0]) is not None:
            kinds.append(kind)
        assert kinds[0] == 1 and 9 not in kinds


# Methods and answers


def test_each_path_has_its_methods(server):
    for method, target in [("DELETE", "/"), ("POST", "/"), ("GET", "/rpc/overview"), ("PUT", "/rpc/overview"), ("OPTIONS", RUNS),
                           ("PATCH", "/export/npy"), ("POST", "/changes"), ("BREW", "/")]:  # fmt: skip
        answer = server.request(method, target)
        assert is_error(answer, 405) and answer.headers["Allow"]
    assert is_error(server.get("/changes"), 426)
    by_get, by_post = server.get(RUNS), server.post(RUNS)
    assert (by_get.status, by_get.body) == (by_post.status, by_post.body)


def test_head_is_get_without_a_body(server):
    for target in ("/", "/nothing", RUNS):
        whole, alone = server.get(target), server.request("HEAD", target)
        assert (alone.status, alone.body) == (whole.status, b"")
        assert alone.headers.items() == whole.headers.items()


def test_pages_may_load_nothing_from_elsewhere(server):
    headers = server.get("/").headers
    policy = dict(rule.split(" ", 1) for rule in headers["Content-Security-Policy"].split("; "))
    assert policy["default-src"] == "'self'" and policy["object-src"] == policy["frame-ancestors"] == "'none'"
    assert "script-src" not in policy
    assert (headers["X-Content-Type-Options"], headers["Referrer-Policy"]) == ("nosniff", "no-referrer")
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert headers["Cache-Control"] == server.get(RUNS).headers["Cache-Control"] == "no-store"


def test_what_is_long_comes_as_gzip_if_asked(server):
    target = "/export/" + "x" * 3000  # the error repeats it
    plain = server.get(target)
    packed = server.get(target, headers={"Accept-Encoding": "br, gzip"})
    assert plain.headers["Content-Encoding"] is None and len(plain.body) > 3000
    assert packed.headers["Content-Encoding"] == "gzip" and len(packed.body) < 300
    assert gzip.decompress(packed.body) == plain.body
    for refused in ("gzip;q=0", "identity"):
        assert server.get(target, headers={"Accept-Encoding": refused}).body == plain.body
    short = server.get("/short", headers={"Accept-Encoding": "gzip"})
    assert short.headers["Content-Encoding"] is None


def test_web_sockets_are_told_the_state_at_once(server):
    with WebSocket(server) as changes:
        kind, notice = changes.frame()
        assert kind == 1 and json.loads(notice)["generation"] >= 1


def test_web_sockets_are_told_when_the_recording_grows(tmp_path):
    growing = shutil.copytree(RECORDING, tmp_path / "dump")
    (executions,) = growing.glob("*.execution")
    whole = executions.read_bytes()
    executions.write_bytes(whole[: len(whole) // 2])
    with Server(growing) as server, WebSocket(server) as changes:
        before = json.loads(changes.frame()[1])
        executions.write_bytes(whole)
        assert json.loads(changes.frame()[1])["generation"] > before["generation"]


# Many clients, slow clients


def test_a_slow_client_is_closed_and_others_are_answered(server):
    """Three of them at a time, so that the test takes the limit once."""
    with contextlib.ExitStack() as stack:
        silent, drips, half = (stack.enter_context(socket.create_connection((server.host, server.port), 3 * READ_TIME_S))
                               for _ in range(3))  # fmt: skip
        body = head(server, "/rpc/overview", "POST", Authorization=f"Bearer {server.token}", **{"Content-Length": 1000})
        half.sendall(body.encode() + b"{")
        dripping = head(server, "/", **{"X-Drip": "x" * 1000})
        sent = 0
        with contextlib.suppress(ConnectionError):
            for letter in dripping:
                drips.sendall(letter.encode())
                sent += 1
                time.sleep(0.1)
                assert is_error(server.get("/nothing"), 404)
        assert 5 < sent < len(dripping), "cut off at once, or served on and on"
        for line in (silent, half):
            assert read_all(line) == b""


def test_one_who_does_not_read_holds_up_nobody(server):
    with WebSocket(server), contextlib.closing(server.connection()) as deaf:
        deaf.connect()
        deaf.sock.sendall((head(server, "/" + "x" * 8000, Connection="keep-alive", Authorization=f"Bearer {server.token}") * 200).encode())
        for _ in range(20):
            assert server.get("/").status == 200


def test_fifty_clients_at_once(server):
    def client(number):
        with WebSocket(server) as changes, contextlib.closing(server.connection()) as connection:
            for turn in range(20):
                name = f"nothing_{number}_{turn}"
                for request, status in [("overview", 200), (name, 404)]:
                    connection.request("POST", f"/rpc/{request}", "{}", {"Authorization": f"Bearer {server.token}"})
                    answer = connection.getresponse()
                    said = json.load(answer)
                    assert answer.status == status
                assert name in said["error"], "an answer that belongs to another client"
            return changes.frame()[0]

    with concurrent.futures.ThreadPoolExecutor(50) as clients:
        assert list(clients.map(client, range(50))) == [1] * 50


def connections(server, stack, count):
    return [stack.enter_context(socket.create_connection((server.host, server.port), serve_process.PATIENCE_S))
            for _ in range(count)]  # fmt: skip


def test_strangers_take_no_places():
    """Who says nothing, or does not know the token, leaves when others come."""
    with Server(RECORDING) as server, contextlib.ExitStack() as stack, WebSocket(server) as changes:
        assert changes.frame()[0] == 1
        strangers = connections(server, stack, MOST_CONNECTIONS - 1)
        for line in strangers[10:20]:
            line.sendall(head(server, "/", Connection="keep-alive").encode())
            assert line.recv(12) == b"HTTP/1.1 401"
        for _ in range(30):
            assert server.get("/").status == 200
        assert read_all(strangers[0]) == b"", "the one who has been there longest goes first"
        for line in connections(server, stack, 2 * MOST_CONNECTIONS):
            line.close()
        assert server.get("/").status == 200
        changes.send(b"still here")
        with WebSocket(server) as another:
            assert another.frame()[0] == 1


def test_there_is_a_most_of_connections():
    with Server(RECORDING) as server, contextlib.ExitStack() as stack:
        lines = connections(server, stack, MOST_CONNECTIONS)
        for line in lines:
            line.sendall(head(server, f"/nothing?token={server.token}", Connection="keep-alive").encode())
            assert line.recv(12) == b"HTTP/1.1 404"
        assert is_error(server.get("/"), 503)
        for line in lines:
            line.close()
        end = time.monotonic() + READ_TIME_S
        while (status := server.get("/").status) == 503 and time.monotonic() < end:
            time.sleep(0.05)
        assert status == 200


# The command line


def refusal(*arguments):
    done = subprocess.run([TDBG, "serve", *map(str, arguments)], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("tdbg: ") and done.stderr.count("\n") == 1
    return done.stderr


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_when_told_to(how):
    with Server(RECORDING) as server, WebSocket(server) as changes:
        assert server.greeting == f"tdbg: serving {RECORDING}\n"
        assert changes.frame()[0] == 1
        assert server.stop(how) == (0, "")


def test_a_port_that_is_taken(server):
    assert str(server.port) in refusal(RECORDING, "--port", server.port)
    for port in ("65536", "-1", "http"):
        assert "--port" in refusal(RECORDING, "--port", port)


def test_without_a_port_it_takes_the_usual_one_or_any():
    with contextlib.ExitStack() as stack:
        usual = stack.enter_context(socket.socket())
        with contextlib.suppress(OSError):  # somebody else has it already, which is as good
            usual.bind(("127.0.0.1", USUAL_PORT))
            usual.listen()
        server = stack.enter_context(Server(RECORDING, port=None))
        assert server.port != USUAL_PORT and server.get("/").status == 200


def test_what_cannot_be_served(tmp_path):
    assert "nowhere" in refusal(tmp_path / "nowhere")
    refusal(tmp_path)
    assert "no.such.host.invalid" in refusal(RECORDING, "--host", "no.such.host.invalid")


def test_a_public_server_says_so():
    with Server(RECORDING, "--host", "0.0.0.0") as server:
        server.host = "127.0.0.1"
        assert server.get("/").status == 200 and is_error(server.get("/", token=None), 401)
        assert status_of(raw(server, head(server, f"/?token={server.token}", host="evil.example"))) == 403
        assert status_of(raw(server, head(server, f"/?token={server.token}", host=f"10.1.2.3:{server.port}"))) == 303
        status, said = server.stop()
        assert status == 0 and said.count("\n") == 1 and "0.0.0.0" in said


def browser_that_writes_down(folder):
    """A folder with an xdg-open that notes what it was asked to open."""
    program = folder / "xdg-open"
    program.write_text(f'#!/bin/sh\necho "$1" > {folder}/opened.part && mv {folder}/opened.part {folder}/opened\n')
    program.chmod(0o755)
    return folder / "opened"


def test_it_opens_a_browser_if_asked(tmp_path, monkeypatch):
    opened = browser_that_writes_down(tmp_path)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    with Server(RECORDING, "--open") as server:
        end = time.monotonic() + 20
        while not opened.exists():
            assert time.monotonic() < end, "no browser was started"
            time.sleep(0.05)
        asked, code = opened.read_text().strip().split("/?code=")
        assert asked == server.base and server.token not in code and len(code) * 4 >= 128
        for target in (f"/?code={code[:-1]}", f"/?code={code}0", f"/index.html?code={code}", f"/rpc/overview?code={code}"):
            assert server.get(target, token=None).status == 401, target
        first, second = (server.get(f"/?code={code}&run=0", token=None) for _ in range(2))
        assert first.status == 303 and first.headers["Location"].endswith("/?run=0")
        cookie = first.headers["Set-Cookie"].split("; ")[0]
        assert server.get(first.headers["Location"], token=None, headers={"Cookie": cookie}).status == 200
        assert is_error(second, 401), "it lets in once"
        assert server.stop() == (0, "")


def test_without_a_browser_it_serves_on(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with Server(RECORDING, "--open") as server:
        assert server.get("/").status == 200
        status, said = server.stop()
        assert status == 0 and said.count("\n") == 1 and "xdg-open" in said and "yourself" in said
