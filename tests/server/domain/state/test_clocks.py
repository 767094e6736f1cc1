"""Clocks: a bank per seat, an increment per move, and a common one where several may act."""

import pytest

from comptoir.server.domain.acting import autopilot
from comptoir.server.domain.settings import Clock
from comptoir.server.domain.state.events import Answered, Asked, Moved, Resumed
from table_kit import PEOPLE, autoplay, move, new_table, refusal, written

DAY = 24 * 3600 * 1000


def test_a_pause_stops_moves_and_clocks():
    table = new_table(people=1, clock=Clock(bank=60))
    PEOPLE[0].ask_pause(table, at=5000)

    assert "paused" == table.state
    assert table.clocks.deadline() is None
    assert "paused" == refusal(PEOPLE[0].move, table, "pass", 1)
    PEOPLE[0].resume(table, at=900_000)
    assert "playing" == table.state
    assert min(table.clocks.bank) >= 55_000


def test_a_bank_pays_for_thinking_and_earns_the_increment():
    table = new_table(clock=Clock(bank=60, increment=5, grace=2), at=1000)
    seat = move(table, at=11_000)

    assert 60_000 - 8_000 + 5_000 == table.clocks.bank[seat]
    other = table.actors[0]
    assert 11_000 + 2_000 + 60_000 == table.clocks.deadline()
    assert [60_000] == [table.clocks.bank[other]]


def test_a_vote_against_a_bot_fills_the_bank():
    table = new_table(clock=Clock(bank=10), timeout="vote")
    seat = table.actors[0]
    autoplay(table, 10_000)
    for voter in [s for s in range(4) if s != seat][:2]:
        PEOPLE[voter].answer(table, table.ask.number, yes=False, at=12_000)

    assert table.places[seat].person
    assert 22_000 == table.clocks.deadline()


def test_a_negotiation_has_a_common_clock_that_late_offers_extend():
    table = new_table("negoces", clock=Clock(bank=600, common=30))
    while len(table.actors) < 2:
        move(table)
    assert 30_000 == table.clocks.deadline()
    move(table, at=25_000)
    assert 35_000 == table.clocks.deadline()
    before = len(table.match.moves)
    autoplay(table, 35_000)

    assert len(table.actors) < 2
    assert {"clock"} == {event.by for event in written(table)[before:]}


def undoable(**clock):
    """Return a table where a seat has just made a move that can be undone."""
    table, at = new_table("osaka", clock=Clock(bank=60, **clock)), 0
    seat = table.actors[0]
    while not table.match.can_undo(seat):
        at += 1000
        seat = move(table, at=at)
    return table, seat, at


def test_move_and_undo_win_no_time():
    """No increment is gained, and the time in between is charged to the mover."""
    table, seat, at = undoable(increment=15)
    PEOPLE[seat].undo(table, at=at)
    bank, action = table.clocks.bank[seat], str(table.match.legal(seat)[0])
    end = table.clocks.deadline()
    for cycle in range(20):
        at += 500
        move(table, at=at, seat=seat, action=action)
        assert table.match.can_undo(seat), cycle
        at += 500
        PEOPLE[seat].undo(table, at=at)

    assert end == table.clocks.deadline()
    assert bank == table.clocks.bank[seat]
    move(table, at=at, seat=seat, action=action)
    assert bank - 21_000 + 15_000 == table.clocks.bank[seat]


def test_undo_does_not_renew_the_time_that_does_not_count():
    """A grace period of a minute is one minute, however often somebody moves and undoes."""
    table, seat, at = undoable(grace=60)
    before = table.clocks.deadline()
    PEOPLE[seat].undo(table, at=at + 30_000)

    assert table.clocks.deadline() <= before
    assert table.clocks.deadline() == at - 1000 + 60_000 + 60_000


def test_what_the_next_player_thought_meanwhile_is_given_back():
    table, seat, at = undoable()
    others = [bank for s, bank in enumerate(table.clocks.bank) if s != seat]
    PEOPLE[seat].undo(table, at=at + 20_000)

    assert others == [bank for s, bank in enumerate(table.clocks.bank) if s != seat]
    assert at - 1000 + 60_000 == table.clocks.deadline()


def test_going_back_by_consent_wins_no_time():
    """Increments of undone moves are lost, and time that was spent stays spent."""
    table = new_table(people=1, clock=Clock(bank=60, increment=15))
    for at in range(0, 200_000, 10_000):
        while table.actors[0] != 0:
            seat = table.actors[0]
            table.add([Moved(seat, str(table.match.legal(seat)[0]), "bot")], at)
        kept = len(table.match.moves)
        bank = table.clocks.bank[0]
        move(table, at=at, seat=0)
        PEOPLE[0].ask_undo(table, kept, at=at)
        assert table.clocks.bank[0] <= bank

    assert kept == len(table.match.moves)
    assert 0 == table.clocks.bank[0]


def test_a_move_undone_after_a_pause_costs_what_it_cost_before():
    table, seat, at = undoable(increment=15)
    left = table.clocks.bank[seat] - 15_000
    table.add([Asked(0, "pause"), *(Answered(s, True) for s in range(4))], at)
    assert table.paused
    table.add([Resumed(0)], at + 900_000)
    PEOPLE[seat].undo(table, at=at + 900_000)

    assert left == table.clocks.bank[seat]
    assert at + 900_000 + left == table.clocks.deadline()


@pytest.mark.parametrize("what", ["undo", "pause"])
def test_an_open_question_stops_no_clock(what):
    """A player who leaves a question open loses time by it, as by not moving."""
    table = new_table(clock=Clock(bank=30))
    move(table)
    seat = table.actors[0]
    asker = PEOPLE[(seat + 1) % 4]
    asker.ask_pause(table) if what == "pause" else asker.ask_undo(table, 0)
    assert 30_000 == autopilot.timer(table)
    autoplay(table, 30_000)

    assert "casual" == table.places[seat].bot
    assert 1 == len(table.match.moves)


def test_a_vote_on_who_is_out_of_time_stops_only_that_clock():
    """The player may still move; then the next clock runs, even if some have not voted."""
    table = new_table(clock=Clock(bank=10), timeout="vote")
    seat = table.actors[0]
    autoplay(table, 10_000)
    PEOPLE[(seat + 1) % 4].seat_bot(table, (seat + 1) % 4, "house", at=11_000)
    assert autopilot.timer(table) is None
    PEOPLE[(seat + 1) % 4].dismiss_bot(table, (seat + 1) % 4, at=11_500)
    move(table, seat=seat, at=12_000)
    assert "replace" == table.ask.what

    assert 22_000 == autopilot.timer(table)


def test_a_table_goes_on_with_a_clock_that_was_set_back():
    """A day ahead, then right again: nobody has lost or gained a day."""
    table = new_table(clock=Clock(bank=60), at=DAY)
    move(table, at=DAY + 5000)
    seat = table.actors[0]
    assert DAY + 65_000 == autopilot.timer(table)
    PEOPLE[0].say(table, "What time is it?", at=8000)

    assert 8000 == table.at
    assert 68_000 == autopilot.timer(table)
    move(table, at=18_000)
    assert 50_000 == table.clocks.bank[seat]
    PEOPLE[0].say(table, "One process is a little behind.", at=17_000)
    assert 18_000 == table.at
