"""Laws about seats: bots and learners make the same choices in every seat.

A table is turned. If the rules play on alike, they know no seats by number. Then all that
chooses must do the same: what it sees and what it does, as counted from its own seat, is the
same.
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
from comptoir.engine.rules.rng import DICE_WORDS, dice_word
from comptoir.engine.runs.tree import SearchSettings, Tree
from comptoir.engine.runs.turning import left, rules_turn, turned

from .random_games import positions

EVERY = 5  # moves between checks
GAMES = 4  # games whose positions are searched
LOOKS = 24  # positions that are searched
ITERATIONS = 200
MARGIN = 0.06  # how much further apart searches of turned tables may be by chance
POLICY = Policy(0.0)


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
    """Yield a position, the same one with the seats turned, and a seat that has a choice.

    In a game whose actions name seats, the choice is one among seats.
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
