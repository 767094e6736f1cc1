"""The worth of each action: win rates with and without it, and choices hardly ever taken.

An action names a card, a tile, a bid or a way to play. A difference in win rates does not prove
that the action caused it: the player may already have been ahead, or lucky to be able to take
the action.
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

# seats that must take an action, and seats that must not, before its worth is reported
OFTEN = 200
ASKED = 400  # how often a choice must be offered before it can count as unused
DEAD = 0.01  # a choice taken in a smaller share of its offers counts as unused


class ActionWorth(msgspec.Struct, frozen=True):
    """An action: the share of seats that took it, and their win rate compared with the
    others'.
    """

    action: str
    taken: float
    won_with: float
    won_without: float
    value: float  # difference between the two win rates
    low: float
    high: float
    sure: bool = False  # significant after correction for testing all actions


class UnusedChoice(msgspec.Struct, frozen=True):
    """A choice that is offered and hardly ever taken."""

    action: str
    offered: int
    chosen: int


def usage(tally: StudyTotals, variant: int) -> dict[str, Estimate]:
    """Return how often each action was taken per game."""
    found = {}
    for action, row in tally.worth[variant].items():
        mean = row[TIMES] / tally.games
        variance = max(row[TIMES_2] / tally.games - mean * mean, 1 / tally.games)
        half = Z * math.sqrt(variance / tally.games)
        found[action] = Estimate(mean, half, tally.games)
    return found


def pieces_of(tally: StudyTotals, variant: int, seats: int) -> list[ActionWorth]:
    """Return the worth of each action with enough data, the most significant and largest
    first.
    """
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
    """Return the worth of one action.

    Its interval treats games as independent, but not the seats of one game.
    """
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
    """Return the effective number of actions in use: 2 to the power of the choices' entropy.

    Choices within a game are correlated to an unknown degree. The interval is therefore the
    widest possible one, as if each game counted as a single choice.
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
    """Return the choices often offered and taken in less than 1 % of these offers."""
    offered, chosen = tally.offered[variant], tally.chosen[variant]
    found = [
        UnusedChoice(one, count, chosen.get(one, 0)) for one, count in offered.items()
    ]
    dead = [
        one for one in found if one.offered >= ASKED and one.chosen < DEAD * one.offered
    ]
    return sorted(dead, key=lambda one: -one.offered)
