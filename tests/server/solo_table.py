"""A solo game through `comptoir.server.domain` alone; prints the modules loaded by then."""

import sys

from comptoir.server.domain.acting import autopilot, commands, creating
from comptoir.server.domain.acting.seating import Sender
from comptoir.server.domain.protocol import wire
from comptoir.server.domain.reading import export, projections, queries
from comptoir.server.domain.settings import TableSettings, checked
from comptoir.server.domain.state.events import Moved, SentRequest, read_row
from comptoir.server.domain.state.table import OnlineTable

ADA = Sender("ada", "Ada")
SETTINGS = TableSettings(game="negoces", seats=4, options={"sales": 2})


def play(table):
    """Ada makes queries, takes a move back and makes another; bots move at once."""
    taken_back = 0
    while table.state != "over":
        seat = table.actors[0]
        if table.places[seat].bot:
            assert seat in autopilot.bot_seats(table)
            table.add([Moved(seat, autopilot.house(table.match, seat), "bot")], 0)
            continue
        own = projections.state(table, seat).own
        move = wire.Move(id="m", action=own.legal[-1], asked=own.asked)
        assert own.prompt
        assert queries.why(table, seat, move.action) is None
        queries.previewed(table, seat, wire.Preview(id="p", action=move.action))
        sent = SentRequest.of(f"m{table.number}", own.legal[-1])
        table.add(commands.requested(table, ADA, move), 0, ADA.id, sent)
        if projections.state(table, seat).own.can_undo and taken_back < 3:
            table.add(commands.requested(table, ADA, wire.Undo(id="u")), 0, ADA.id)
            taken_back += 1
    assert taken_back


def main():
    table = OnlineTable("t", checked(SETTINGS), "seed", ADA.id)
    creating.fill(table, ADA, {0: ADA, 1: "house", 2: "house", 3: "house"}, 0)
    play(table)

    again = OnlineTable("t", table.settings, "seed", ADA.id)
    for logged in table.uncommitted:
        again.apply(read_row(logged.row()))
    assert wire.write(welcome(again)) == wire.write(welcome(table))
    assert "Ada" in export.write(export.story(table, 0, "en"))
    print(*sys.modules)


def welcome(table):
    about = projections.info(table, ADA.id, 0)
    lines = projections.remembered(table, 0)
    return wire.Welcome(about, table.public, lines, projections.state(table, 0), 0)


if __name__ == "__main__":
    main()
