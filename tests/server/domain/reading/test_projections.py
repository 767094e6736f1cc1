"""Projections: what each reader sees of a table."""

import pytest

from comptoir.engine.model.actions import ActionRef
from comptoir.engine.play import narration
from comptoir.server.domain.protocol import wire
from comptoir.server.domain.reading import export, projections
from comptoir.server.domain.state.events import Said
from table_kit import PEOPLE, move, new_table, refusal


def test_a_proxy_is_nobody_elses_business():
    """Neither its limit nor its existence: the numbers that others see do not change."""
    table = new_table()
    other = next(s for s in range(4) if s not in table.actors)
    seat = next(s for s in range(4) if s not in (*table.actors, other))
    before = [projections.state(table, s) for s in (other, None)], table.public
    PEOPLE[seat].proxy(table, 7)

    assert before == (
        [projections.state(table, s) for s in (other, None)],
        table.public,
    )
    assert 7 == projections.state(table, seat).own.proxy
    assert "no_proxy" == refusal(PEOPLE[0].proxy, new_table("osaka"), 3)


@pytest.mark.parametrize("memory", ["open", "table", "fading"])
def test_a_log_fades_only_where_the_host_wants_it(memory):
    table = new_table("osaka", memory=memory)
    PEOPLE[0].say(table, "hello")
    for _ in range(20):
        move(table)
    told = projections.remembered(table, 0)
    moves = [line for line in told if isinstance(line.what, wire.ShownMove)]

    assert (memory == "fading") == (len(moves) < 20)
    assert any(isinstance(line.what, Said) for line in told)
    assert (memory == "open") == table.options.open_notes


@pytest.mark.parametrize("seat", [None, 0, 1, 2, 3])
def test_log_and_text_fade_alike(seat):
    """After every move both show the same, and forget the deal at the same time."""
    table = new_table("osaka", memory="fading")
    for _ in range(14):
        told = projections.remembered(table, seat)
        log = [event for line in told for event in line.events]
        since = export._since(table, seat)
        parts = narration.parts(table.match, since, seat, hide=True)

        assert log == [event for _, events in parts for event in events]
        move(table)


def free_sale():
    """A table of four people in a sale of Négoces without bounds; the seller first."""
    table = new_table("negoces")
    while table.match.view().phase != "sale":
        move(table)
    seller = table.match.view().seller
    return table, [seller, *(seat for seat in range(4) if seat != seller)]


def test_who_is_ready_at_a_free_table_is_told_what_is_still_possible_and_does_it():
    """NEG-4.8  The table waits for the others, and their clocks run."""
    table, (_, buyer, *_) = free_sale()
    for action in ("coins 1", "ready"):
        move(table, action=action, seat=buyer)
    own = projections.state(table, buyer).own

    assert buyer not in table.actors
    assert ("ready", True) == (own.prompt.key, "withdraw" in map(str, own.legal))
    PEOPLE[buyer].move(table, ActionRef("withdraw"), own.asked)
    assert buyer in table.actors
    assert "withdraw" == table.match.moves[-1].action.verb


def test_a_seller_who_waits_at_a_table_accepts_what_lies_there():
    """NEG-4.7"""
    table, (seller, buyer, *_) = free_sale()
    move(table, action="coins 1", seat=buyer)
    move(table, action="wait", seat=seller)
    own = projections.state(table, seller).own

    assert (False, "waits") == (seller in table.actors, own.prompt.key)
    PEOPLE[seller].move(table, ActionRef(f"accept {buyer + 1}", 1), own.asked)
    assert "lot" == table.match.view().phase


def test_a_pause_leaves_nobody_a_move():
    """Not even to those for whom the table does not wait."""
    table, (_, buyer, *others) = free_sale()
    move(table, action="ready", seat=buyer)
    PEOPLE[buyer].ask_pause(table)
    for person in PEOPLE:
        if table.ask:
            person.answer(table, table.ask.number, yes=True)

    assert "paused" == table.state
    for seat in (buyer, *others):
        assert [] == projections.state(table, seat).own.legal
