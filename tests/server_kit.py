"""Servers, databases and players for the tests of the online table."""

import asyncio
import contextlib
import itertools
import os
import random
import re
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import threading
import warnings
from functools import partial
from pathlib import Path
from typing import ClassVar

import asyncpg
import httpx
import msgspec
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from comptoir.cli.commands import serve as command
from comptoir.server.bots.pool import BotPool
from comptoir.server.operations.limits import Limits
from comptoir.server.rooms.rooms import Rooms
from comptoir.server.web.app import create_app
from waiting import PATIENCE, wait_until

GENEROUS = [
    part
    for limit in (
        "requests=1e9", "burst=1000000", "sockets=100000", "messages=1e9",
        "message_burst=1000000", "sign_ups=1e9", "tables=100000", "strikes=1000000",
        "talk=1e9", "talk_burst=1000000", "player_sockets=100000", "new_tables=1e9",
        "new_table_burst=1000000", "unwatched=1e9",
    )
    for part in ("--limit", limit)
]  # fmt: skip

PREPARED = (
    "host", "port", "metrics_port", "database", "own", "bot_workers", "limits", "keep",
    "contact", "address", "mail", "studies", "trust", "seed",
)  # fmt: skip


def postgres_binaries():
    """Return the folder of PostgreSQL's programs, if they are on this machine."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    found = shutil.which("initdb")
    folders += [Path(found).resolve().parent, Path(found).parent] if found else []
    return next(
        (f for f in folders if (f / "initdb").exists() and (f / "postgres").exists()),
        None,
    )


@contextlib.contextmanager
def postgres_server(folder):
    """Start PostgreSQL on a free port of loopback, as a user other than root."""
    binaries, data = postgres_binaries(), folder / "data"
    other = {}
    if os.geteuid() == 0:
        other = {"user": "nobody", "env": os.environ | {"HOME": str(folder)}}
        for parent in (folder, *folder.parents):
            if parent.owner() == "root" and parent.parent != parent:
                parent.chmod(parent.stat().st_mode | 0o011)
        shutil.chown(folder, "nobody")
    null = subprocess.DEVNULL
    quiet = {"stdout": null, "stderr": null, "cwd": "/", **other}
    initdb = f"{binaries}/initdb -D {data} -U comptoir -A trust -E UTF8 --no-sync"
    subprocess.run(initdb.split(), check=True, **quiet)
    process, port = _start_postgres(binaries, data, quiet)
    try:
        yield f"postgresql://comptoir@127.0.0.1:{port}/postgres"
    finally:
        process.send_signal(
            signal.SIGINT
        )  # fast shutdown: SIGTERM would wait for every client
        process.wait(PATIENCE)


def _start_postgres(binaries, data, quiet):
    """Start PostgreSQL on a free port; try another one if the port has been taken meanwhile."""
    fast = ["-c", "max_connections=60", "-c", "fsync=off", "-c", "full_page_writes=off"]
    while True:
        port = free_port()
        command = f"{binaries}/postgres -D {data} -p {port} -h 127.0.0.1 -k {data}"
        process = subprocess.Popen([*command.split(), *fast], **quiet)
        if wait_until(partial(_ready_or_ended, binaries, process, port)) == "ready":
            return process, port


def _ready_or_ended(binaries, process, port):
    if process.poll() is not None:
        return "ended"
    ready = [binaries / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(port)]
    return subprocess.run(ready, check=False).returncode == 0 and "ready"


def new_postgres(address):
    """Return the address of a new, empty database on a server."""
    name = f"t{secrets.token_hex(4)}"

    async def create():
        connection = await asyncpg.connect(address)
        await connection.execute(f"CREATE DATABASE {name}")
        await connection.close()

    asyncio.run(create())
    return address.rpartition("/")[0] + f"/{name}"


def free_port():
    """Return a port that is free now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def start(where, *flags, source=None):
    """Start a server process, optionally from another source tree; return it and its address.

    It has one bot worker, unless the flags say otherwise.
    """
    command = [sys.executable, "-m", "comptoir.cli", "serve", "--no-browser"]
    command += ["--port", "0", "--database", str(where), "--log", "error"]
    workers = (
        "--thinkers" if source else "--bot-workers"
    )  # the option's name in the last release
    command += [workers, "1", *flags]
    env = os.environ | ({"PYTHONPATH": str(source)} if source else {})
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env)
    with process.stdout as said:
        address = re.search(r"http://[\w.:]+", said.readline())[0]
    wait_until(lambda: process.poll() is not None or answers(address))
    assert process.poll() is None, "the server has ended"
    return process, address


