"""Lists of legal moves."""

from collections.abc import MutableSequence

from .rule import rule


@rule
def add_if(may: bool, moves: MutableSequence[int], count: int, action: int) -> int:
    """Add an action to a list if it may be taken, and return the list's length.

    It is written either way and the next one over it, without a branch: for what a
    processor cannot guess. Where little may be done, one of sixty cards, asking is as
    quick.
    """
    moves[count] = action
    return count + may
