"""Projections: what each reader of a table is told of it."""

import pytest

from comptoir.engine.text import narration
from comptoir.server.protocol import wire
from comptoir.server.tables import export, projections
from comptoir.server.tables.events import Said
from table_kit import PEOPLE, move, new_table, refusal


def test_a_proxy_is_nobody_elses_business():
    """Neither its limit nor that there is one: numbers others see do not move."""
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
    moves = [line for line in told if isinstance(line.what, wire.Moved)]

    assert (memory == "fading") == (len(moves) < 20)
    assert any(isinstance(line.what, Said) for line in told)
    assert (memory == "open") == table.options.open_notes


@pytest.mark.parametrize("seat", [None, 0, 1, 2, 3])
def test_log_and_text_fade_alike(seat):
    """After every move both tell the same, and forget the deal at the same time."""
    table = new_table("osaka", memory="fading")
    for _ in range(14):
        told = projections.remembered(table, seat)
        log = [event for line in told for event in line.events]
        since = export._since(table, seat)
        parts = narration.parts(table.match, since, seat, hide=True)

        assert log == [event for _, events in parts for event in events]
        move(table)
