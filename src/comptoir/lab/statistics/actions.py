"""The worth of each action: win rates with and without it, and choices nobody takes.

An action names a card, a tile, a bid or a way to play. A player who takes it may be ahead
already, or lucky to be able to: a difference in win rates does not prove a cause.
"""

import math

import msgspec

from comptoir.engine.kernels.facts import (
    SAMPLE,
    SHARE,
    TIMES,
    TIMES_2,
    TOOK,
    TOOK_2,
    TOOK_WON,
    WON,
    WON_2,
)

from .moments import Estimate, Z, holm
from .totals import StudyTotals

OFTEN = 200  # seats that took, or did not take, an action before its worth is told
ASKED = 400  # offers before a choice may be called dead
DEAD = 0.01  # of the offers


class ActionWorth(msgspec.Struct, frozen=True):
    """An action: how many of the seats took it, and how often they won with and without."""

    action: str
    taken: float
    won_with: float
    won_without: float
    value: float  # the difference
    low: float
    high: float
    sure: bool = False  # whether it is told from noise, among all actions


class UnusedChoice(msgspec.Struct, frozen=True):
    """A choice that is offered and hardly ever taken."""

    action: str
    offered: int
    chosen: int


def usage(tally: StudyTotals, variant: int) -> dict[str, Estimate]:
    """Return how often each action was taken in a game."""
    found = {}
    for action, row in tally.worth[variant].items():
        mean = row[TIMES] / tally.games
        variance = max(row[TIMES_2] / tally.games - mean * mean, 1 / tally.games)
        half = Z * math.sqrt(variance / tally.games)
        found[action] = Estimate(mean, half, tally.games)
    return found


def pieces_of(tally: StudyTotals, variant: int, seats: int) -> list[ActionWorth]:
    """Return all actions taken often and left often, those surely worth most first."""
    games, worth = tally.games, tally.worth[variant]
    found = [
        _piece(action, row, games, seats)
        for action, row in worth.items()
        if min(row[TOOK], seats * games - row[TOOK]) >= OFTEN
    ]
    sure = holm(Estimate(one.value, one.high - one.value, games) for one in found)
    marked = [
        msgspec.structs.replace(one, sure=each)
        for one, each in zip(found, sure, strict=True)
    ]
    return sorted(marked, key=lambda one: min(abs(one.low), abs(one.high)) * -one.sure)


def _piece(action: str, row: list[int], games: int, seats: int) -> ActionWorth:
    """Return the worth of an action; seats of one game are not independent, games are."""
    taken, won = row[TOOK] / games, row[WON] / SHARE / games
    left = seats - taken
    slope_taken = -won / taken**2 - (1 - won) / left**2
    slope_won = 1 / taken + 1 / left
    spread_taken = row[TOOK_2] / games - taken**2
    spread_won = row[WON_2] / SHARE**2 / games - won**2
    shared = row[TOOK_WON] / SHARE / games - taken * won
    variance = (
        slope_taken**2 * spread_taken
        + slope_won**2 * spread_won
        + 2 * slope_taken * slope_won * shared
    )
    half = Z * math.sqrt(max(variance, 0.0) / games)
    with_, without = won / taken, (1 - won) / left
    value = with_ - without
    return ActionWorth(
        action, taken / seats, with_, without, value, value - half, value + half
    )


def variety(tally: StudyTotals, variant: int) -> Estimate:
    """Return how many actions are in real use: 2 to the entropy of what was chosen.

    Choices of one game hang together, nobody knows how much: the interval is the widest
    there could be, that of games which each tell no more than one choice.
    """
    chosen = tally.chosen[variant].values()
    shares = [count / sum(chosen) for count in chosen if count]
    bits = [-math.log2(share) for share in shares]
    mean = sum(map(math.prod, zip(shares, bits, strict=True)))
    spread = sum(p * (b - mean) ** 2 for p, b in zip(shares, bits, strict=True))
    games = max(tally.games // SAMPLE, 1)
    half = Z * math.sqrt(spread / games) * math.log(2) * 2**mean
    return Estimate(2.0**mean, half, games)


def dead_choices(tally: StudyTotals, variant: int) -> list[UnusedChoice]:
    """Return what is offered often and taken in less than one of a hundred offers."""
    offered, chosen = tally.offered[variant], tally.chosen[variant]
    found = [
        UnusedChoice(one, count, chosen.get(one, 0)) for one, count in offered.items()
    ]
    dead = [
        one for one in found if one.offered >= ASKED and one.chosen < DEAD * one.offered
    ]
    return sorted(dead, key=lambda one: -one.offered)
