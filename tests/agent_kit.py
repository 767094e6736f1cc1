"""Agents for tests of the benchmark: the same play, entered in every possible way."""

import json
import sys
import textwrap
import threading
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

FILE = """
def last(seat):
    return seat.legal[-1]

def fails(seat):
    if len(seat.history) > 30:
        raise RuntimeError("out of ideas")
    return seat.legal[-1]
"""

PROGRAM = """
    import json, sys
    for line in sys.stdin:
        asked = json.loads(line)
        if asked["ask"] == "hello":
            answer = {{"wants": ["observation"]}}
        else:
            assert len(asked["observation"]) > 100
            answer = {{"action": asked["legal"][-1]}}
        {then}
        print(json.dumps(answer), flush=True)
"""


def last(seat):
    """The agent of this kit: it plays the last legal action."""
    return seat.legal[-1]


def answer(asked):
    """Answer as `last` does, by the number of the choice."""
    return {} if asked["ask"] == "hello" else {"choice": asked["choices"][-1]}


def process(folder, then="pass"):
    """Return the name of a process that plays like `last`, running `then` before answers."""
    path = folder / "program.py"
    path.write_text(textwrap.dedent(PROGRAM).format(then=then))
    return f"process:{sys.executable} {path}"


def own_file(folder, name="last"):
    """Return the name of the same agent in a file."""
    path = folder / "own.py"
    path.write_text(FILE)
    return f"{path}:{name}"


@contextmanager
def endpoint(answering=answer, port=0):
    """Serve an agent on loopback; yield its address.

    `answering` returns an object to send as JSON, bytes to send unchanged, or an HTTP status.
    """

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self):
            length = int(self.headers["Content-Length"])
            said = answering(json.loads(self.rfile.read(length)))
            status = said if isinstance(said, int) else 200
            body = said if isinstance(said, bytes) else json.dumps(said).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            with suppress(OSError):  # the client may have given up
                self.wfile.write(body)

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
    server.daemon_threads = True
    serving = threading.Thread(target=server.serve_forever, daemon=True)
    serving.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()
        serving.join()
