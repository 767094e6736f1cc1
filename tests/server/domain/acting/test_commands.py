"""Commands: what people may do at a table, and what is refused."""

import inspect
import re
from typing import get_args

import pytest

from comptoir import games
from comptoir.server.domain.acting import commands
from comptoir.server.domain.names import clean
from comptoir.server.domain.phrases import GENERAL
from comptoir.server.domain.protocol import wire
from comptoir.server.domain.refusals import RequestRefused
from comptoir.server.domain.state.events import Moved
from table_kit import PEOPLE, Person, empty_table, move, new_table, refusal


def test_a_full_table_begins_by_itself():
    table = new_table(people=2)

    assert "playing" == table.state
    assert ["Ada", "Bo", "casual", "casual"] == table.names()


def test_a_table_waits_for_its_last_seat():
    table = empty_table(seats=4)
    PEOPLE[0].sit(table, 1)

    assert "waiting" == table.state
    assert "not_started" == refusal(PEOPLE[0].move, table, "pass", 0)
    assert "seat_taken" == refusal(PEOPLE[1].sit, table, 1)
    assert "seated" == refusal(PEOPLE[0].sit, table, 2)
    assert "no_seat" == refusal(PEOPLE[1].sit, table, 4)


def test_nobody_acts_for_another_seat():
    table = new_table()
    asked = table.actors[0]
    stranger = Person("p9", "Eve")

    assert "not_seated" == refusal(stranger.move, table, "pass", table.asked[asked])
    other = (asked + 1) % 4
    assert "not_your_turn" == refusal(PEOPLE[other].move, table, "pass", 1)
    assert "not_yours" == refusal(stranger.leave, table, 0)


def test_a_move_names_the_question_it_answers():
    table = new_table()
    seat = table.actors[0]
    asked = table.asked[seat]
    assert "stale" == refusal(PEOPLE[seat].move, table, "bid 1", asked - 1)
    PEOPLE[seat].move(table, "bid 1", asked)

    assert "not_your_turn" == refusal(PEOPLE[seat].move, table, "bid 2", asked)


def test_offers_of_others_do_not_make_a_move_stale():
    """Simultaneous offers do not collide: what others do leaves my question standing."""
    table = new_table("negoces")
    while len(table.actors) < 3:
        move(table)
    first, second = table.actors[:2]
    asked = table.asked[second]
    move(table, seat=first)

    assert second in table.actors
    assert asked == table.asked[second]


def test_refusals_of_the_rules_keep_their_number():
    table = new_table()
    seat = table.actors[0]
    with pytest.raises(RequestRefused) as caught:
        PEOPLE[seat].move(table, "bid 16", table.asked[seat])

    assert "BAT-3.3" == caught.value.refusal.rule


def test_undo_is_free_until_something_comes_between():
    table = new_table("osaka")
    seat = table.actors[0]
    moves = 0
    while not table.match.can_undo(seat):
        seat = move(table)
        moves += 1
        assert moves < 50
    kept = len(table.match.moves) - 1
    PEOPLE[seat].undo(table)

    assert kept == len(table.match.moves)
    assert table.asked[seat] == table.public


def test_undo_by_consent_needs_every_person():
    table = new_table(people=3)
    while table.actors[0] == 3:
        table.add([Moved(3, str(table.match.legal(3)[0]), "bot")], 0)
    seat = move(table)
    others = [s for s in range(3) if s != seat]
    assert "undo_where" == refusal(PEOPLE[seat].ask_undo, table, 99)
    PEOPLE[seat].ask_undo(table, 0)
    ask = table.ask.number
    assert "asked_already" == refusal(PEOPLE[others[0]].ask_pause, table)
    PEOPLE[others[0]].answer(table, ask, yes=True)
    assert table.match.moves
    PEOPLE[others[1]].answer(table, ask, yes=True)

    assert [] == table.match.moves
    assert table.ask is None
    assert "taken_back" == table.unrated


