"""The play loop: picks the acting seat, lets bots move, stops at a learner or the end."""

from collections.abc import MutableSequence, Sequence
from typing import Any

from comptoir.engine.rules.contract import actors, house, legal, play
from comptoir.engine.rules.rng import DICE_WORDS, throw
from comptoir.engine.rules.rule import noinline, rule, with_dice
from comptoir.engine.rules.table import MOST_SEATS, NOBODY, Box, Table

from .network import PolicyArrays, ask, pick

# A bot number from 0 to 100 is the percentage of moves that the house bot makes; the others
# are random. LEARNER's moves come from the caller. POLICY plays by a network at temperature
# 0; each number below it raises the temperature by a thousandth.
RANDOM, HOUSE, LEARNER, POLICY = 0, 100, -1, -2
DEGREE = 1000.0
BOTS = {"random": RANDOM, "house": HOUSE}
PERCENT = 100

# Indices in a game's state array, kept beside its table: the bots' dice, then counters.
GAME = DICE_WORDS  # the index, among the seed's games, of the one on the table
NEXT = DICE_WORDS + 1  # the index of the game after it
PLAYED = DICE_WORDS + 2  # moves of this game so far
TOTAL = DICE_WORDS + 3  # moves of all games on this table
LAST = DICE_WORDS + 4  # the last action of a bot
CHOICES = DICE_WORDS + 5  # the number of legal actions it was chosen from
STATE_WORDS = DICE_WORDS + 6

UNLIMITED = 1 << 40  # more moves than any game has


def policy_at(temperature: float) -> int:
    """Return the number of the bot that plays by the policy at a temperature."""
    return POLICY - round(temperature * DEGREE)


@rule
def seat_to_ask(bits: int, dice: MutableSequence[int]) -> int:
    """Draw one of the seats that may act, uniformly."""
    chosen = 0
    if bits & (bits - 1) == 0:  # usually a single bit: computed without a branch
        for lower in range(1, MOST_SEATS):
            chosen += bits >> lower > 0
        return chosen
    count = 0
    seat = 0
    rest = bits
    while rest:
        if rest & 1:
            count += 1
            if count == 1 or throw(dice, count) == 0:
                chosen = seat
        rest >>= 1
        seat += 1
    return chosen


@rule
def next_seat(t: Table, box: Box, dice: MutableSequence[int]) -> int:
    """Return the seat that acts next, drawn if several may; NOBODY at the end."""
    bits = actors(t, box)
    return seat_to_ask(bits, dice) if bits else NOBODY


@rule
def favourite_with_dice(
    t: Table,
    box: Box,
    seat: int,
    moves: Sequence[int],
    count: int,
    dice: MutableSequence[int],
) -> int:
    """Return the house bot's move, in a game whose house bot takes dice."""
    return house(t, box, seat, moves, count, dice)


@with_dice(favourite_with_dice)
def favourite(
    t: Table,
    box: Box,
    seat: int,
    moves: Sequence[int],
    count: int,
    dice: MutableSequence[int],
) -> int:
    """Return the house bot's move."""
    return house(t, box, seat, moves, count)


@rule
def choose_with_dice(
    t: Table,
    box: Box,
    seat: int,
    bot: int,
    moves: Sequence[int],
    count: int,
    dice: MutableSequence[int],
) -> int:
    """Choose one of the legal moves as a bot does, in a game whose house bot takes dice."""
    if bot == HOUSE or (bot != RANDOM and throw(dice, PERCENT) < bot):
        return house(t, box, seat, moves, count, dice) if count > 1 else moves[0]
    return moves[throw(dice, count)]


@with_dice(choose_with_dice)
def choose(
    t: Table,
    box: Box,
    seat: int,
    bot: int,
    moves: Sequence[int],
    count: int,
    dice: MutableSequence[int],
) -> int:
    """Choose one of the legal moves as a bot does."""
    if bot == HOUSE or (bot != RANDOM and throw(dice, PERCENT) < bot):
        return house(t, box, seat, moves, count) if count > 1 else moves[0]
    return moves[throw(dice, count)]


@rule
def choose_by_policy(
    t: Table,
    box: Box,
    seat: int,
    bot: int,
    moves: Sequence[int],
    count: int,
    policy: PolicyArrays,
    dice: MutableSequence[int],
) -> int:
    """Sample a legal move from the policy's distribution for the seat's observation."""
    temperature = (POLICY - bot) / DEGREE
    ask(t, box, seat, count, temperature, 0.0, policy, moves)
    return pick(moves, count, policy.weights, dice)


@noinline
def play_on(
    t: Table,
    box: Box,
    bots: Sequence[int],
    moves: MutableSequence[int],
    policy: Any,
    state: MutableSequence[int],
    seat: int,
    limit: int,
) -> int:
    """Let bots play on from `seat` until a learner's turn, the end, or `limit` moves.

    `policy` is a `PolicyArrays`, or `()` to compile without a network. Returns the seat
    that acts next.
    """
    left, action, count = limit, state[LAST], state[CHOICES]
    while left > 0 and seat != NOBODY and bots[seat] != LEARNER:
        count = legal(t, box, seat, moves)
        if len(policy) > 0 and bots[seat] <= POLICY:
            bot = bots[seat]
            action = choose_by_policy(t, box, seat, bot, moves, count, policy, state)
        else:
            action = choose(t, box, seat, bots[seat], moves, count, state)
        play(t, box, seat, action)
        left -= 1
        seat = next_seat(t, box, state)
    state[LAST], state[CHOICES] = action, count
    state[PLAYED] += limit - left
    state[TOTAL] += limit - left
    return seat
