"""Plays games of bots that are not compiled one after another, in plain Python.

Facts about these games are the same as for compiled games, but no game is replayed from
intermediate positions.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from comptoir.bots import Seat, find
from comptoir.engine.errors import BadSetup
from comptoir.engine.kernels import facts as noting
from comptoir.engine.kernels.kernel import as_lists
from comptoir.engine.play.episode import Episode
from comptoir.engine.play.match import Match
from comptoir.engine.rules.table import NOBODY, new_tables, pack, unpack
from comptoir.engine.runs.facts import Facts
from comptoir.lab.studies.variants import Variant

Array = np.ndarray[Any, Any]
Change = Callable[[Any], None]  # of dealt tables, given as NumPy records


class _Notes:
    """The facts recorded during one game, as lists."""

    def __init__(self, variant: Variant):
        game = variant.game
        made = noting.facts_arguments(game, variant.seats)["study"]
        words, trace, taken, offered, worth, bits = (as_lists(one) for one in made)
        self.words, self.trace, self.taken = words[0], trace[0], taken[0]
        self.offered, self.worth, self.bits = offered[0], worth[0], bits
        self._lead = game.plain(noting.note_leader)

    def move(self, waiting: int, seat: int, action: int, legal: list[int]) -> None:
        noting.note_move(
            self.words, self.taken[seat], self.bits, waiting, seat, action, len(legal)
        )
        if len(legal) > 1:
            for one in legal:
                self.offered[0][one] += 1
            self.offered[1][action] += 1

    def look(self, position: Any) -> None:
        points, ranks = [0] * len(self.taken), [0] * len(self.taken)
        self._lead(position.table, position.box, self.words, self.trace, points, ranks)


def changed_table(variant: Variant, table: Any, change: Change) -> Any:
    """Return a plain table after a change of its record."""
    record = new_tables(variant.game.table, 1)
    pack(table, record[0])
    change(record)
    return unpack(record[0])


def play_beside(
    variant: Variant,
    bots: list[str],
    seed: str,
    games: int,
    change: Change | None = None,
) -> tuple[Facts, tuple[Array, Array]]:
    """Play games of a seed in plain Python; return their facts and how often each action was
    taken.
    """
    notes, found = _Notes(variant), [find(bot) for bot in bots]
    text, _, first = seed.rpartition("/")
    lines = [
        _play_one(variant, bots, found, f"{text}/{int(first) + n}", notes, change)
        for n in range(games)
    ]
    words, points, ranks, ending = (np.array(part) for part in zip(*lines, strict=True))
    noted = np.array(notes.offered), np.array(notes.worth)
    return Facts(words, points, ranks, ending), noted


def facts_of_match(match: Match) -> Any:
    """Return the facts of a finished match, as a row for each of the arrays of `Facts`."""
    variant = Variant(match.game, "played", match.seats, {"options": match.options})
    notes, again = (
        _Notes(variant),
        Match(match.game, match.seats, match.seed, match.options),
    )
    noting.begin_facts(notes.words, notes.taken, match.moves[0].seat)
    for move, after in zip(match.moves, [*match.moves[1:], None], strict=True):
        waiting = sum(1 << seat for seat in again.actors) | 1 << move.seat
        legal = again.position.legal_numbers(move.seat)
        again.play(move.seat, move.action)
        notes.move(waiting, move.seat, move.action.number, legal)
        if after is not None and after.seat != move.seat:
            notes.look(again.position)
    points, ranks, ending = again.position.standing()
    noting.end_facts(notes.words, notes.trace, notes.taken, ranks, notes.worth)
    return list(notes.words), points, ranks, ending


def _play_one(
    variant: Variant,
    bots: list[str],
    found: list[Any],
    seed: str,
    notes: _Notes,
    change: Change | None,
) -> Any:
    """Play one game; if a bot fails, raise an error that names the bot."""
    episode = Episode(variant.game, variant.seats, variant.options)
    episode.deal(seed)
    if change:
        episode.position.table = changed_table(variant, episode.position.table, change)
        episode.ask()
    noting.begin_facts(notes.words, notes.taken, episode.seat)
    players = [one() if isinstance(one, type) else one for one in found]
    while not episode.over:
        seat, position = episode.seat, episode.position
        legal = position.legal_numbers(seat)
        asked = Seat(position.imagine(seat, episode.dice), seat, episode.dice)
        try:
            action = variant.game.actions.read(players[seat](asked)).number
        except Exception as error:
            what = f"{type(error).__name__}: {error}"
            raise BadSetup(
                f"{bots[seat]} in seat {seat}, game {seed}: {what}"
            ) from error
        if action not in legal:
            told = variant.game.actions[action]
            raise BadSetup(
                f"{bots[seat]} in seat {seat}, game {seed}: {told} is illegal"
            )
        waiting = sum(1 << each for each in position.actors)
        episode.play(action)
        notes.move(waiting, seat, action, legal)
        if episode.seat not in (seat, NOBODY):
            notes.look(episode.position)
    points, ranks, ending = episode.position.standing()
    noting.end_facts(notes.words, notes.trace, notes.taken, ranks, notes.worth)
    return list(notes.words), points, ranks, ending