def test_one_no_ends_an_ask():
    table = new_table()
    PEOPLE[0].ask_pause(table)
    ask = table.ask.number
    PEOPLE[1].answer(table, ask, yes=False)

    assert table.ask is None
    assert "playing" == table.state
    assert "nothing_asked" == refusal(PEOPLE[2].answer, table, ask, yes=True)


def test_a_player_who_leaves_ends_nobodys_evening():
    table = new_table()
    PEOPLE[2].leave(table, 2)

    assert "casual" == table.places[2].bot
    assert table.seat_of("p2") is None
    assert "playing" == table.state
    Person("p8", "Eve").sit(table, 2)
    assert 2 == table.seat_of("p8")


def test_one_may_let_a_bot_play_and_take_the_seat_back():
    table = new_table()
    PEOPLE[1].seat_bot(table, 1, "expert")
    assert "bot_plays" == refusal(PEOPLE[1].undo, table)
    assert "not_yours" == refusal(PEOPLE[0].seat_bot, table, 2, "expert")
    PEOPLE[1].dismiss_bot(table, 1)

    assert table.places[1].person


def test_a_bot_is_taken_away_by_the_host_before_the_game_begins():
    table = empty_table(seats=4)
    PEOPLE[0].sit(table, 0)
    PEOPLE[0].seat_bot(table, 1, "casual")
    assert "not_host" == refusal(PEOPLE[2].dismiss_bot, table, 1)
    PEOPLE[0].dismiss_bot(table, 1)

    assert table.places[1].free
    assert "started" == refusal(PEOPLE[0].dismiss_bot, new_table(people=3), 3)


@pytest.mark.parametrize("request_type", get_args(wire.Command))
def test_every_request_has_the_command_of_its_name(request_type):
    """`wire.AskUndo` is carried out by `ask_undo`, with the request's own fields."""
    name = re.sub(r"(?<!^)(?=[A-Z])", "_", request_type.__name__).lower()
    fields = inspect.signature(getattr(commands, name)).parameters

    assert request_type.__struct_config__.tag == request_type.__name__.lower()
    assert {"table", "sender", *request_type.__struct_fields__} == {*fields, "id"}


def test_players_choose_how_long_bots_take():
    table = new_table(people=2)
    assert "not_seated" == refusal(PEOPLE[3].pace, table, 2.0)

    PEOPLE[1].pace(table, 2.0)

    assert 2.0 == table.settings.pace


def test_phrases_hold_only_their_words():
    table = new_table("negoces")
    PEOPLE[0].phrase(table, "want", {"card": "tea"})

    assert "no_phrase" == refusal(PEOPLE[0].phrase, table, "insult", {})
    assert "phrase_slots" == refusal(PEOPLE[0].phrase, table, "want", {})
    assert "phrase_word" == refusal(PEOPLE[0].phrase, table, "want", {"card": "gold"})
    assert "phrase_word" == refusal(
        PEOPLE[0].phrase, table, "nearly_wins", {"seat": True}
    )


def test_everybody_can_say_thanks_in_every_game():
    for game in games():
        table = new_table(game)
        for key in GENERAL:
            PEOPLE[0].phrase(table, key, {})
        assert [*GENERAL] == [said.key for said in table.tally.talk]


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("  Ada \t Lovelace\n", "Ada Lovelace"),
        ("<b>x</b>", "<b>x</b>"),
        ("a\u202eb\u0000c", "abc"),
        ("é", "é"),
        ("👩\u200d🚀", "👩\u200d🚀"),
    ],
)
def test_texts_lose_what_cannot_be_seen(said, kept):
    assert kept == clean(said, 24)


@pytest.mark.parametrize("said", ["", " \n", "\u202e", "x" * 25])
def test_texts_are_neither_empty_nor_too_long(said):
    with pytest.raises(RequestRefused):
        clean(said, 24)
