"""The HTTP interface: other people, their games, and your relations to them."""

from typing import Annotated, Any

from litestar import delete, get, post, put
from litestar.params import Parameter

from comptoir.server.domain import names
from comptoir.server.domain.acting import seating
from comptoir.server.domain.acting.commands import LONGEST_TEXT
from comptoir.server.domain.acting.seating import Sender
from comptoir.server.domain.emblems import usual
from comptoir.server.domain.protocol import bodies
from comptoir.server.domain.reading.projections import TALK
from comptoir.server.domain.refusals import RequestRefused
from comptoir.server.domain.state.events import Said
from comptoir.server.rooms.room import Room
from comptoir.server.rooms.rooms import Rooms
from comptoir.server.storage.people import (
    Aversion,
    Kind,
    Known,
    People,
    PlayedTable,
    Reported,
)
from comptoir.server.storage.players import Players
from comptoir.server.storage.quotas import SharedLimit
from comptoir.server.storage.ratings import BOT, Ratings
from comptoir.server.storage.rows import PlayerRow
from comptoir.server.storage.store import LAST
from comptoir.server.web.shared import identity, schemas
from comptoir.server.web.shared.middleware import client_of
from comptoir.server.web.tables.api import Call, TableId, table_seen_by

PAGE = 20  # games on a page

Name = Annotated[str, Parameter(max_length=100)]
Before = Annotated[int, Parameter(ge=0, le=LAST)]


@get("/api/people/{name:str}", tags=["people"])
async def profile(
    request: Call,
    name: Name,
    rooms: Rooms,
    players: Players,
    people: People,
    ratings: Ratings,
) -> schemas.Profile:
    """Return the profile of an account, with its ratings over time."""
    reader, found = await identity.maybe(request, players), await players.by_name(name)
    known = (await people.known_to(reader.id) if reader else {}).get(found.id)
    return schemas.Profile(
        name=found.name,
        emblem=found.emblem or usual(found.name),
        you=reader is not None and reader.id == found.id,
        kinds=sorted(known.mine) if known else [],
        friend=_friend(known),
        ratings=await ratings.person(found.id, rooms.now()),
    )


@get("/api/people/{name:str}/games", tags=["people"])
async def played(
    request: Call,
    name: Name,
    players: Players,
    people: People,
    before: Before = LAST,
) -> list[schemas.PlayedGame]:
    """List a player's rated games, the latest first; `before` gives the next page.

    A game has a link to its replay if its table was public, or the reader sat there.
    """
    reader, found = await identity.maybe(request, players), await players.by_name(name)
    games = await people.played(found.id, before, PAGE)
    ids = {who for game in games for who, _ in game.others if BOT not in who}
    known = await people.store.names(sorted(ids))
    return [_played(game, known, reader, found.id) for game in games]


@get("/api/me/people", tags=["people"])
async def acquaintances(
    request: Call, rooms: Rooms, players: Players, people: People
) -> list[schemas.Acquaintance]:
    """List the people you have befriended, muted or blocked, and open friend requests.

    Of friends you also see who is here now.
    """
    player = await identity.known(request, players)
    known = await people.known_to(player.id)
    return [
        schemas.Acquaintance(
            one.name,
            sorted(one.mine),
            _friend(one),
            one.emblem or usual(one.name),
            one.id if one.guest else "",
            one.friend and rooms.attendance.is_here(one.id, one.seen),
        )
        for one in sorted(known.values(), key=lambda one: one.name.casefold())
        if one.mine or one.asks
    ]


@put("/api/me/people/{name:str}/{kind:str}", tags=["people"], status_code=204)
async def relate(
    request: Call,
    name: Name,
    kind: Kind,
    rooms: Rooms,
    players: Players,
    people: People,
) -> None:
    """Ask somebody to be a friend, or accept; mute or block somebody."""
    player = await identity.known(request, players)
    other = await players.by_name(name)
    if other.id == player.id:
        raise RequestRefused("yourself")
    if player.login is None and kind == "friend":
        raise RequestRefused("no_account")
    await people.relate(player.id, other.id, kind, rooms.now(), on=True)


@delete("/api/me/people/{name:str}/{kind:str}", tags=["people"], status_code=204)
async def unrelate(
    request: Call,
    name: Name,
    kind: Kind,
    rooms: Rooms,
    players: Players,
    people: People,
) -> None:
    """End a relation, if it exists; decline or withdraw a friend request."""
    player = await identity.known(request, players)
    other = await players.by_name(name)
    await people.relate(player.id, other.id, kind, rooms.now(), on=False)


@delete("/api/me/guests/{guest:str}/{kind:str}", tags=["people"], status_code=204)
async def unmute(
    request: Call,
    guest: Name,
    kind: Aversion,
    rooms: Rooms,
    players: Players,
    people: People,
) -> None:
    """Unmute or unblock a guest, named by `guest` of `GET /api/me/people`."""
    player = await identity.known(request, players)
    await people.relate(player.id, guest, kind, rooms.now(), on=False)


