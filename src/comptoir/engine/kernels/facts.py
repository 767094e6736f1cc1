"""The lab's kernel: plays whole games and records facts about each for designers.

A game's facts are a row of numbers, updated with a few instructions per move. Whenever
the turn passes to another seat, the leader by current points is recorded (a sample).
"""

from collections.abc import Mapping, MutableSequence, Sequence
from math import log2
from typing import Any, NamedTuple

from comptoir.engine.model.game import Game
from comptoir.engine.rules.contract import actors, standing
from comptoir.engine.rules.rule import rule
from comptoir.engine.rules.table import MOST_SEATS, NOBODY, Box, Table

from .arrays import zeros
from .batched import (
    BotScratch,
    Environments,
    StepResults,
    batch_arguments,
    policy_arguments,
)
from .environment import row_of, write_result
from .kernel import kernel
from .loop import CHOICES, GAME, LAST, play_on

# Indices in the row of a game's facts.
MOVES = 0
DECISIONS = 1  # moves with more than one legal action
OPTIONS = 2  # sum of legal actions over all decisions
BITS = 3  # sum of log2(legal actions) over all decisions, in thousandths of a bit
FIRST = 4  # the seat that acted first
CHANGES = 5  # how often the lead changed from one seat to another
SINCE = 6  # the sample at which the last leader took the lead
LOOKS = 7  # the number of samples of the leader
LEADER = 8  # the last sole leader; NOBODY before there was one
HALF = 9  # the sole leader after half of the samples, or NOBODY
LATE = 10  # the sole leader after three quarters of the samples, or NOBODY
BEHIND = 11  # from here on, by seat: the most points it was behind
# Where several seats choose at once, only the one with most legal actions counts here.
TURNS = BEHIND + MOST_SEATS
TURN_DECISIONS = TURNS + 1
TURN_BITS = TURNS + 2
PENDING = TURNS + 3  # a bit for every seat choosing at once that has yet to move
SLOWEST = TURNS + 4  # the most legal actions of any seat choosing at once
FACT_WORDS = TURNS + 5

TRACE = 1024  # samples of the leader that are stored
SHARE = 840  # units of one victory: divisible by two to eight winners
SAMPLE = 8  # in one of this many games, offered and chosen actions are recorded
MOST = 255  # the largest count of an action's use by a seat
# Sums for each action over games: seats that took it, their victories, the products needed
# for confidence intervals, and how often it was taken.
TOOK, WON, TOOK_2, TOOK_WON, WON_2, TIMES, TIMES_2 = range(7)
WORTH_WORDS = 7
UNIT = 1000  # thousandths of a bit


class FactArrays(NamedTuple):
    """The arrays in which facts about games are recorded."""

    words: Any  # the facts of each game
    trace: Any  # the leader at each sample
    taken: Any  # how often each seat took each action, in this game
    offered: Any  # how often each action was offered and chosen, in the sampled games
    worth: Any  # sums by action, indexed by TOOK and the constants after it
    bits: Any  # log2 by number of legal actions, in thousandths


def facts_arguments(game: Game, seats: int = 1, size: int = 1) -> Mapping[str, Any]:
    """Return the kernel's arguments for `size` tables."""
    actions = len(game.actions)
    study = FactArrays(
        words=zeros("i8", size, FACT_WORDS),
        trace=zeros("i1", size, TRACE),
        taken=zeros("u1", size, seats, actions),
        offered=zeros("i8", size, 2, actions),
        worth=zeros("i8", size, actions, WORTH_WORDS),
        bits=zeros("i8", actions + 1),
    )
    study.bits[:] = [round(log2(max(n, 1)) * UNIT) for n in range(actions + 1)]
    return {**batch_arguments(game), "study": study}


def facts_by_policy(game: Game) -> Mapping[str, Any]:
    """Return the arguments of the kernel if bots use a network."""
    return {**facts_arguments(game), "scratch": policy_arguments(game)["scratch"]}


@rule
def begin_facts(facts: MutableSequence[int], taken: Any, seat: int) -> None:
    """Reset the facts for a game in which `seat` acts first."""
    for word in range(len(facts)):
        facts[word] = 0
    facts[FIRST] = seat
    facts[LEADER] = NOBODY
    for row in range(len(taken)):
        for action in range(len(taken[row])):
            taken[row][action] = 0


