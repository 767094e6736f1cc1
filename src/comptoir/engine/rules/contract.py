"""The contract: the rules that every game implements and engine loops call by name.

The last two, `choice_of` and `action_of`, are always derived from the declaration of the verbs.
These stubs never run: `CallGraph` replaces each with the game's own function.
"""

from collections.abc import MutableSequence, Sequence

from .rule import contract
from .table import Box, Table


@contract
def deal(t: Table, box: Box, seats: int, key: Sequence[int], stream: int) -> None:
    """Set up a new game from a cipher key and stream, replacing the current state."""
    raise NotImplementedError


@contract
def actors(t: Table, box: Box) -> int:
    """Return a bit for every seat that the table waits for; 0 when the game is over.

    Each of them has legal moves. Other seats may have some too, but the table does not wait
    for them, and bots in other seats do not act.
    """
    raise NotImplementedError


@contract
def legal(t: Table, box: Box, seat: int, moves: MutableSequence[int]) -> int:
    """Write a seat's legal actions in ascending order, and return how many there are."""
    raise NotImplementedError


@contract
def play(t: Table, box: Box, seat: int, action: int) -> None:
    """Play an action, which the caller has checked to be legal."""
    raise NotImplementedError


@contract
def imagine(t: Table, box: Box, seat: int, dice: MutableSequence[int]) -> None:
    """Deal again all that a seat cannot know, consistent with everything it has seen.

    The result depends only on what the seat knows and on the dice, never on hidden facts.
    """
    raise NotImplementedError


@contract
def observe(t: Table, box: Box, seat: int, out: MutableSequence[int]) -> None:
    """Write a seat's observation, the numbers that a learner receives."""
    raise NotImplementedError


@contract
def standing(
    t: Table, box: Box, points: MutableSequence[int], ranks: MutableSequence[int]
) -> int:
    """Write points and ranks (1 is first, ties share a rank); return how the game ended."""
    raise NotImplementedError


@contract
def redeal(t: Table, box: Box, seat: int, dice: MutableSequence[int]) -> None:
    """Deal again what the declaration of the fields hides: cards of decks and sealed choices.

    It is the derived `imagine`, for a game's own `imagine` to call first and to continue.
    """
    raise NotImplementedError


@contract
def house(
    t: Table,
    box: Box,
    seat: int,
    moves: Sequence[int],
    count: int,
    *dice: MutableSequence[int],
) -> int:
    """Choose one of a seat's legal moves by rules of thumb, using only what the seat knows.

    A game's function may take the bots' `dice` as its last parameter.
    """
    raise NotImplementedError


@contract
def choice_of(t: Table, seat: int, action: int) -> int:
    """Return a seat's action as a choice: the number that learners and networks use."""
    raise NotImplementedError


@contract
def action_of(
    t: Table, box: Box, seat: int, choice: int, moves: MutableSequence[int]
) -> int:
    """Return the action that a seat's legal choice stands for; `moves` is scratch space."""
    raise NotImplementedError


WORDS = (deal, actors, legal, play, imagine, observe, standing, house)
