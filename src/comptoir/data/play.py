"""Plays games of bots and yields every decision: compiled, or one game after another."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
import numpy as np

from comptoir.bots import Seat, find
from comptoir.engine.backends import compiler
from comptoir.engine.errors import BadSetup
from comptoir.engine.kernels.loop import BOTS
from comptoir.engine.model import registry
from comptoir.engine.model.actions import whole_number
from comptoir.engine.model.game import Game
from comptoir.engine.model.seed import read_seed
from comptoir.engine.play.episode import Episode
from comptoir.engine.play.position import Options
from comptoir.engine.runs import checks
from comptoir.engine.runs.batch import Batch
from comptoir.engine.runs.log import Log
from comptoir.engine.runs.policy import network_for, temperature
from comptoir.engine.runs.seating import Bots, SeatedBot, name_of, seat_bots

from .columns import Decisions, Ends, Setup
from .played import Notes, sources_of

# games in a batch: without and with the columns for legal actions and observations
ROUND, WIDE_ROUND = 4096, 512
FEW = 16  # games in a batch that is played in plain Python


def decisions(
    game: str | Game,
    games: int = 1000,
    *,
    seats: int | None = None,
    bots: Bots = "house",
    seed: str | int | None = None,
    options: Options = None,
    legal: bool = False,
    observations: bool = False,
    sources: bool = False,
    first: int = 0,
    threads: int | None = None,
) -> Iterator[Decisions]:
    """Let bots play, and yield the decisions of a few whole games at a time.

    `random`, `house` and `policy` are compiled; a table with any other bot runs in Python.

    Args:
        game: A game or its name.
        games: The number of games; game n is the match of seed `SEED/n`.
        seats: The number of seats; four by default, if the game allows it.
        bots: `house,random`, where the last bot also fills the other seats; or a list of
            names and of callables.
        seed: The random seed; a new one by default.
        options: The game's options by name.
        legal: Include the legal actions of each decision.
        observations: Include what the seat observed, as numbers.
        sources: Include the sources of points; slower, as every game is replayed in Python.
        first: The number of the first game.
        threads: The number of threads; one for each core by default.
    """
    setup, seated = set_up(
        game, seats, bots, seed, options, legal=legal, observations=observations,
        sources=sources,
    )  # fmt: skip
    return play(setup, seated, first, games, threads)


def set_up(
    game: str | Game,
    seats: int | None,
    bots: Bots,
    seed: str | int | None,
    options: Options,
    *,
    legal: bool,
    observations: bool,
    sources: bool,
) -> tuple[Setup, list[SeatedBot]]:
    """Return the settings that determine the games, and the bot of each seat."""
    chosen = registry.load(game)
    count = chosen.check_seats(seats)
    seated = seat_bots(bots, count)
    for name in {bot for bot in seated if isinstance(bot, str)}:
        find(name)
        if temperature(name) is not None:
            network_for(chosen)
    text = read_seed(seed)
    read_seed(
        f"{text}/{10**9}"
    )  # refuse a seed that is too long together with a game's number
    setup = Setup(
        game=chosen.name,
        rules=chosen.version,
        seats=count,
        bots=[name_of(bot) for bot in seated],
        options=msgspec.json.decode(msgspec.json.encode(chosen.read_options(options))),
        seed=text,
        legal=legal,
        observations=observations,
        sources=sources,
    )
    return setup, seated


def play(
    setup: Setup,
    seated: Sequence[SeatedBot],
    first: int,
    games: int,
    threads: int | None = None,
) -> Iterator[Decisions]:
    """Play the games of a setup, and yield their decisions batch by batch."""
    checks.games(games)
    if (whole_number(first) is None) or first < 0:
        raise BadSetup(f"first {first!r}: expected the number of a game, from 0 on")
    inside = all(
        isinstance(bot, str) and (bot in BOTS or temperature(bot) is not None)
        for bot in seated
    )
    if not inside or not compiler.available():
        return _beside(setup, seated, first, games)
    return _inside(setup, first, games, threads)


def _inside(
    setup: Setup, first: int, games: int, threads: int | None
) -> Iterator[Decisions]:
    """Play on a compiled batch, and yield the decisions."""
    game, end = registry.load(setup.game), first + games
    most = WIDE_ROUND if setup.legal or setup.observations else ROUND
    size = min(games, most)
    batch = Batch(
        game, setup.seats, size, seed=setup.seed_of(first), options=setup.options,
        after="stop", fill=False, threads=threads,
    )  # fmt: skip
    for start in range(first, end, size):
        here = min(size, end - start)
        if start > first:
            if here < size:  # the last batch is smaller
                batch.reset(where=np.arange(size) < here)
            else:
                batch.reset()
        log = batch.rollout(
            bots=setup.bots, tell=True, legal=setup.legal,
            observation=setup.observations,
        )  # fmt: skip
        assert log is not None
        yield _with_sources(game, Decisions(setup, log, _ends(game, batch, log, here)))


def _ends(game: Game, batch: Batch, log: Log, games: int) -> Ends:
    """Return the results of the first `games` games on a batch."""
    return Ends(
        game=batch.games[:games],
        length=np.bincount(log.table, minlength=games)[:games],
        points=batch.points[:games].copy(),
        ranks=batch.ranks[:games].copy(),
        ending=[game.endings[n] for n in batch.ending[:games].tolist()],
    )


def _with_sources(game: Game, decisions: Decisions) -> Decisions:
    if decisions.setup.sources:
        found = [sources_of(game, record) for record in decisions.records()]
        decisions.ends.sources.extend(found)
    return decisions


def _beside(
    setup: Setup, seated: Sequence[SeatedBot], first: int, games: int
) -> Iterator[Decisions]:
    """Play one game after another in plain Python, and yield the decisions."""
    game, end = registry.load(setup.game), first + games
    what = {name: getattr(setup, name) for name in ("legal", "observations", "sources")}
    for start in range(first, end, FEW):
        notes = Notes(game, what)
        for number in range(start, min(start + FEW, end)):
            _play_one(setup, game, seated, number, notes)
        yield Decisions(setup, *notes.written())


def _play_one(
    setup: Setup, game: Game, seated: Sequence[SeatedBot], number: int, notes: Notes
) -> None:
    """Play one game; if a bot fails, raise an error that names the bot."""
    episode = Episode(game, setup.seats, setup.options)
    journal = episode.deal(setup.seed_of(number))
    bots = [_ready(bot) for bot in seated]
    while not episode.over:
        seat, position = episode.seat, episode.position
        asked = Seat(position.imagine(seat, episode.dice), seat, episode.dice)
        try:
            action = game.actions.read(bots[seat](asked)).number
        except Exception as error:
            name, what = name_of(seated[seat]), f"{type(error).__name__}: {error}"
            raise BadSetup(f"{name} in seat {seat}, game {number}: {what}") from error
        if action not in position.legal_numbers(seat):
            said = game.actions[action]
            raise BadSetup(
                f"{name_of(seated[seat])} in seat {seat}, game {number}: {said} is "
                "illegal there"
            )
        notes.decide(number, position, seat, action)
        journal += episode.play(action)
    notes.end(number, episode.position, game.read_journal(journal))


def _ready(bot: Any) -> Any:
    """Return a bot to call; a class is instantiated for each game."""
    found = find(bot) if isinstance(bot, str) else bot
    return found() if isinstance(found, type) else found