def run_server(*flags):
    """Run a server in this process, which can be killed."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    command.serve.main(["--no-browser", "--log", "error", *flags])


def get(url, **given):
    """Send a GET request with a long timeout."""
    return httpx.get(url, timeout=PATIENCE, **given)


def post(url, **given):
    """Send a POST request with a long timeout."""
    return httpx.post(url, timeout=PATIENCE, **given)


def answers(address):
    """Return True if a server answers."""
    try:
        return get(f"{address}/healthz").is_success
    except httpx.TransportError:
        return False


@contextlib.contextmanager
def serve(where, *flags, source=None):
    """Run a server while the context is open; it must stop gracefully."""
    process, address = start(where, *flags, source=source)
    try:
        yield address
    finally:
        process.terminate()
        assert process.wait(PATIENCE) == 0


class HandClock:
    """A clock in milliseconds since 1970 that advances only when a test says so."""

    def __init__(self):
        self.now = 1_760_000_000_000

    def __call__(self):
        return self.now

    def pass_by(self, seconds):
        """Let some seconds pass."""
        self.now += int(seconds * 1000)


@contextlib.contextmanager
def serve_here(database, clock=None, announcing=None):
    """Run a server in this process, on real sockets, so that a test can control its clock."""
    limits = Limits(sign_ups=1e9, unwatched=1e9, messages=1e9)
    rooms = Rooms(database, BotPool(1), limits, clock=clock, announcing=announcing)
    with serve_rooms(rooms) as address:
        yield address


@contextlib.contextmanager
def serve_rooms(rooms):
    """A server in this process, for rooms that a test inspects."""
    with warnings.catch_warnings(action="ignore"):
        server = command._server(create_app(rooms), rooms, "")
        with _running(server, [command._listen("127.0.0.1", 0)]) as address:
            yield address


@contextlib.contextmanager
def serve_by(where, *flags):
    """A server in this process, set up by the flags of `comptoir serve`.

    It takes a tenth of the time of a separate process, which would start its bots at once.
    """
    flags = ["--port", "0", "--bot-workers", "1", "--database", str(where), *flags]
    with command.serve.make_context("serve", flags) as context:
        given = {name: context.params[name] for name in PREPARED}
    with (
        warnings.catch_warnings(action="ignore"),
        _running(*command.prepare(**given, warm=False)) as address,
    ):
        yield address


@contextlib.contextmanager
def _running(server, listening):
    address = "http://{}:{}".format(*listening[0].getsockname())
    thread = threading.Thread(target=server.run, args=(listening,))
    thread.start()
    wait_until(lambda: server.started or not thread.is_alive(), every=0.01)
    try:
        assert server.started, server.fault
        yield address
    finally:
        server.should_exit = True
        thread.join(PATIENCE)
        for one in listening:
            one.close()


class Person:
    """A player with a token, who sends HTTP requests and sits at tables."""

    lines: ClassVar = []  # open HTTP clients, closed after each test

    def __init__(self, server, name="Ada", language="en"):
        self.http = httpx.Client(base_url=server, timeout=PATIENCE)
        self.lines.append(self.http)
        self.server = server
        answer = self.http.post("/api/me", json={"name": name, "language": language})
        self.token = answer.json()["token"]
        self.http.headers["Authorization"] = f"Bearer {self.token}"

    def move_to(self, server):
        """Continue at another server, or at one that was restarted."""
        self.server = server
        self.http.base_url = server

    def make(self, game="batavia", seat=0, bots=(), seats=None, **settings):
        """Make a table and return its id."""
        given = {"game": game, "seats": seats, "pace": 0, **settings}
        body = {"settings": given, "request": secrets.token_hex(4), "seat": seat}
        answer = self.http.post("/api/tables", json=body | {"bots": list(bots)})
        assert answer.status_code == 201, answer.text
        return answer.json()["table"]["id"]

    def sit(self, table, seat):
        """Take a seat."""
        answer = self.http.post(f"/api/tables/{table}/seats/{seat}", json={})
        assert answer.status_code == 200, answer.text
        return answer.json()

    def state(self, table):
        """Return the table as this person sees it."""
        return self.http.get(f"/api/tables/{table}").json()["state"]

    def at(self, table, since=None, language="en"):
        """Return a socket at a table, for `async with`."""
        return Place(self, table, since, language)


class Place:
    """A socket at a table: the last state it received, and answers by request."""

    ids = itertools.count(1)

    def __init__(self, person, table, since=None, language="en"):
        self.person = person
        query = f"?language={language}" + (
            f"&since={since}" if since is not None else ""
        )
        base = person.server.replace("http", "ws", 1)
        self.url = f"{base}/api/tables/{table}/socket{query}"
        self.number = 0
        self.state = None
        self.lines = []
        self.raw = []

    async def __aenter__(self):
        headers = (
            {"Authorization": f"Bearer {self.person.token}"}
            if self.person.token
            else {}
        )
        self.socket = await connect(
            self.url, additional_headers=headers, compression=None, close_timeout=1,
            open_timeout=PATIENCE, ping_interval=None,
        )  # fmt: skip
        self.welcome = await self.hear()
        return self

    async def __aexit__(self, *error):
        await self.socket.close()

    async def hear(self):
        """Return the next message; store updates."""
        async with asyncio.timeout(PATIENCE):
            message = await self.socket.recv()
        self.raw.append(message)
        said = msgspec.json.decode(message)
        if said["type"] in ("welcome", "news"):
            self.number, self.state = said["number"], said["state"]
            self.lines += said["lines"]
        return said

    async def send(self, kind, **fields):
        """Send a request and return its id."""
        name = fields.pop("id", None) or f"q{next(self.ids)}"
        await self.socket.send(
            msgspec.json.encode({"type": kind, "id": name, **fields}).decode()
        )
        return name

    async def ask(self, kind, **fields):
        """Send a request and return its answer; updates before it are stored."""
        name = await self.send(kind, **fields)
        while True:
            said = await self.hear()
            if said.get("id") == name:
                return said

    async def until(self, true):
        """Receive messages until a condition on the state holds."""
        while not true(self.state):
            await self.hear()
        return self.state

    async def closed(self):
        """Receive messages until the server closes the socket; return the close code."""
        try:
            while True:
                await self.hear()
        except ConnectionClosed as closed:
            return closed.rcvd.code

    async def move(self, action=None):
        """Make a move, by default any legal one, and return the answer."""
        own = self.state["own"]
        return await self.ask(
            "move", action=action or own["legal"][0], asked=own["asked"]
        )


async def play_on(places, moves):
    """Let people make a number of random moves, or fewer if the game ends."""
    dice = random.Random(7)
    while places[0].state["state"] != "over" and places[0].state["moves"] < moves:
        place = next((p for p in places if p.state["own"]["legal"]), None)
        if place is None:  # a bot's turn
            await places[0].hear()
            number = places[0].number
        else:
            said = await place.move(dice.choice(place.state["own"]["legal"]))
            assert said["type"] == "done", said
            number = said["number"]
        for other in places:
            while other.number < number:
                await other.hear()
