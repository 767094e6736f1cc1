"""The HTTP interface: other people, what they played, and what one wants of them."""

from typing import Annotated

from litestar import delete, get, post, put
from litestar.params import Parameter

from comptoir.server.storage.people import Kind, Known, People, Played
from comptoir.server.storage.players import Players
from comptoir.server.storage.ratings import BOT, Ratings
from comptoir.server.storage.store import LAST, PlayerRow
from comptoir.server.tables import names, seating
from comptoir.server.tables.commands import LONGEST_TEXT
from comptoir.server.tables.refusals import RequestRefused
from comptoir.server.tables.rooms import Rooms
from comptoir.server.tables.seating import Sender

from . import identity, schemas
from .api import Call, TableId, table_seen_by
from .limits import Buckets
from .middleware import client_of

PAGE = 20  # games at a time

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
    """Return somebody who has an account, with ratings and their curves."""
    reader, found = await identity.maybe(request, players), await players.by_name(name)
    known = (await people.known_to(reader.id) if reader else {}).get(found.id)
    return schemas.Profile(
        name=found.name,
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
    """List somebody's rated games, the latest first; `before` goes on from the last one.

    A game leads to its replay if its table was open to all, or the reader sat there.
    """
    reader, found = await identity.maybe(request, players), await players.by_name(name)
    games = await people.played(found.id, before, PAGE)
    ids = {who for game in games for who, _ in game.others if BOT not in who}
    known = await people.store.names(sorted(ids))
    return [_played(game, known, reader) for game in games]


@get("/api/me/people", tags=["people"])
async def acquaintances(
    request: Call, players: Players, people: People
) -> list[schemas.Acquaintance]:
    """List whom you have as a friend, have muted or blocked, and who asks to be a friend."""
    player = await identity.known(request, players)
    known = await people.known_to(player.id)
    return [
        schemas.Acquaintance(one.name, sorted(one.mine), _friend(one))
        for one in sorted(known.values(), key=lambda one: one.name.casefold())
        if one.mine or (one.theirs == {"friend"} and not one.apart)
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
    """Ask somebody to be a friend, or agree to it; mute or block somebody."""
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
    """End that; it need not have been so."""
    player = await identity.known(request, players)
    other = await players.by_name(name)
    await people.relate(player.id, other.id, kind, rooms.now(), on=False)


@post("/api/reports", tags=["people"], status_code=204)
async def report(
    request: Call,
    data: schemas.Report,
    rooms: Rooms,
    players: Players,
    people: People,
    sign_ups: Buckets,
) -> None:
    """Tell the host of the server of somebody at a table; `comptoir reports` lists it."""
    player = await identity.known(request, players)
    sign_ups.take(client_of(request.scope))
    reason = names.clean(data.reason, LONGEST_TEXT)
    room = await rooms.room(data.table)
    places = room.table.places
    if data.seat >= len(places) or not places[data.seat].player:
        raise RequestRefused("no_seat", seats=len(places))
    other = places[data.seat].player
    if other == player.id:
        raise RequestRefused("yourself")
    await people.report(player.id, other, data.table, reason, rooms.now())


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
) -> schemas.TableState:
    """Keep a free seat of your table for a friend, before the deal."""
    player, guest = (
        await identity.known(request, players),
        await players.by_name(data.name),
    )
    if not _friend((await people.known_to(player.id)).get(guest.id)) == "yes":
        raise RequestRefused("no_friend", name=guest.name)
    room, by = await rooms.room(table), Sender(player.id, player.name)
    await room.run(
        lambda table: seating.keep_seat(table, by, seat, Sender(guest.id, guest.name)),
        guest.id,
    )
    return await table_seen_by(room, player)


HANDLERS = [profile, played, acquaintances, relate, unrelate, report, invite]


def _friend(known: Known | None) -> schemas.Friend:
    """Return whether two are friends, or one of them asks to be."""
    if known is None:
        return "no"
    if known.friend:
        return "yes"
    if "friend" in known.mine:
        return "asked"
    return "asks" if "friend" in known.theirs and not known.apart else "no"


def _played(
    game: Played, known: dict[str, str], reader: PlayerRow | None
) -> schemas.PlayedGame:
    own = reader is not None and reader.id in dict(game.others)
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
