"""The search: compiled equals plain, blind to hidden things, within its budget, sensible."""

from hashlib import sha256
from threading import Event

import pytest

from comptoir import Match
from comptoir.bots import Seat
from comptoir.bots.budget import Budget
from comptoir.bots.search import HOPE, Search
from comptoir.engine.backends import compiler
from comptoir.engine.backends.compiler import Compiled
from comptoir.engine.runs.tree import SLICE, SearchSettings, Tree
from random_play import (
    ends_first,
    positions,
    seat_of,
    some_positions,
    sure_wins,
)


def search(iterations, **more):
    return Search(Budget(iterations=iterations), **more)


def test_plain_and_compiled_think_the_same(game, monkeypatch):
    """Every count, share and move of the line, on tables from all stages."""
    Compiled(game).warm("search")
    for settings in (SearchSettings(), SearchSettings(all_seats=True, house_share=50)):
        quick, slow = search(6, settings=settings), search(6, settings=settings)
        for match, _ in some_positions(game, game.seats[-1], 4, every=37):
            thought = quick.think(seat_of(match))
            with monkeypatch.context() as patch:
                patch.setattr(compiler, "available", lambda: False)
                same = slow.think(seat_of(match))
                assert slow.prepare(game, match.seats)[0].plain
            assert not quick.prepare(game, match.seats)[0].plain
            assert thought.actions == same.actions
            assert thought.line == same.line
            assert thought.moves == same.moves


# Checksums of searches at some tables; they change with the search or the rules.
COUNTS = {
    "batavia": "4931885e9a00",
    "borneo": "4aef14994a38",
    "negoces": "6c6130f9b57b",
    "osaka": "58e8d20ceec4",
}


def counted(game):
    """Return a short hash of all visits, first places and points at three tables."""
    digest = sha256()
    for match, _ in some_positions(game, game.seats[-1], 3, every=31):
        thought = search(100).think(seat_of(match))
        told = [(str(w.action), w.visits, w.win, w.points) for w in thought.actions]
        digest.update(repr(told).encode())
    return digest.hexdigest()[:12]


def test_a_search_counts_what_it_counted_before(game):
    """To the bit: a change that was not intended fails here."""
    assert COUNTS.get(game.name) in (counted(game), None)


def test_the_same_dice_give_the_same_thoughts(game):
    """And so does a bot that has played other tables before."""
    match = Match(game, seed="same")
    used = search(60)
    for other, _ in some_positions(game, match.seats, 5):
        used(seat_of(other))
    first, second = used.think(seat_of(match)), search(60).think(seat_of(match))

    assert (first.actions, first.line) == (second.actions, second.line)
    assert 60 == first.iterations == sum(w.visits for w in first.actions)


def test_a_settled_choice_is_the_choice_of_the_whole_budget(game):
    """Stopping early saves time and changes nothing, the next move's dice included."""
    early, late = search(80), search(80)
    for match, dice in some_positions(game, game.seats[0], 12, every=7):
        number = match.actors[0]
        one, two = list(dice), list(dice)
        if len(match.legal(number)) > 1:
            choice = early(Seat.at(match, number, one))
            assert choice == late.think(Seat.at(match, number, two)).choice


def test_a_sure_win_is_taken(game):
    """Where one move ends the game in the seat's favour, no move that risks it is made."""
    for seat, _ in sure_wins(game, 2):
        assert ends_first(seat, search(400))


def test_threads_grow_trees_of_their_own():
    """Their visits are added up, and the budget is shared among them."""
    match = Match("batavia", seed="threads")
    thought = search(100, threads=3).think(seat_of(match))

    assert 102 == thought.iterations == sum(w.visits for w in thought.actions)


def test_a_full_tree_goes_on_thinking(game):
    """No room for further nodes: the visits are still counted."""
    tree = Tree(game, 4, 5, Compiled(game))
    seat = seat_of(Match(game, 4, "full"))
    tree.plant(seat.imagined.table, seat.imagined.box, seat.number, [1, 2, 3, 4])
    tree.grow(300, SearchSettings())

    assert 300 == tree.iterations
    assert 5 >= len(list(tree.branches()))


def test_one_legal_action_needs_no_thought():
    """It is taken at once, whatever the budget: no tree is allocated, no clock is read."""
    bot = Search(Budget(seconds=30.0), clock=lambda: pytest.fail("thought about it"))
    for match, dice in positions("batavia", 4, "forced"):
        if match.actors and len(match.legal(match.actors[0])) == 1:
            seat = Seat.at(match, match.actors[0], dice)
            assert seat.legal[0] == bot(seat)
            assert not bot._trees
            return
    pytest.fail("no forced move in a whole game")


