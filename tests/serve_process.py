"""A real `tdbg serve` on a recording, asked over HTTP."""

import http.client
import json
import os
import pathlib
import signal
import subprocess
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = pathlib.Path(os.environ.get("TDBG_BUILD_DIR", ROOT / "build" / "release"))
TDBG = BUILD / "tdbg"
PATIENCE_S = 60


class Response:
    def __init__(self, answer):
        self.status = answer.status
        self.headers = answer.headers
        self.body = answer.read()

    def json(self):
        return json.loads(self.body)


class Server:
    """Runs while the `with` block does. url has the token; base is the same without it. port: 0 for any that is
    free, None to leave it to tdbg."""

    def __init__(self, path, *options, port=0):
        command = [TDBG, "serve", str(path), *options, *([] if port is None else ["--port", str(port)])]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.greeting = self.process.stdout.readline()
        self.url = self.process.stdout.readline().strip()
        if not self.url:
            raise RuntimeError(f"tdbg serve ended: {self.process.communicate(timeout=PATIENCE_S)[1]}")
        parts = urllib.parse.urlsplit(self.url)
        self.host, self.port = parts.hostname, parts.port
        self.base = f"http://{parts.netloc}"
        self.token = urllib.parse.parse_qs(parts.query)["token"][0]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    def stop(self, how=signal.SIGTERM):
        """Its exit status and what it said on standard error."""
        if self.process.poll() is None:
            self.process.send_signal(how)
        _, said = self.process.communicate(timeout=PATIENCE_S)
        return self.process.returncode, said

    def connection(self):
        return http.client.HTTPConnection(self.host, self.port, timeout=PATIENCE_S)

    def request(self, method, target, body=None, headers=None, token=True):
        """target is sent as it is; token: True for the right one (as bearer), else what to send, None for none."""
        headers = dict(headers or {})
        if token:
            headers["Authorization"] = f"Bearer {self.token if token is True else token}"
        connection = self.connection()
        try:
            connection.request(method, target, body, headers)
            return Response(connection.getresponse())
        finally:
            connection.close()

    def get(self, target, **options):
        return self.request("GET", target, **options)

    def post(self, target, message=None, **options):
        """message becomes the JSON body."""
        return self.request("POST", target, json.dumps({} if message is None else message), **options)

    def call(self, method, message=None):
        """The answer of a typed request, which must succeed."""
        answer = self.post(f"/rpc/{method}", message)
        assert answer.status == 200, (method, answer.status, answer.body)
        return answer.json()
