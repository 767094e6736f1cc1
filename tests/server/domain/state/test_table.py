"""The state of an online table: a fold over its event log."""

import pytest

from comptoir.engine.model import registry
from comptoir.server.domain.acting import autopilot
from comptoir.server.domain.reading import projections
from comptoir.server.domain.settings import Clock
from comptoir.server.domain.state.events import (
    Asked,
    Branched,
    Left,
    Moved,
    Returned,
    Sat,
    Seated,
    Started,
)
from comptoir.server.storage.results import results_of
from table_kit import PEOPLE, again, empty_table, move, new_table


def test_the_same_events_give_the_same_table(game):
    """After a restart, and in every process: nothing but the events decides."""
    table = new_table(game.name, people=4, clock=Clock(bank=50, increment=1))
    PEOPLE[0].say(table, "hello", at=1)
    for turn in range(40):
        if not table.actors:
            break
        seat = table.actors[turn % len(table.actors)]
        legal = table.match.legal(seat)
        move(table, at=turn * 700, seat=seat, action=str(legal[turn % len(legal)]))
        if turn % 7 == 3 and table.match.can_undo(seat):
            PEOPLE[seat].undo(table, at=turn * 700)
    PEOPLE[0].ask_undo(table, 5, at=40_000)
    for other in (1, 2, 3):
        PEOPLE[other].answer(table, table.ask.number, yes=True, at=41_000)
    copy = again(table)

    for seat in (None, 0, 1, 2, 3):
        assert projections.state(table, seat) == projections.state(copy, seat)
        assert projections.lines(table, seat, 0) == projections.lines(copy, seat, 0)
    assert autopilot.due(table) == autopilot.due(copy)


def test_what_is_legal_is_that_of_the_match_after_every_change(game):
    """The table's cached legal actions stay correct after moves, undos and agreed undos."""
    table = new_table(game.name)
    for turn in range(30):
        for seat in range(4):
            assert table.match.legal(seat) == table.legal(seat)
        if not table.actors:
            break
        seat = move(table, seat=table.actors[-1])
        if turn % 5 == 4 and table.match.can_undo(seat):
            PEOPLE[seat].undo(table)
        elif turn % 7 == 6:
            PEOPLE[0].ask_undo(table, 2)
            for other in (1, 2, 3):
                PEOPLE[other].answer(table, table.ask.number, yes=True)


def test_the_first_event_of_a_command_carries_who_gave_it():
    """Events that follow from it are the table's own."""
    table = new_table(people=3)
    PEOPLE[1].leave(table, 1)

    assert ["p0", "p1", "p2", "p0", "", "p1", ""] == [
        logged.player for logged in table.uncommitted
    ]


def test_a_game_gone_on_from_another_is_never_rated():
    """Because its deal is known."""
    table = empty_table("negoces")
    table.add([Branched(12)], 1)

    assert "branched" == table.unrated


def test_a_game_with_other_options_or_cards_is_never_rated():
    """Players could once win rating with options of their own choice."""
    components = registry.load("borneo").components
    cards = components.read(components.file)
    unusual = [
        empty_table("osaka", options={"tokens": 2}),
        empty_table("negoces", options={"revisions": 3}),
        empty_table("borneo", options={"components": cards}),
    ]
    usual = [
        empty_table("osaka", memory="table"),
        empty_table("osaka", memory="table", options={"open_notes": True}),
        empty_table("negoces", options={"revisions": 0}),
        empty_table("borneo", seats=5),
    ]

    assert {"options"} == {table.unrated for table in unusual}
    assert {""} == {table.unrated for table in usual}


@pytest.mark.parametrize("settings", [{"options": {"tokens": 2}}, {}])
def test_a_game_that_is_never_rated_cannot_cost_rating_either(settings):
    """So nobody has to be warned before leaving such a game."""
    table = new_table("osaka", people=2, **settings)
    PEOPLE[0].leave(table, 0)
    while table.state != "over":
        seat = table.actors[0]
        by = "bot" if table.places[seat].bot else "player"
        table.add([Moved(seat, str(table.legal(seat)[0]), by)], 0)

    assert bool(results_of(table)) == (not settings)


def test_a_log_of_before_is_folded_as_it_was():
    """Events that would be refused today are still applied, so old tables go on."""
    table = empty_table(seats=3, clock=Clock(bank=60), timeout="vote")
    for seat, player in enumerate(("p0", "p1")):
        table.add([Sat(seat, player)], 0, player)
    table.add([Seated(2, "house"), Started()], 0)
    table.add([Left(0), Seated(0, "casual", "left")], 0, "p0")
    table.add([Sat(2, "p0")], 0, "p0")  # into another seat, in a running game
    first = table.actors[0]
    table.add([Moved(first, "bid 1", "bot")], 1000)
    table.add([Seated(2, "random")], 1000, "p1")  # for somebody else
    table.add([Asked(1, "undo", 0)], 1000, "p1")  # and back, as the only person left
    assert [] == table.match.moves
    table.add([Returned(2)], 1500, "p0")
    table.add([Asked(first, "replace", first)], 2000)
    table.add([Moved(first, "bid 2")], 2000)
    assert "replace" == table.ask.what

    copy = again(table)
    assert 2 == copy.seat_of("p0")
    assert "stand_in" == copy.unrated
    assert ["bid 2"] == [str(move.action) for move in copy.match.moves]
    assert projections.state(table, None) == projections.state(copy, None)
