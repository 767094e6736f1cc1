"""The store: lists of tables and ratings, each in few queries."""

import asyncio
import contextlib

from comptoir.cli.serving.hosting import open_database
from comptoir.server.domain.acting import seating
from comptoir.server.domain.acting.seating import Sender
from comptoir.server.domain.settings import TableSettings
from comptoir.server.domain.state.table import OnlineTable
from comptoir.server.storage.database import Job
from comptoir.server.storage.ratings import PROVEN, SETTLED, Ladder, Ratings
from comptoir.server.storage.results import ADD_PERSONS_RESULT, ADD_RESULT
from comptoir.server.storage.store import ADD_PLAYER, CLAIM, PlayerRow, Store
from table_kit import PEOPLE, again, move, new_table

ADA = PlayerRow("a", "Ada", "en")


class Counted:
    """A real database that counts queries."""

    shared = False

    def __init__(self, database):
        self._database = database
        self.queries = 0

    def __getattr__(self, name):
        return getattr(self._database, name)

    async def read(self, sql, *args):
        self.queries += 1
        return await self._database.read(sql, *args)


@contextlib.asynccontextmanager
async def opened(where):
    database = Counted(open_database(where))
    await database.open(lambda _: None)
    try:
        yield database, Store(database)
    finally:
        await database.close()


def table(number, seats):
    """A public table of Osaka where some have sat down."""
    settings = TableSettings(game="osaka", seats=4, public=True)
    made = OnlineTable(f"t{number:02}", settings, "seed", "a")
    for seat in range(seats):
        by = Sender(f"{'abcd'[seat]}", f"P{seat}")
        made.add(seating.sit(made, by, seat), 100 + number, by.id)
    return made


def test_a_list_of_tables_is_a_query_or_two(where):
    """The latest first, each with its players, also if it has none."""

    async def run():
        async with opened(where) as (database, store):
            for number in range(20):
                await store.add_table(table(number, number % 4), f"r{number}", number)
            database.queries = 0
            lobby, own = await store.lobby(-1), await store.tables_of("b")
            return database.queries, lobby, own, await store.lobby(1000)

    queries, lobby, own, none = asyncio.run(run())
    assert 3 == queries  # waiting and running tables; one's own
    assert [number % 4 for number in range(19, -1, -1) if number % 4] == [
        len(summary.places) for summary in lobby if summary.places
    ]
    assert 20 == len(lobby)
    assert [f"t{n:02}" for n in range(19, -1, -1) if n % 4 > 1] == [s.id for s in own]
    assert (1, "b", "P1", "", "") == tuple(own[0].places[1])
    assert [] == none


def test_ratings_are_three_queries_however_many_are_rated(where):
    """Results, and the names of all who are listed."""
    people = [f"p{n}" for n in range(30)]

    async def run():
        async with opened(where) as (database, store):
            for number, player in enumerate(people):
                await store.write(
                    (ADD_PLAYER, (player, f"P{number}", "en", 1)),
                    (CLAIM, (player, f"P{number}", player, player, None, 0)),
                )
                seats = ((player, 1), ("bot:house", 2))
                rows = [
                    (
                        ADD_RESULT,
                        (f"t{number}", seat, number, "osaka", who, place, 9, 1),
                    )
                    for seat, (who, place) in enumerate(seats)
                ]
                await database.write(Job(rows))
            ratings, database.queries = Ratings(store), 0
            listed = await ratings.of("osaka", 100 + SETTLED)
            return database.queries, listed, await ratings.of("batavia", 100 + SETTLED)

    queries, listed, none = asyncio.run(run())
    assert 3 == queries
    assert {f"P{n}" for n in range(30)} == {r.name for r in listed if not r.bot}
    assert [("house", 30)] == [(r.name, r.games) for r in listed if r.bot]
    assert "house" == listed[-1].name
    assert [] == none


