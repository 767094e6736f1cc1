"""Compares kernels in WebAssembly with the CPU's: results byte by byte, sizes and speed.

    python benchmarks/wasm.py [--engines node,chromium,firefox,webkit] [--games 10000]
                              [--searches 200] [--game batavia] [--speed]

Games, of random and house bots, and searches of 60 iterations are spread over the numbers of
seats of each title; every second search is guided by the game's network, and 48 rollouts of a
review follow it. One line of JSON for
each game and engine, exit status 1 if a byte differs. `--speed` measures a guided search
of 1,000 iterations instead: each engine and the CPU in turns, milliseconds, the medians.
Engines that are not installed are named.
"""

import argparse
import gzip
import json
import random
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from hashlib import sha256
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from comptoir import Match, games
from comptoir.engine.backends import compiler, wasm_compiler
from comptoir.engine.backends.wasm import WasmKernels
from comptoir.engine.model.game import Game
from comptoir.engine.runs.browser import WasmNetwork
from comptoir.engine.runs.network import FILE, Network
from comptoir.engine.runs.tree import SearchSettings, Tree
from wasm_hosts import Firefox, NodeHost, PageHost, Playwright, WebKit
from wasm_kit import CopyingKernels, games_by, rollouts_by, tree_by

NEEDS = {
    "node": (),
    "chromium": ("chromium",),
    "firefox": ("firefox-esr",),
    "webkit": ("WebKitWebDriver", "Xvfb"),
}
ITERATIONS = 1000
ROUNDS = 7


def started(engine: str, stack: ExitStack) -> Any:
    """Start an engine and return it; None for Node, which starts once per module."""
    if engine == "node":
        return None
    if engine == "chromium":
        from playwright.sync_api import sync_playwright

        driver = stack.enter_context(sync_playwright())
        path = shutil.which("chromium")
        browser = stack.enter_context(driver.chromium.launch(executable_path=path))
        page = Playwright(browser.new_page())
        page.version = f"Chromium {browser.version}"
        return page
    made = Firefox() if engine == "firefox" else WebKit()
    stack.callback(made.close)
    return made


def digests(kernels: Any, game: Game, asked: Any) -> Iterator[str]:
    """Yield a hash for every part of the comparison."""

    def digest(parts: list[bytes]) -> str:
        return sha256(b"".join(parts)).hexdigest()

    share = -(-asked.games // len(game.seats))
    for seats in game.seats:
        for first in range(0, share, asked.chunk):
            count = min(asked.chunk, share - first)
            yield digest(games_by(kernels, game, seats, count, f"wasm{first}"))
    network = Network.shipped(game)
    for n in range(asked.searches):
        seats = game.seats[n // 2 % len(game.seats)]
        guide = network if n % 2 else None
        yield digest(tree_by(kernels, game, seats, guide, f"wasm{n}"))
        yield repr(rollouts_by(kernels, game, seats, f"wasm{n}"))


def compare(game: Game, engine: str, host: Any, asked: Any, natively: list[str]) -> Any:
    """Return the figures of one game in one engine."""
    start = time.perf_counter()
    here = [*digests(CopyingKernels(game, host), game, asked)]
    pairs = zip(natively, here, strict=True)
    return {
        "game": game.name,
        "engine": engine,
        "games": -(-asked.games // len(game.seats)) * len(game.seats),
        "searches": asked.searches,
        "different": sum(one != other for one, other in pairs),
        "seconds": round(time.perf_counter() - start, 1),
    }


def speed(game: Game, hosts: dict[str, Any]) -> Any:
    """Return the times of a guided search, on the CPU and in each engine in turns."""
    network = Network.shipped(game)
    if network is None:
        return {"game": game.name, "network": None}
    chance = random.Random(1)
    match = Match(game, seed="speed")
    while len(match.moves) < 20 or len(match.legal(match.actors[0])) < 3:
        match.play(match.actors[0], chance.choice(match.legal(match.actors[0])))
    seat, dice = match.actors[0], [1, 2, 3, 4]
    table = match.imagine(seat, dice)
    place = (game, match.seats, ITERATIONS)
    trees = {"cpu": Tree(*place, compiler.kernels_of(game), network)}
    for engine, host in hosts.items():
        kernels = WasmKernels(game, host)
        own = WasmNetwork(kernels, (game.folder / FILE).read_bytes())
        trees[engine] = Tree(*place, kernels, own)
    times: dict[str, list[float]] = {engine: [] for engine in trees}
    for _ in range(ROUNDS):
        for engine, tree in trees.items():
            tree.plant(table.table, table.box, seat, dice)
            start = time.perf_counter()
            tree.grow(ITERATIONS, SearchSettings())
            spent = 1000 * (time.perf_counter() - start)
            times[engine].append(
                hosts[engine].milliseconds if engine in hosts else spent
            )
    middle = {engine: statistics.median(spent) for engine, spent in times.items()}
    share = {
        f"{engine} of cpu": round(
            statistics.median(
                own / other for own, other in zip(times["cpu"], spent, strict=True)
            ),
            2,
        )
        for engine, spent in times.items()
        if engine != "cpu"
    }
    return {"game": game.name, **{e: round(t, 1) for e, t in middle.items()}, **share}


def sizes(game: Game, paths: list[Path]) -> Any:
    """Return the bytes that a page loads for a game's bots, plain and gzipped."""
    wasm = paths[0].read_bytes()
    return {
        "game": game.name,
        "module": len(wasm),
        "gzipped": len(gzip.compress(wasm, 9)),
        "network": (game.folder / FILE).stat().st_size,
    }


def main() -> int:
    """Run every engine, and return 1 if something differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--engines", default=",".join(NEEDS))
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--searches", type=int, default=200)
    parser.add_argument("--chunk", type=int, default=1000)
    parser.add_argument("--game", choices=[*games()], action="append")
    parser.add_argument("--speed", action="store_true")
    asked = parser.parse_args()
    chosen = [games()[name] for name in asked.game or games()]
    different = 0
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        engines = {}
        for engine in asked.engines.split(","):
            if missing := [one for one in NEEDS[engine] if not shutil.which(one)]:
                print(f"{engine}: left out, {', '.join(missing)} not installed")
                continue
            engines[engine] = started(engine, stack)
            print(engine, getattr(engines[engine], "version", ""), flush=True)
        for game in chosen:
            paths = wasm_compiler.write(game, folder)
            print(json.dumps(sizes(game, paths)), flush=True)
            hosts = {
                engine: PageHost(browser, *paths) if browser else NodeHost(*paths)
                for engine, browser in engines.items()
            }
            if asked.speed:
                print(json.dumps(speed(game, hosts)), flush=True)
                natively = []
            else:
                natively = [*digests(compiler.kernels_of(game), game, asked)]
                for engine, host in hosts.items():
                    found = compare(game, engine, host, asked, natively)
                    different += found["different"]
                    print(json.dumps(found), flush=True)
            for host in hosts.values():
                host.close()
    return min(different, 1)


if __name__ == "__main__":
    sys.exit(main())
