"""The words every game answers, in the rule subset; engine loops call them by these names.

Nothing here is ever run: `CallGraph` puts the game's own function in each one's place.
"""

from collections.abc import MutableSequence, Sequence

from .rule import contract
from .table import Box, Table


@contract
def deal(t: Table, box: Box, seats: int, key: Sequence[int], stream: int) -> None:
    """Set up a game from a key of chance, whatever lay on the table before."""
    raise NotImplementedError


@contract
def actors(t: Table, box: Box) -> int:
    """Return a bit for every seat that the table waits for; 0 when the game is over.

    They all have legal moves. Others may have some too, but nobody waits for them, and
    bots are not asked.
    """
    raise NotImplementedError


@contract
def legal(t: Table, box: Box, seat: int, moves: MutableSequence[int]) -> int:
    """List the actions a seat may take, rising, and return their number (0: none)."""
    raise NotImplementedError


@contract
def play(t: Table, box: Box, seat: int, action: int) -> None:
    """Carry out a legal action; trusts its caller."""
    raise NotImplementedError


@contract
def imagine(t: Table, box: Box, seat: int, dice: MutableSequence[int]) -> None:
    """Deal anew all that a seat cannot know, consistent with all it has seen.

    The result depends on what the seat knows and on the dice, never on the truth.
    """
    raise NotImplementedError


@contract
def observe(t: Table, box: Box, seat: int, out: MutableSequence[int]) -> None:
    """Write the numbers a learner in that seat sees."""
    raise NotImplementedError


@contract
def standing(
    t: Table, box: Box, points: MutableSequence[int], ranks: MutableSequence[int]
) -> int:
    """Write points and ranks (1 is first, equals share); return how the game ended."""
    raise NotImplementedError


@contract
def house(t: Table, box: Box, seat: int, moves: Sequence[int], count: int) -> int:
    """Choose one of a seat's legal moves by a few honest rules of thumb."""
    raise NotImplementedError


WORDS = (deal, actors, legal, play, imagine, observe, standing, house)
