"""Clocks: a bank a seat, an increment a move, and a common one where several may act."""

from comptoir.server.tables.settings import Clock
from table_kit import PEOPLE, autoplay, move, new_table, refusal, written


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
