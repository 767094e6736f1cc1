"""Tempers: how a bot bargains. Levels differ in how well they judge, characters in habits."""

from typing import NamedTuple

from .data import PLAYERS
from .state import Table


class Temper(NamedTuple):
    """A way of bargaining."""

    blur: float = 0.0  # how far its estimates may be wrong
    blind: bool = False  # sees its own progress only, not that of the others
    margin: float = 0.0  # share of its chances that a deal must bring at least
    steps: int = 3  # raises of one offer, at most
    lies: float = 0.0  # share of the claims that are lies
    hides: float = 0.1  # share of the cards that it lays hidden
    talks: float = 0.33  # share of its offers that come with a phrase
    rounds: int = 2  # calls before it closes a sale


CHARACTERS = {
    "honest": Temper(lies=0.0, hides=0.0, talks=0.2),
    "hard": Temper(margin=0.08, steps=1, hides=0.1, lies=0.1, talks=0.1, rounds=1),
    "generous": Temper(steps=4, hides=0.0, lies=0.0, talks=0.6),
    "bluffer": Temper(lies=0.8, hides=0.7, talks=0.4),
    "talkative": Temper(steps=4, lies=0.25, hides=0.2, talks=1.0),
}
LEVELS = {  # how far a level's estimates are wrong
    "novice": (1.2, True),
    "casual": (0.7, False),
    "strong": (0.3, False),
    "expert": (0.0, False),
    "master": (0.0, False),
}
# After a LONG game bots try something else, or the same cards go to and fro for ever: their
# estimates blur by so much with each further sale, up to BORING of them.
LONG, BORED, BORING = 18, 0.15, 12
MIX = ("honest", "hard", "talkative", "bluffer", "generous")


def temper_of(style: str, t: Table, seat: int) -> Temper:
    """Return the temper of a character, or that of a level, which differs from seat to seat.

    A level's tempers go around the table from the buyer of the contraband, so that no seat
    has a temper of its own.
    """
    bored = BORED * min(BORING, max(0, t.sales - LONG))
    if style in CHARACTERS:
        return CHARACTERS[style]._replace(blur=bored)
    blur, blind = LEVELS.get(style, (0.3, False))
    place = (seat - t.high_bidder) % PLAYERS
    kind = CHARACTERS[MIX[(place + t.high_bid) % len(MIX)]]
    return kind._replace(blur=max(blur, bored), blind=blind)
