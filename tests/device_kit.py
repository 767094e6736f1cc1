"""A simulated device: its storage is in memory, and its pages record what they are sent."""

import asyncio
import json
from itertools import count

from comptoir.server.browser.worker import begin

NUMBERS = count(1)


class MemoryShelf:
    """The browser's storage, in memory; `refuses` names the operations that fail."""

    def __init__(self):
        self.kept, self.reviews, self.refuses = {}, {}, ""

    async def put(self, name, before, number, text, summary):
        if self.refuses:
            return self.refuses
        if self.kept.get(name, (0,))[0] != before:
            return "conflict"
        self.kept[name] = (number, text, summary)
        return "stored"

    async def get(self, name):
        return self.kept[name][1] if name in self.kept else ""

    async def summaries(self):
        return [summary for _, _, summary in self.kept.values()]

    async def remove(self, name):
        del self.kept[name]

    async def put_review(self, key, text):
        self.reviews[key] = text

    async def get_review(self, key):
        return self.reviews.get(key, "")


class Device:
    """What the browser provides to its tables; two workers on one device are two tabs."""

    def __init__(self):
        self.shelf, self.time, self.tabs = MemoryShelf(), 0, []

    def now(self):
        self.time += 1
        return self.time

    def stored(self, name):
        for tab in self.tabs:
            tab.heard_of.add(name)

    async def document(self, path):
        raise FileNotFoundError(path)

    async def need(self, game):
        pass

    async def kernels(self, module, description):
        raise FileNotFoundError

    def tab(self):
        worker = begin(self)
        worker.heard_of = set()
        self.tabs.append(worker)
        return worker


class Page:
    """A page at a table: what it was sent, and what it requests."""

    def __init__(self, worker):
        self.worker, self.number, self.said = worker, next(NUMBERS), []
        self.state = None

    async def open(self, table, **query):
        asked = "&".join(f"{key}={value}" for key, value in query.items())
        url = f"/tables/{table}/socket?{asked}"
        await self.worker.connect(self.number, url, self._hear)

    def _hear(self, text):
        told = json.loads(text)
        self.said.append(told)
        self.state = told.get("state", self.state)

    async def ask(self, kind, **fields):
        name = f"r{next(NUMBERS)}"
        message = {"type": kind, "id": name, **fields}
        await self.worker.receive(self.number, json.dumps(message))
        return next(one for one in reversed(self.said) if one.get("id") == name)

    async def move(self, pick=-1):
        own = self.state["own"]
        return await self.ask("move", action=own["legal"][pick], asked=own["asked"])

    @property
    def asked(self):
        """True if the page's seat may act and the table waits for it."""
        state = self.state
        return state["seat"] in state["actors"] and state["own"]["legal"] != []

    async def until(self, ready):
        while not ready():  # noqa: ASYNC110 - bots move meanwhile
            await asyncio.sleep(0)


async def ask(worker, verb, path, body=None):
    """Return the status and the answer to a request."""
    said = await worker.request(verb, path, json.dumps(body) if body else "")
    status, kind, text = json.loads(said)
    return status, json.loads(text) if kind == "application/json" else text


async def new_table(worker, game, seats=4, people=1, **options):
    """Create a table with people on the device, and house bots."""
    await ask(worker, "POST", "/me", {"name": "Ada"})
    settings = {"game": game, "seats": seats, "pace": 0, "options": options}
    bots = [None] * people + ["house"] * (seats - people)
    body = {"settings": settings, "request": "r", "seat": 0, "bots": bots}
    status, made = await ask(worker, "POST", "/tables", body)
    assert status == 200, made
    table = made["table"]["id"]
    for seat in range(1, people):
        who = {"name": f"Guest {seat}"}
        await ask(worker, "POST", f"/tables/{table}/seats/{seat}", who)
    return table
