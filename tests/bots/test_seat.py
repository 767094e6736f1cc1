"""What a bot is given: all that its seat may know, and nothing else."""

import msgspec
import pytest

from comptoir import Match, bots
from comptoir.bots import Seat, simple
from comptoir.engine.errors import UnknownAction
from comptoir.engine.model.refusals import IllegalMove
from comptoir.engine.text.words import LANGUAGES
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


def test_a_seat_has_the_numbers_that_learners_get(game, seats):
    """Observation and mask are those of an environment; a choice leads to its action."""
    for match, dice in positions(game, seats, "numbers"):
        if match.over or len(match.moves) % EVERY:
            continue
        for number in match.actors:
            seat, position = Seat.at(match, number, dice), match.position
            assert position.observe(number) == seat.observation.tolist()
            choices = seat.mask.nonzero()[0]
            assert [*sorted(position.choices(number))] == choices.tolist()
            assert {*seat.legal} == {seat.action_of(choice) for choice in choices}
            with pytest.raises(UnknownAction, match="expected one that `mask` allows"):
                seat.action_of(int(seat.mask.argmin()))


def test_a_seat_remembers_what_it_saw(game):
    """The events of its own log, also after an undo and in a copy."""
    for match, dice in positions(game, game.seats[-1], "history"):
        if match.over or len(match.moves) % EVERY:
            continue
        number = match.actors[0]
        seen = Seat.at(match, number, dice).history
        log = [*match.opening, *(e for move in match.moves for e in move.events)]
        assert [event.seen_by(number) for event in log] == seen
        for action in Seat.at(match, number, dice).legal[:3]:
            again = match.copy()
            again.play(number, action)
            assert len(again.log(number)) >= len(seen)
            if again.can_undo(number):
                again.undo(number)
                assert seen == again.log(number)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_prompt_has_all_labels_and_nothing_hidden(game, seats, language):
    """It is the same when everything the seat cannot know is dealt anew."""
    for match, dice in positions(game, seats, "prompt"):
        if match.over or len(match.moves) % (3 * EVERY):
            continue
        number = match.actors[-1]
        own = Seat.at(match, number, list(dice))
        told, other = own.prompt(language), match.copy()
        other.position = match.imagine(number, bots.new_dice("another"))
        assert told == Seat.at(other, number, list(dice)).prompt(language)
        menu = told.rpartition("\n\n")[2].splitlines()[1:]
        labels = [line.partition(":")[0] for line in menu]
        assert {*map(str, own.legal)} == {each for one in labels for each in spelt(one)}
        assert len(own.prompt(language, len(own.history))) < len(told)


def spelt(label):
    """Return all labels of a range such as `bid 3–15`."""
    low, dash, high = label.partition("–")
    if not dash:
        return [label]
    verb, _, first = low.rpartition(" ")
    return [f"{verb} {number}" for number in range(int(first), int(high) + 1)]


def test_rules_come_with_the_seat(game):
    """The rulebook in English."""
    match = Match(game, seed="rules")
    seat = Seat.at(match, match.actors[0], bots.new_dice("1"))

    assert game.rulebook("en") == seat.rules_text


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