@rule
def note_move(
    facts: MutableSequence[int],
    taken: MutableSequence[int],
    bits: Sequence[int],
    waiting: int,
    seat: int,
    action: int,
    count: int,
) -> None:
    """Record one of `count` legal moves; `waiting` has a bit for every seat that is to move."""
    if facts[PENDING] >> seat & 1 == 0:
        facts[TURNS] += 1
        facts[PENDING] = waiting
        facts[SLOWEST] = 1
    facts[PENDING] -= 1 << seat
    if count > facts[SLOWEST]:
        facts[TURN_DECISIONS] += facts[SLOWEST] == 1
        facts[TURN_BITS] += bits[count] - bits[facts[SLOWEST]]
        facts[SLOWEST] = count
    facts[MOVES] += 1
    if count > 1:
        facts[DECISIONS] += 1
        facts[OPTIONS] += count
        facts[BITS] += bits[count]
    if taken[action] < MOST:
        taken[action] += 1


@rule
def note_leader(
    t: Table,
    box: Box,
    facts: MutableSequence[int],
    trace: MutableSequence[int],
    points: MutableSequence[int],
    ranks: MutableSequence[int],
) -> None:
    """Record the sole leader by current points, and how far the other seats are behind."""
    standing(t, box, points, ranks)
    best, leader, equals = points[0], NOBODY, 0
    for seat in range(t.seats):
        best = max(best, points[seat])
        if ranks[seat] == 1:
            leader = seat
            equals += 1
    leader = leader if equals == 1 else NOBODY
    for seat in range(t.seats):
        facts[BEHIND + seat] = max(facts[BEHIND + seat], best - points[seat])
    trace[min(facts[LOOKS], TRACE - 1)] = leader
    if leader not in (NOBODY, facts[LEADER]):
        if facts[LEADER] != NOBODY:
            facts[CHANGES] += 1
        facts[LEADER] = leader
        facts[SINCE] = facts[LOOKS]
    facts[LOOKS] += 1


@rule
def end_facts(
    facts: MutableSequence[int],
    trace: Sequence[int],
    taken: Any,
    ranks: Sequence[int],
    worth: Any,
) -> None:
    """Record the leaders along the way, and add the result to the sums for each action."""
    seats = len(taken)
    looks = min(facts[LOOKS], TRACE)
    facts[HALF] = trace[looks // 2] if looks else NOBODY
    facts[LATE] = trace[looks * 3 // 4] if looks else NOBODY
    winners = 0
    for seat in range(seats):
        winners += ranks[seat] == 1
    share = SHARE // max(winners, 1)
    for action in range(len(worth)):
        took, won, times = 0, 0, 0
        for seat in range(seats):
            if taken[seat][action] > 0:
                took += 1
                times += taken[seat][action]
                won += share if ranks[seat] == 1 else 0
        if took:
            row = worth[action]
            row[TOOK] += took
            row[WON] += won
            row[TOOK_2] += took * took
            row[TOOK_WON] += took * won
            row[WON_2] += won * won
            row[TIMES] += times
            row[TIMES_2] += times * times


@kernel(facts_arguments, facts_by_policy)
def facts_tables(
    tables: Any,
    boxes: Any,
    env: Environments,
    results: StepResults,
    study: FactArrays,
    scratch: BotScratch,
    first: int,
    end: int,
) -> None:
    """Let bots play each game to its end, and record its facts."""
    bots, config, states, current = env.bots, env.config, env.states, env.current
    over, endings, rewards = results.over, results.ending, results.rewards
    points, ranks = results.points, results.ranks
    facts, trace, taken, offered, worth, bits = study
    moves, policy = scratch.moves, scratch.policy
    box = boxes[0]
    for i in range(first, end):
        seat = current[i]
        over[i] = seat != NOBODY
        if seat != NOBODY:
            t, state = tables[row_of(tables, i)], states[i]
            begin_facts(facts[i], taken[i], seat)
            tells = state[GAME] % SAMPLE == 0
            while seat != NOBODY:
                asked = seat
                waiting = actors(t, box)
                seat = play_on(t, box, bots, moves, policy, state, asked, 1)
                action, count = state[LAST], state[CHOICES]
                note_move(
                    facts[i], taken[i][asked], bits, waiting, asked, action, count
                )
                if tells and count > 1:
                    for m in range(count):
                        offered[i][0][moves[m]] += 1
                    offered[i][1][action] += 1
                if seat not in (asked, NOBODY):
                    note_leader(t, box, facts[i], trace[i], points[i], ranks[i])
            endings[i] = write_result(t, box, config, points[i], ranks[i], rewards[i])
            end_facts(facts[i], trace[i], taken[i], ranks[i], worth[i])
            current[i] = NOBODY