class Clock:
    """A clock that advances with the iterations of a search, and sometimes stands still."""

    def __init__(self, seconds):
        self.seconds = seconds  # an iteration
        self.looks = 0
        self.bot = None

    def __call__(self):
        self.looks += 1
        trees = [tree for trees in self.bot._trees.values() for tree in trees]
        return self.seconds * sum(tree.iterations for tree in trees)


def timed(budget, seconds):
    """Return a search whose iterations take that many seconds, and its clock."""
    clock = Clock(seconds)
    clock.bot = Search(Budget(seconds=budget), clock=clock)
    return clock.bot, clock


def test_it_can_be_stopped_at_any_moment():
    """With its best choice so far."""
    bot, _ = timed(3600.0, 0.001)
    seat, stop = seat_of(Match("batavia")), Event()
    stop.set()
    thought = bot.think(seat, stop)

    assert 1 == thought.iterations
    assert thought.choice in seat.legal


@pytest.mark.parametrize("seconds", [0.001, 0.03, 0.07])
def test_it_stops_when_the_time_is_up(game, seconds):
    """Neither early nor more than one iteration late, however fast the machine is."""
    bot, clock = timed(0.1, seconds)
    thought = bot.think(seat_of(Match(game, seed="time")))

    assert 0.1 - seconds < thought.seconds < 0.1 + seconds
    assert thought.iterations * seconds == pytest.approx(thought.seconds)
    assert clock.looks < 100


def test_with_a_time_it_stops_where_nothing_behind_has_a_chance(game):
    """Before it is certain, but not while another move is close."""
    bot, _ = timed(0.4, 0.001)
    saved = 0
    for match, dice in some_positions(game, game.seats[0], 12, every=7):
        seat = Seat.at(match, match.actors[0], list(dice))
        if len(seat.legal) > 1:
            done = bot.decide(seat).iterations
            certain = search(400).decide(Seat.at(match, seat.number, list(dice)))
            saved += certain.iterations - done
            (tree,) = bot.prepare(game, match.seats)
            best, second = sorted((b.visits for b in tree.branches()), reverse=True)[:2]
            assert done >= 400 or best - second >= HOPE * (400 - done)

    assert saved > 0


def test_iterations_find_the_same_on_a_slow_machine(game):
    """The clock decides only how many iterations run between two looks at it."""
    clock = Clock(1.0)
    clock.bot = slow = search(700, clock=clock)
    for match, dice in some_positions(game, game.seats[0], 6, every=11):
        decisions = [
            bot.decide(Seat.at(match, match.actors[0], list(dice)))
            for bot in (search(700), slow)
        ]

        assert decisions[0] == decisions[1]


def test_a_slice_is_short_however_much_time_there_is(game):
    """It looks at the clock every few milliseconds, so that it can be stopped."""
    bot, clock = timed(0.2, 0.001)
    thought = bot.think(seat_of(Match(game, seed="time")))

    assert clock.looks >= thought.seconds / SLICE


def test_it_is_patient_only_where_it_runs_plain(game):
    """It stops with what it has when its patience ends, and reports that."""
    seat = seat_of(Match(game, seed="time"))
    clock = Clock(0.01)
    clock.bot = plain = search(
        10_000, clock=clock, patience=0.1, kernels=lambda _: None
    )
    decision = plain.decide(seat)

    assert decision.action in seat.legal
    assert 10 >= decision.iterations
    assert decision.short in ("plain", "")
    assert not search(40, patience=0.0).decide(seat).short


def test_a_plain_search_that_keeps_its_promise_is_not_short(game):
    seat = seat_of(Match(game, seed="time"))

    assert not search(3, kernels=lambda _: None).decide(seat).short


def test_a_search_that_is_stopped_says_so():
    seat, stop = seat_of(Match("batavia")), Event()
    stop.set()
    decision = timed(3600.0, 0.001)[0].decide(seat, stop)

    assert (1, "stopped") == (decision.iterations, decision.short)
    assert decision.action in seat.legal


def test_a_damaged_kernel_is_not_used_and_compiles_nothing(game, monkeypatch, tmp_path):
    """The game is the same, only slower, until it is compiled anew."""
    keys = compiler.kernel_keys(game)
    entry = tmp_path / game.name / f"search-{keys['search']}.bin"
    entry.parent.mkdir()
    entry.write_bytes(b"damaged")
    monkeypatch.setenv("COMPTOIR_CACHE", str(tmp_path))
    bot = search(2)

    assert bot.prepare(game, game.seats[0])[0].plain
    assert not compiler.is_warm(game, "search")
