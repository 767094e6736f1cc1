"""Laws about seats: bots and learners make the same choices in every seat.

A table is turned: every player moves on by one seat, with all they own and know. If the rules
treat the turned table alike, they do not depend on seat numbers. Then bots, observations and
searches must not either: what they see and do, relative to their seat, must stay the same. The
declarations say what belongs to seats: axes of seats, SEAT, and `seats_from`.
"""

from collections.abc import Callable, Iterator
from itertools import islice
from statistics import mean
from typing import Any

from comptoir.bots import Seat, new_dice
from comptoir.bots.policy import Policy, network_of
from comptoir.engine.backends import compiler
from comptoir.engine.model.actions import Action
from comptoir.engine.model.game import Game
from comptoir.engine.play.position import Position
from comptoir.engine.rules.fields import SEAT, Field
from comptoir.engine.rules.rng import DICE_WORDS, dice_word
from comptoir.engine.rules.table import copy
from comptoir.engine.runs.tree import SearchSettings, Tree

from .random_games import positions

EVERY = 5  # moves between checks
GAMES = 4  # games whose positions are searched
LOOKS = 24  # positions that are searched
ITERATIONS = 200
MARGIN = 0.06  # how much further apart searches of turned tables may be by chance
POLICY = Policy(0.0)


def turned(position: Position) -> Position:
    """Return the position after every player has moved to the seat on the left."""
    t = copy(position.table)
    for name, one in position.game.table_class.own_fields().items():
        setattr(t, name, _turned(one, one.axes, getattr(t, name), t.seats))
    return Position(position.game, t, position.box)


def _turned(one: Field, axes: tuple[Any, ...], value: Any, seats: int) -> Any:
    if axes:
        rows = [_turned(one, axes[1:], row, seats) for row in value]
        if isinstance(axes[0], range):
            rows[:seats] = [
                rows[seat - 1 if seat else seats - 1] for seat in range(seats)
            ]
        return rows
    starts = (0,) if one.of is SEAT else one.seats_from
    start = max((each for each in starts if each <= value), default=None)
    return value if start is None else start + (value - start + 1) % seats


def rules_turn(position: Position, other: Position) -> bool:
    """Return True if the rules treat a table and its turned version alike.

    Actions are compared by what they lead to, not by their numbers.
    """
    seats = position.table.seats
    if sorted(left(seat, seats) for seat in position.actors) != other.actors:
        return False
    for seat in position.actors:
        here, there = _outcomes(position, seat), _outcomes(other, left(seat, seats))
        if sorted(repr(turned(one).table.__dict__) for one in here.values()) != sorted(
            repr(one.table.__dict__) for one in there.values()
        ):
            return False
    return True


def _outcomes(position: Position, seat: int) -> dict[int, Position]:
    """Return, by choice, the positions after those actions of a seat that use no chance."""
    found = {}
    for choice, action in position.choices(seat).items():
        after = position.copy()
        after.play(seat, action)
        if after.chance_used == position.chance_used:
            found[choice] = after
    return found


def left(seat: int, seats: int) -> int:
    """Return the seat to the left."""
    return (seat + 1) % seats


def pairs(game: Game, seats: int, seed: str) -> Iterator[tuple[Position, Position]]:
    """Yield positions with their turned versions, as long as the rules treat both alike."""
    for match, _ in positions(game, seats, seed):
        if match.over or len(match.moves) % EVERY:
            continue
        position = match.position.copy()
        other = turned(position)
        if not rules_turn(position, other):
            return
        yield position, other


def every_legal_action_is_a_choice_of_its_own(
    game: Game, seats: int, options: Any
) -> None:
    """No two legal actions of a seat are the same choice for a learner."""
    choices = game.actions.choices
    for match, _ in positions(game, seats, "choices", options):
        for seat in range(seats):
            legal, told = match.legal(seat), match.position.choices(seat)
            assert len(legal) == len(told), (
                f"some of {legal} are one choice to learners"
            )
            assert all(number in range(len(choices)) for number in told), [*told]


def bots_choose_alike_from_every_seat(game: Game, seats: int) -> None:
    """What a seat sees, and what the house bot and the policy do, turns with the table."""
    for position, other in pairs(game, seats, "turned"):
        for seat in range(seats):
            there = left(seat, seats)
            same = position.choices(seat).keys() == other.choices(there).keys()
            assert same, "actions name seats by their number"
            same = position.observe(seat) == other.observe(there)
            assert same, f"learners are told that their seat is {seat}"
        for seat in position.actors:
            for name, bot in _bots(game).items():
                one = position.choice(seat, bot(position, seat))
                two = other.choice(left(seat, seats), bot(other, left(seat, seats)))
                told = [str(game.actions.choices[choice]) for choice in (one, two)]
                assert one == two, f"{name} chooses by the number of its seat: {told}"


def _bots(game: Game) -> dict[str, Callable[[Position, int], Action]]:
    """Return the bots of a game that do not search."""
    found: dict[str, Callable[[Position, int], Action]] = {}
    if game.has_house:
        found["the house bot"] = Position.house
    if network_of(game):
        found["the policy"] = _by_policy
    return found


def _by_policy(position: Position, seat: int) -> Action:
    return POLICY(Seat(position, seat, new_dice("policy")))


def the_search_chooses_alike_from_every_seat(game: Game, seats: int) -> None:
    """Searches of a table and its turned version agree as well as two of one table."""
    kernels = compiler.kernels_of(game) if compiler.available() else None
    network = network_of(game) if kernels else None
    looks = [*islice(_to_search(game, seats), LOOKS)]
    for guide in {None, network} if looks else ():
        tree = Tree(game, seats, ITERATIONS, kernels, guide)
        pairs_apart = [_apart(tree, *look) for look in looks]
        alike, turned_too = map(mean, zip(*pairs_apart, strict=True))
        told = f"{turned_too:.2f} apart, and two searches of one table {alike:.2f}"
        assert turned_too < alike + MARGIN, f"searches of turned tables are {told}"


def _to_search(game: Game, seats: int) -> Iterator[tuple[Position, Position, int]]:
    """Yield positions, their turned versions, and a seat with a choice.

    In a game whose actions name seats, the choice is among seats.
    """
    named = {c.number for c in game.actions.choices if str(c.what).startswith("+")}
    for seed in range(GAMES):
        for position, other in pairs(game, seats, f"searched-{seed}"):
            for seat in position.actors:
                told = position.choices(seat).keys()
                if len(told & named if named else told) > 1:
                    yield position, other, seat


def _apart(
    tree: Tree, position: Position, other: Position, seat: int
) -> tuple[float, float]:
    """Return how far two searches of a table differ, and one of it from one turned."""
    one, again = (_visits(tree, position, seat, dice) for dice in ("1", "2"))
    there = _visits(tree, other, left(seat, position.table.seats), "3")
    return _distance(one, again), _distance(one, there)


def _visits(tree: Tree, position: Position, seat: int, seed: str) -> dict[int, float]:
    """Return the share of visits that a search gives to each choice of a seat."""
    dice = new_dice(seed)
    tree.plant(
        position.table, position.box, seat, [dice_word(dice) for _ in range(DICE_WORDS)]
    )
    tree.grow(ITERATIONS, SearchSettings().for_game(position.game))
    found = {position.choice(seat, one.move): one.visits for one in tree.branches()}
    return {choice: visits / tree.iterations for choice, visits in found.items()}


def _distance(one: dict[int, float], other: dict[int, float]) -> float:
    """Return the total variation distance of two distributions."""
    return sum(abs(one.get(n, 0) - other.get(n, 0)) for n in {*one, *other}) / 2