def test_the_latest_results_settle_before_they_count(where):
    """Other processes may still write games that ended before them."""

    async def run():
        async with opened(where) as (_, store):
            for seat in (0, 1):
                row = ("t", seat, 1000, "osaka", f"bot:{seat}", seat + 1, 9, 1)
                await store.write((ADD_RESULT, row))
            ratings = Ratings(store)
            early = await ratings.of("osaka", 999 + SETTLED)
            return early, await ratings.of("osaka", 1000 + SETTLED)

    early, settled = asyncio.run(run())
    assert [] == early
    assert ["0", "1"] == [rating.name for rating in settled]


def test_every_game_is_counted_once_however_many_ask(where):
    """Ten requests at once after a start, when nothing is computed yet."""

    async def run():
        async with opened(where) as (database, store):
            rows = [
                (
                    ADD_RESULT,
                    (f"t{number}", seat, number, "osaka", f"bot:{seat}", 1, 9, 1),
                )
                for number in range(40)
                for seat in (0, 1)
            ]
            await database.write(Job(rows))
            ratings, now = Ratings(store), 100 + SETTLED
            await asyncio.gather(*(ratings.of("osaka", now) for _ in range(10)))
            return await ratings.of("osaka", now)

    assert [40, 40] == [rated.games for rated in asyncio.run(run())]


def test_a_game_that_does_not_count_costs_and_brings_nothing():
    """Only the player who made the game unrated can lose rating; others' do not change."""
    ladder, lost, won = Ladder(), Ladder(), Ladder()
    ladder.rate([("a", 1, 1), ("b", 2, 1)], 1)
    lost.rate([("a", 1, 0), ("b", 2, -1)], 1)
    won.rate([("a", 2, 0), ("b", 1, -1)], 1)

    assert {"a", "b"} == ladder.known.keys()
    assert {"b": ladder.known["b"]} == lost.known
    assert [(1, round(ladder.known["b"][0].mu, 2))] == lost.curves["b"]
    assert {} == won.known


def rated(*games):
    """Return a ladder after games of two, each a winner and a loser."""
    ladder = Ladder()
    for at, (winner, loser) in enumerate(games):
        ladder.rate([(winner, 1, 1), (loser, 2, 1)], at)
    return {who: (known.mu, games) for who, (known, games) in ladder.known.items()}


def test_accounts_made_to_lose_bring_nothing():
    """Sixty of them once brought 31 points; nobody wins rating from newcomers alone."""
    first = rated(*(("farmer", f"fake {n}") for n in range(PROVEN)))
    then = rated(*(("farmer", f"fake {n}") for n in range(60)))

    assert first["farmer"] == then["farmer"]
    assert then["fake 59"][0] < 25  # who loses, loses


def test_the_same_two_people_count_less_and_less_in_a_month():
    """Sixty victories over three partners once brought 25 points."""
    few, many = (rated(*([("a", "b")] * count)) for count in (10, 60))
    gained = [found["a"][0] - 25 for found in (few, many)]
    bots = rated(*([("a", "bot:house")] * 10))

    assert gained[1] < 1.5 * gained[0]
    assert gained[0] + 25 < bots["a"][0]


def test_who_goes_before_the_last_move_has_lost_all_the_same():
    """Even if no bot has to make a move for them; the others' ratings do not change."""
    table = new_table("osaka")
    while True:
        action = str(table.legal(table.actors[0])[0])
        ahead = again(table)
        mover = move(ahead, action=action)
        if ahead.state == "over":
            break
        move(table, action=action)
    ranks = ahead.match.ranks
    loser = max({0, 1, 2, 3} - {mover}, key=lambda seat: ranks[seat])
    PEOPLE[loser].leave(table, loser)
    move(table, action=action)

    statements = Store(None)._append(table)
    written = [row for sql, row in statements if sql == ADD_PERSONS_RESULT]
    assert [f"p{seat}" for seat in range(4)] == [row[4] for row in written]
    assert [-(seat == loser) for seat in range(4)] == [row[7] for row in written]
    assert ranks == [row[5] for row in written]
