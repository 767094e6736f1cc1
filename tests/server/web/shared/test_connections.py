"""Slow connections, and those that send too much in their headers."""

import base64
import contextlib
import os
import re
import socket

import pytest

import server_kit as kit
from comptoir.server.operations.limits import DEBT
from comptoir.server.web.shared.connections import PIPELINED


@pytest.fixture(scope="module")
def hasty(tmp_path_factory):
    """A server with almost no patience."""
    flags = ["--limit", "patience=1", "--limit", "head=4096"]
    with kit.serve_by(
        tmp_path_factory.mktemp("hasty") / "x.sqlite3", *flags
    ) as address:
        yield address


def line(server):
    """Open a bare connection."""
    host, port = server.removeprefix("http://").split(":")
    return socket.create_connection((host, int(port)), timeout=kit.PATIENCE)


def heard(connection):
    """Return all that the server sends until it closes the connection."""
    said = b""
    try:
        while part := connection.recv(65536):
            said += part
    except ConnectionResetError:
        pass
    return said


@pytest.mark.parametrize(
    "begun",
    [
        b"",
        b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ",
        b"POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n{",
        b"GET /nowhere HTTP/1.1\r\nHost: x\r\n\r\n\r\n",  # answered, then nothing more
        b"GET /nowhere HTTP/1.1\r\nHost: x\r\n\r\nGET /",  # answered, then half of one
        b"POST /api/lobby HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
    ],
)
def test_a_request_that_does_not_arrive_ends_the_connection(hasty, begun):
    with line(hasty) as slow:
        slow.sendall(begun)
        said = heard(slow)

    assert (b"404" in said) == (b"nowhere" in begun)


@pytest.mark.parametrize(
    "head",
    [
        b"X: " + b"x" * 10_000,
        b"".join(b"X-%d: y\r\n" % number for number in range(1000)),
        b"X: " + b"x" * 10_000 + b"\r\n\r\n",
    ],
)
def test_headers_have_a_largest_size(hasty, head):
    with line(hasty) as large:
        large.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n" + head)

        assert heard(large).startswith(b"HTTP/1.1 431 ")
    assert 200 == kit.get(f"{hasty}/healthz").status_code


def test_who_does_not_read_an_answer_is_cut_off(hasty):
    """Many answers are asked for at once, and none is read until the server has ended it."""
    with line(hasty) as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
        asks = b"GET /api/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n" * PIPELINED
        deaf.sendall(asks)

        def ended():
            try:
                deaf.send(b"\r\n")
            except OSError:
                return True
            return False

        kit.wait_until(ended)
    assert 200 == kit.get(f"{hasty}/healthz").status_code


def test_requests_that_wait_for_no_answer_end_a_connection(hasty):
    """Eight connections full of them once kept everybody else waiting for seconds."""
    with line(hasty) as hurried:
        with contextlib.suppress(OSError):  # cut off while it is still sending
            hurried.sendall(b"GET /nowhere HTTP/1.1\r\nHost: x\r\n\r\n" * 20_000)
        answers = heard(hurried).count(b"HTTP/1.1 ")

    assert answers <= PIPELINED
    assert 200 == kit.get(f"{hasty}/healthz").status_code


def test_who_goes_on_asking_after_many_refusals_is_cut_off(tmp_path):
    """Also on a connection that is open already."""
    flags = ("--limit", "requests=0.001", "--limit", "burst=3")
    with (
        kit.serve_by(tmp_path / "x.sqlite3", *flags) as server,
        line(server) as stubborn,
    ):
        statuses = []
        with contextlib.suppress(OSError):
            while len(statuses) < 1000:
                stubborn.sendall(b"GET /nowhere HTTP/1.1\r\nHost: x\r\n\r\n")
                if not (said := stubborn.recv(65536)):
                    break
                statuses += re.findall(rb"HTTP/1.1 (\d+)", said)

    assert [b"404"] * 3 == statuses[:3]
    assert b"429" == statuses[-1]
    assert len(statuses) < 3 + 2 * DEBT


MASK = bytes(4)  # a mask of zeros leaves the content as it is


def web_socket(server):
    """Open a WebSocket at the lobby by hand."""
    opened = line(server)
    key = base64.b64encode(os.urandom(16)).decode()
    asked = (
        "GET /api/lobby HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n"
    )
    opened.sendall(asked.encode())
    assert opened.recv(65536).startswith(b"HTTP/1.1 101 ")
    return opened


@pytest.mark.parametrize(
    "frame",
    [
        b"\x89\x80" + MASK,  # ping
        b"\x8a\x80" + MASK,  # pong
        b"\x81\x81" + MASK + b"x",  # text
        b"\x01\x80" + MASK,  # the beginning of a text
    ],
    ids=["ping", "pong", "text", "parts"],
)
def test_a_flood_of_frames_ends_a_socket(hasty, frame):
    """Others go on."""
    again = b"\x00\x80" + MASK if frame[0] == 1 else frame  # a text without an end
    with web_socket(hasty) as polite, web_socket(hasty) as flood:
        with contextlib.suppress(OSError):  # cut off while it is still sending
            flood.sendall(frame + again * 50_000)
        pongs = heard(flood).count(b"\x8a\x00")
        polite.sendall(b"\x89\x83" + MASK + b"abc")
        answered = b""
        while b"\x8a\x03abc" not in answered:
            answered += polite.recv(65536)

    assert pongs < 2_000
