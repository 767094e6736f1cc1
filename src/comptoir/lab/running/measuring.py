"""Plays a study's games in plain Python, with their events, for the study's own measures."""

import math
from collections.abc import Iterator
from typing import Any

import msgspec
import numpy as np

from comptoir.bots import Seat, find, new_dice
from comptoir.engine.play.match import Match
from comptoir.engine.rules.rng import throw
from comptoir.lab.statistics.moments import Array, Z
from comptoir.lab.studies.measures import EVENT, PHASE, Happening, phases_of
from comptoir.lab.studies.study import Study
from comptoir.lab.studies.variants import Variant

from .plain import changed_table


class MeasureAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """A measure's mean over a variant's games, and its difference from the first variant."""

    measure: str
    labels: dict[str, str]
    variant: str
    value: float
    low: float
    high: float
    change: float
    change_half: float
    games: int


def measured(study: Study) -> list[MeasureAnswer]:
    """Return the answers to a study's own measures, from its first deals."""
    found: list[MeasureAnswer] = []
    if not study.measures:
        return found
    played = [_numbers(study, variant) for variant in study.variants]
    for at, measure in enumerate(study.measures):
        base = played[0][:, at]
        for variant, numbers in zip(study.variants, played, strict=True):
            own = numbers[:, at]
            half, mean = _half(own), float(own.mean())
            found.append(
                MeasureAnswer(
                    measure=measure.name, labels=measure.labels, variant=variant.name,
                    value=mean, low=mean - half, high=mean + half,
                    change=float((own - base).mean()), change_half=_half(own - base),
                    games=len(own),
                )
            )  # fmt: skip
    return found


def _half(numbers: Array) -> float:
    return Z * float(numbers.std(ddof=1)) / math.sqrt(len(numbers))


def _numbers(study: Study, variant: Variant) -> Array:
    """Return every measure of some games of a variant, ``[games, measures]``."""
    rows = []
    for number in range(study.asked.replays):
        match = Match(
            variant.game, variant.seats, f"{study.seed}/{number}", variant.options
        )
        if variant.changes:
            match.position.table = changed_table(
                variant, match.position.table, variant.change
            )
        happened = [*_played(study, variant, match, number)]
        rows.append([one.of_game(match, happened) for one in study.measures])
    return np.array(rows, float)


def _played(
    study: Study, variant: Variant, match: Match, number: int
) -> Iterator[Happening]:
    """Play a game to its end, and yield what happens."""
    seated = study.lineups[0].seated(number, variant.seats)
    bots: list[Any] = [find(name) for name in seated]
    players = [one() if isinstance(one, type) else one for one in bots]
    dice, phases = new_dice(f"{study.seed}/{number}"), phases_of(variant.game)
    for event in match.opening:
        yield Happening(EVENT + event.name, "")
    while not match.over:
        seat = match.actors[throw(dice, len(match.actors))]
        phase = phases[getattr(match.position.table, PHASE)] if phases else ""
        action = variant.game.actions.read(players[seat](Seat.at(match, seat, dice)))
        yield Happening(str(action), phase)
        for event in match.play(seat, action):
            yield Happening(EVENT + event.name, phase)
