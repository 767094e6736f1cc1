"""What a bot is given: all that its seat may know, and nothing else."""

import msgspec
import pytest

from comptoir import Match, bots
from comptoir.bots import Seat, simple
from comptoir.engine.errors import UnknownAction
from comptoir.engine.model.refusals import IllegalMove
from random_play import positions

EVERY = 9  # moves between the positions checked


def test_a_seat_sees_what_its_match_shows_it(game, seats):
    """Legal actions and view are those of the real table, which it does not hold."""
    for match, dice in positions(game, seats, "seat"):
        if match.over or len(match.moves) % EVERY:
            continue
        for number in match.actors:
            seat = Seat.at(match, number, dice)
            assert match.legal(number) == seat.legal
            assert msgspec.json.encode(match.view(number)) == msgspec.json.encode(
                seat.view
            )
            assert match.position.table is not seat.imagined.table


def test_what_is_hidden_does_not_reach_a_bot(game, seats):
    """Deal anew what a seat cannot know: with the same dice it imagines the same."""
    for match, dice in positions(game, seats, "hidden"):
        if match.over or len(match.moves) % EVERY:
            continue
        number = match.actors[-1]
        real = Seat.at(match, number, list(dice))
        another = match.imagine(number, bots.new_dice("another"))
        other = Seat(another.imagine(number, again := list(dice)), number, again)

        assert real.imagined.table == other.imagined.table
        assert real.imagine().table == other.imagine().table


def test_an_imagined_table_is_played_to_the_end(game, seats):
    """By itself: the match does not move."""
    match = Match(game, seats, "imagined")
    table = Seat.at(match, match.actors[0], bots.new_dice("1")).imagine()
    twin = table.copy()
    while table.actors:
        seat = table.actors[0]
        table.play(seat, table.house(seat))
    points, ranks, _ = table.standing()

    assert 1 in ranks
    assert seats == len(points)
    assert twin.actors
    assert [] == match.moves


@pytest.mark.parametrize(
    ("answer", "error"),
    [("nonsense", UnknownAction), (10_000, UnknownAction), (None, UnknownAction)],
)
def test_a_wrong_answer_changes_nothing(answer, error):
    """A bot's mistake is an error with a name, not a broken table."""
    match = Match("batavia", seed="wrong")
    with pytest.raises(error, match="no action"):
        bots.move(match, match.actors[0], lambda _: answer, bots.new_dice("1"))
    asked = match.actors[0]
    illegal = next(a for a in match.game.actions if a not in match.legal(asked))
    with pytest.raises(IllegalMove):
        bots.move(match, asked, lambda _: illegal, bots.new_dice("1"))

    assert [] == match.moves


def test_a_careless_bot_is_careless_so_often():
    """Never at 0 %, always at 100 %."""
    match = Match("batavia", seed="careless")
    number, chosen = match.actors[0], set()
    for throw in range(200):
        seat = Seat.at(match, number, bots.new_dice(str(throw)))
        chosen.add(simple.Careless(100)(seat))
        assert simple.house(seat) == simple.Careless(0)(seat)

    assert set(match.legal(number)) == chosen
