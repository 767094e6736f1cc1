"""Times how long strong bots take to be ready, from the first click, if nothing is compiled.

    python benchmarks/ready.py [--game NAME …] [--seconds 300] [--json]

For each game it starts `comptoir serve` with an empty cache, creates a table against master:300
bots as the page does, and plays the first legal move at every turn, until the time is over, or
for one game after the search was compiled. A bot's move is timed from the start of its turn
until the player receives it, without the pause that the table makes bots keep (`pace`). It
prints the seconds until the first bot's move, the slowest move, the seconds until the search
was compiled, and how many answers failed.
"""

import argparse
import asyncio
import json
import sys
import time

import httpx
from serving import serving
from websockets.asyncio.client import connect

from comptoir import games

BOT = "master:300"
PACE = 0.5  # seconds per move, as on the page
LIMITS = ("messages=1000",)
BARS = {"slowest_move_s": 2.0, "compiled_after_s": 20.0, "failed": 0}


def main() -> int:
    """Measure every game, and print a line for each."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", action="append", choices=[*games()])
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    missed = 0
    for name in asked.game or games():
        with serving(LIMITS, cold=True) as address:
            played = asyncio.run(Player(address).play(name, asked.seconds))
        figures = {"game": name} | played
        over = [
            bar
            for bar, most in BARS.items()
            if figures[bar] is None or figures[bar] > most
        ]
        missed += bool(over)
        if asked.json:
            print(json.dumps(figures), flush=True)
        else:
            told = "  ".join(f"{key} {value}" for key, value in figures.items())
            print(f"{told}  {'missed: ' + ', '.join(over) if over else 'holds'}")
    return min(missed, 1)


class Player:
    """A player who moves immediately and measures times."""

    def __init__(self, address: str):
        self.address = address
        self.times: list[float] = []  # of bots' moves, without the table's own pause
        self.first: float | None = None
        self.compiled: float | None = None
        self.failed = self.weak = 0

    async def play(self, game: str, seconds: float) -> dict[str, object]:
        """Create a table, play, and return the measurements."""
        async with httpx.AsyncClient(base_url=self.address, timeout=60) as client:
            token = (await client.post("/api/me", json={"name": "Ada"})).json()["token"]
            client.headers["Authorization"] = f"Bearer {token}"
            start = time.perf_counter()
            while time.perf_counter() - start < seconds:
                settings = {"game": game, "pace": PACE}
                bots = [None, *[BOT] * (games()[game].check_seats(None) - 1)]
                body = {"settings": settings, "seat": 0, "bots": bots}
                request = {"request": f"r{time.perf_counter()}"}
                made = await client.post("/api/tables", json=body | request)
                made.raise_for_status()
                await self._sit(made.json()["table"]["id"], token, start, seconds)
                if self.compiled is not None:
                    break
        return {
            "first_move_s": _round(self.first),
            "slowest_move_s": _round(max(self.times, default=None)),
            "compiled_after_s": _round(self.compiled),
            "failed": self.failed,
            "bot_moves": len(self.times),
        }

    async def _sit(self, table: str, token: str, start: float, seconds: float) -> None:
        url = f"{self.address.replace('http', 'ws')}/api/tables/{table}/socket"
        headers = {"Authorization": f"Bearer {token}"}
        began = time.perf_counter()
        async with connect(url, additional_headers=headers, max_size=None) as socket:
            while (left := seconds - (time.perf_counter() - start)) > 0:
                try:
                    async with asyncio.timeout(left):
                        said = json.loads(await socket.recv())
                except TimeoutError:
                    return
                now = time.perf_counter()
                if said["type"] == "warming" and not said["seats"]:
                    self.compiled = self.compiled or now - start
                if "state" not in said:
                    continue
                for line in said["lines"]:
                    began = self._heard(line["what"], began, now, start)
                if said["state"]["state"] == "over":
                    return
                own = said["state"]["own"]
                if own["legal"]:
                    move = {"type": "move", "id": f"m{now}", "action": own["legal"][0]}
                    await socket.send(json.dumps(move | {"asked": own["asked"]}))

    def _heard(self, what: dict, began: float, now: float, start: float) -> float:
        """Record a message; return the time at which the next bot's turn began."""
        if what["kind"] == "faltered":
            self.failed += what["why"] == "failed"
            return began
        if what["kind"] == "moved" and what["by"] == "bot":
            self.times.append(max(0.0, now - began - PACE))
            self.first = self.first or now - start
        return now


def _round(seconds: float | None) -> float | None:
    return None if seconds is None else round(seconds, 2)


if __name__ == "__main__":
    sys.exit(main())