@get("/api/tables/{table:str}/people", tags=["people"])
async def people_there(
    request: Call, table: TableId, rooms: Rooms, players: Players, people: People
) -> list[schemas.PersonThere]:
    """List the other people at a table: their accounts, and your relations to them."""
    player = await identity.maybe(request, players)
    there = (await rooms.room(table)).table.places
    known = await people.known_to(player.id) if player else {}
    others = [
        (seat, place.player)
        for seat, place in enumerate(there)
        if place.player and (player is None or place.player != player.id)
    ]
    accounts = await people.store.names([who for _, who in others])
    return [
        schemas.PersonThere(
            seat, accounts.get(who, ""), sorted(known[who].mine if who in known else ())
        )
        for seat, who in others
    ]


@put("/api/tables/{table:str}/people", tags=["people"], status_code=204)
async def spare_me(
    request: Call,
    table: TableId,
    data: schemas.Towards,
    rooms: Rooms,
    players: Players,
    people: People,
) -> None:
    """Mute or block somebody at a table, with or without an account; or undo that.

    The other person is not told. Their chat is left out when you next connect.
    """
    player = await identity.known(request, players)
    other = _whom(await rooms.room(table), player, data.seat, data.line)
    await people.relate(player.id, other, data.kind, rooms.now(), on=data.on)


@post("/api/reports", tags=["people"], status_code=204)
async def report(
    request: Call,
    data: schemas.PlayerReport,
    rooms: Rooms,
    players: Players,
    people: People,
    sign_ups: SharedLimit,
) -> None:
    """Report somebody at a table to the moderators, with their name or a line of chat."""
    player = await identity.known(request, players)
    await sign_ups.take(client_of(request.scope))
    reason = names.clean(data.reason, LONGEST_TEXT)
    room = await rooms.room(data.table)
    other = _whom(room, player, data.seat, data.line)
    about = Reported(other, *_evidence(room, data.seat, data.line))
    await people.report(player.id, about, data.table, reason, rooms.now())
    rooms.metrics.reports.inc()


@put(
    "/api/tables/{table:str}/seats/{seat:int}/invitation",
    tags=["seats"],
    status_code=200,
)
async def invite(
    request: Call,
    table: TableId,
    seat: int,
    data: schemas.Invitation,
    rooms: Rooms,
    players: Players,
    people: People,
) -> bodies.TableState:
    """Reserve a free seat of your table for a friend, before the deal."""
    player, guest = (
        await identity.known(request, players),
        await players.by_name(data.name),
    )
    if not _friend((await people.known_to(player.id)).get(guest.id)) == "yes":
        raise RequestRefused("no_friend", name=guest.name)
    room, by = await rooms.room(table), Sender.of(player)
    await room.run(
        lambda table: seating.keep_seat(table, by, seat, Sender.of(guest)),
        guest.id,
    )
    return await table_seen_by(room, player)


HANDLERS = [
    profile, played, acquaintances, relate, unrelate, unmute, people_there, spare_me,
    report, invite,
]  # fmt: skip


def _whom(room: Room, player: PlayerRow, seat: int | None, line: int | None) -> str:
    """Return the other person who sits in a seat, or who wrote a line of chat."""
    table, found = room.table, ""
    if seat is not None and seat < table.seats:
        found = table.places[seat].player
    elif line is not None and line <= table.public:
        logged = table.log[line - 1].logged
        found = logged.player if isinstance(logged.event, TALK) else ""
    if not found:
        raise RequestRefused("no_seat", seats=table.seats)
    if found == player.id:
        raise RequestRefused("yourself")
    return found


def _evidence(room: Room, seat: int | None, line: int | None) -> tuple[str, int | None]:
    """Return what a report is about: the words in a line of chat, or a name."""
    table = room.table
    if seat is not None:
        return table.places[seat].name, None
    assert line is not None
    event: Any = table.log[line - 1].logged.event
    return (event.text, line) if isinstance(event, Said) else (event.key, line)


def _friend(known: Known | None) -> schemas.Friend:
    """Return the state of the friendship: accepted, asked by one of the two, or none."""
    if known is None:
        return "no"
    if known.friend:
        return "yes"
    if "friend" in known.mine:
        return "asked"
    return "asks" if known.asks else "no"


def _played(
    game: PlayedTable, known: dict[str, str], reader: PlayerRow | None, player: str
) -> schemas.PlayedGame:
    own = reader is not None and reader.id in {player, *dict(game.others)}
    return schemas.PlayedGame(
        game=game.game,
        ended=game.ended,
        place=game.place,
        points=game.points,
        table=game.table if game.public or own else None,
        others=[
            schemas.Opponent(
                who.partition(BOT)[2] or known.get(who, ""), BOT in who, place
            )
            for who, place in game.others
        ],
    )
