"""Undo snapshots: an undo costs what it changes, not the whole history."""

import asyncio
import itertools
from collections import Counter

import pytest

from comptoir.engine.play.match import Match
from comptoir.server.domain.state.events import Moved
from comptoir.server.domain.state.table import OnlineTable
from comptoir.server.domain.state.undo_snapshots import STEP
from comptoir.server.storage import store
from comptoir.server.storage.sqlite import SQLite
from comptoir.server.storage.store import Store
from table_kit import PEOPLE, again, move, new_table


@pytest.fixture
def plays(monkeypatch):
    """Count all moves that matches play."""
    counted, play = [], Match.play

    def playing(match, *args):
        counted.append(args)
        return play(match, *args)

    monkeypatch.setattr(Match, "play", playing)
    return counted


def on(table, moves):
    """Let the seats that may act move, until this many moves are made."""
    while len(table.match.moves) < moves:
        seat = table.actors[0]
        legal = [str(action) for action in table.match.legal(seat)]
        action = legal[len(table.match.moves) % len(legal)]
        by = "player" if table.places[seat].person else "bot"
        table.add([Moved(seat, action, by)], 0)


def test_an_undo_costs_a_few_moves(plays):
    """Except the first: alone at a table, a player undoes a hundred moves."""
    table = new_table("osaka", people=1)
    on(table, 70)
    PEOPLE[0].ask_undo(table, 69)
    plays.clear()
    for kept in (68, 64, 63, 63 - STEP, 5, 0):
        before = len(plays)
        PEOPLE[0].ask_undo(table, kept)
        assert len(plays) - before < STEP
        assert kept == len(table.match.moves)


def test_folding_take_backs_is_linear_in_the_log(plays):
    """Seven hundred undos by consent at the end of a game."""
    table = new_table("osaka", people=1)
    on(table, 70)
    for _ in range(700):
        PEOPLE[0].ask_undo(table, len(table.match.moves) - 1)
        on(table, 70)
    plays.clear()
    copy = again(table)

    assert len(plays) < (STEP + 1) * len(table.uncommitted)
    assert table.match.packed().tobytes() == copy.match.packed().tobytes()


def test_a_match_that_went_back_is_the_match_it_was(game):
    """With the same moves, permitted undos and up-to-date copies."""
    table = new_table(game.name, people=1)
    moments = {}
    for turn, moves in enumerate((20, 40, 33, 50, 18, 37, 16, 48, 2, 35)):
        if moves < len(table.match.moves):
            PEOPLE[0].ask_undo(table, moves)
            assert moments[moves] == moment(table.match)
        while len(table.match.moves) < moves and table.actors:
            on(table, len(table.match.moves) + 1)
            seat = table.match.moves[-1].seat
            if seat == 0 and turn % 2 and table.match.can_undo(0):
                PEOPLE[0].undo(table)
                on(table, len(table.match.moves) + 1)
            moments[len(table.match.moves)] = moment(table.match)
        fresh = Match(table.game, 4, table.seed, table.options, table.names())
        for made in table.match.moves:
            fresh.play(made.seat, made.action)
        assert moment(fresh) == moment(table.match)


def moment(match):
    """Return everything that a match is at a moment."""
    back = [match.can_undo(seat) for seat in range(match.seats)]
    return match.packed().tobytes(), match.moves[:], back, match.players


def test_others_go_on_while_a_long_table_is_read(tmp_path, monkeypatch):
    """It is folded a few events at a time."""
    table, folded, turn = new_table("osaka"), Counter(), itertools.count()
    for _ in range(40):
        move(table)
        PEOPLE[0].say(table, "hello")
    apply = OnlineTable.apply

    async def others():
        while True:
            folded[next(turn)] = 0
            await asyncio.sleep(0)

    def counting(read, logged):
        folded[max(folded)] += 1
        apply(read, logged)

    async def run():
        database = SQLite(tmp_path / "x.sqlite3")
        await database.open(lambda _: None)
        await Store(database).add_table(table, "r", 0)
        beside = asyncio.create_task(others())
        await asyncio.sleep(0)
        monkeypatch.setattr(OnlineTable, "apply", counting)
        read, _ = await Store(database).load(table.id)
        beside.cancel()
        await database.close()
        return read

    read = asyncio.run(run())
    assert sum(folded.values()) == table.number > 2 * store.SLICE
    assert max(folded.values()) <= store.SLICE
    assert table.match.packed().tobytes() == read.match.packed().tobytes()
