"""The answers to a page's requests, which it would send to a server over HTTP."""

import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, NamedTuple

import msgspec

from comptoir.engine.errors import ComptoirError
from comptoir.engine.model import registry
from comptoir.engine.play.match import Match
from comptoir.engine.play.record import Record
from comptoir.engine.text.words import Words
from comptoir.review.answers import ReviewRequest
from comptoir.server.domain import names
from comptoir.server.domain.acting import commands, seating
from comptoir.server.domain.acting.seating import Sender
from comptoir.server.domain.emblems import usual
from comptoir.server.domain.protocol import bodies
from comptoir.server.domain.reading import export, projections, replaying
from comptoir.server.domain.refusals import WORDS, RequestRefused
from comptoir.server.domain.settings import check_game
from comptoir.server.domain.state.events import SentRequest

from .desk import Desk
from .host import ME, Host, player_at

JSON, TEXT, SVG = "application/json", "text/plain; charset=utf-8", "image/svg+xml"
ALL = "all"  # the eyes of the referee


class PageRequest(NamedTuple):
    """A request: the arguments of its path, its query, and its body."""

    host: Host
    args: tuple[str, ...]
    query: Mapping[str, str]
    body: str

    def read(self, shape: Any) -> Any:
        """Return the body as a struct of this type."""
        return msgspec.json.decode(self.body or "{}", type=shape)

    async def desk(self) -> Desk:
        """Return the table that the path names."""
        return await self.host.desk(self.args[0])

    @property
    def language(self) -> str:
        """The language of texts."""
        return self.query.get("language", "en")


class Body(NamedTuple):
    """A body that is no JSON of a struct: its text and its media type."""

    text: str
    kind: str = JSON


async def who_am_i(asked: PageRequest) -> Any:
    """Return the owner of the device."""
    name = asked.host.me.name
    if not name:
        raise RequestRefused("who")
    known = {"name": name, "language": asked.language, "emblem": usual(name)}
    usually = {"login": None, "password": False, "own_emblem": False, "token": None}
    whole = known | usually | {"moderator": False, "penalties": []}
    return Body(msgspec.json.encode(whole).decode())


async def introduce(asked: PageRequest) -> Any:
    """Name the owner of the device."""
    name = names.clean(asked.read(bodies.NewPlayer).name, names.LONGEST)
    asked.host.me = Sender(ME, name, emblem=usual(name))
    return await who_am_i(asked)


async def own_tables(asked: PageRequest) -> Any:
    """List the tables of this browser, the latest first."""
    texts = await asked.host.shelf.summaries()
    found = [msgspec.json.decode(text, type=bodies.TableSummary) for text in texts]
    game, before = asked.query.get("game"), int(asked.query.get("before", 0))
    kept = [
        table
        for table in found
        if game in (None, "", table.game) and (not before or table.changed < before)
    ]
    kept.sort(key=lambda table: -table.changed)
    return kept[: int(asked.query.get("most", 100))]


async def make_table(asked: PageRequest) -> Any:
    """Make a table."""
    data: bodies.NewTable = asked.read(bodies.NewTable)
    seats: dict[int, Any] = {n: bot for n, bot in enumerate(data.bots) if bot}
    if data.seat is not None:
        seats[data.seat] = asked.host.me
    return asked.host.state(await asked.host.make(data.settings, seats))


async def continue_game(asked: PageRequest) -> Any:
    """Make a table that continues a record's game, given as JSON or as its token."""
    data: bodies.GivenRecord = asked.read(bodies.GivenRecord)
    text = data.record.strip()
    await asked.host.need(_game_of(text))
    record = Record.read(text) if text.startswith("{") else Record.from_token(text)
    return asked.host.state(await asked.host.continued(record, data.settings))


async def table_state(asked: PageRequest) -> Any:
    """Return a table."""
    return asked.host.state(await asked.desk())


async def remove(asked: PageRequest) -> Any:
    """Delete a table."""
    await asked.host.remove(asked.args[0])
    return Body("null")


async def record(asked: PageRequest) -> Any:
    """Return the record of a game, also of one that is not over: it holds every card."""
    match = _match(await asked.desk())
    if asked.query.get("as") == "token":
        return Body(match.record().token, TEXT)
    return Body(match.record().text())


async def text(asked: PageRequest) -> Any:
    """Return the game so far as a text, as its only person may see it."""
    desk = await asked.desk()
    people = desk.table.people
    seat = people[0] if len(people) == 1 else None
    return Body(export.write(export.story(desk.table, seat, asked.language)), TEXT)


async def replay(asked: PageRequest) -> Any:
    """Return a finished game, move by move."""
    desk = await asked.desk()
    past = _past(desk)
    question = replaying.MovesQuestion(past.record())
    seats = [bodies.ReplaySeat(place.name, place.bot) for place in desk.table.places]
    info = projections.info(desk.table, ME, desk.created)
    moves: Any = msgspec.Raw(replaying.answer(question))
    return bodies.Replay(info, seats, moves, past.ranks, past.ending, past.seed)


async def moment(asked: PageRequest) -> Any:
    """Return the table after a number of moves, as a seat or everybody sees it."""
    desk, move = await asked.desk(), int(asked.args[1])
    eyes = asked.query.get("eyes", ALL)
    seat = None if eyes == ALL else int(eyes)
    alone = len(desk.table.people) == 1 and seat in desk.table.people
    match = _match(desk) if alone else _past(desk)
    if not 0 <= move <= len(match.moves):
        raise RequestRefused("undo_where", moves=len(match.moves))
    return desk.moment(match, move, seat)


async def review_of(asked: PageRequest) -> Any:
    """Return the review of a finished game, or its progress."""
    desk, seat = await asked.desk(), asked.query.get("seat")
    _past(desk)
    reader = int(seat) if seat else desk.table.seat_of(ME)
    about = (asked.query.get("depth", "quick"), asked.language, reader)
    return await asked.host.reviews.state(desk, *about)


async def begin_review(asked: PageRequest) -> Any:
    """Start the review of a finished game."""
    desk, depth = await asked.desk(), asked.read(ReviewRequest).depth
    await asked.host.reviews.begin(desk, depth)
    return await asked.host.reviews.state(desk, depth, asked.language, None)


async def picture_of(asked: PageRequest) -> Any:
    """Return the chart of a review as an SVG picture."""
    about = (asked.query.get("depth", "quick"), asked.language)
    drawn = await asked.host.reviews.picture(await asked.desk(), *about)
    return Body(drawn, SVG)


async def chances_of(asked: PageRequest) -> Any:
    """Return the chances in a running game, as its only person knows them."""
    return await asked.host.reviews.chances(await asked.desk())


async def branch(asked: PageRequest) -> Any:
    """Continue from a moment of a finished game against bots, at a new table."""
    desk, data = await asked.desk(), asked.read(bodies.BranchRequest)
    past = _past(desk)
    before = desk.past.match_after(past.moves[: data.move], desk.table.anew)
    if before.over:
        raise RequestRefused("over")
    seats: dict[int, Any] = dict.fromkeys(range(desk.table.seats), data.bot)
    seats[data.seat] = asked.host.me
    made = await asked.host.make(desk.table.settings, seats, before)
    return asked.host.state(made)


async def again(asked: PageRequest) -> Any:
    """Make the rematch of a finished game, with the same people and bots."""
    desk, data = await asked.desk(), asked.read(bodies.NextTable)
    before, me = desk.table, asked.host.me
    settings = data.settings or before.settings
    seats: dict[int, Any] = {}
    for seat, place in enumerate(before.places[: settings.seats or before.seats]):
        person = Sender(place.player, place.name, emblem=place.emblem)
        seats[seat] = person if place.player else place.bot
    made = await asked.host.make(settings, seats)
    by = Sender.of(me) if before.seat_of(ME) is not None else me
    name = made.table.id
    if before.seat_of(ME) is not None:
        await desk.run(lambda table: commands.again(table, by, name), ME)
    return asked.host.state(made)


async def sit(asked: PageRequest) -> Any:
    """Seat the owner of the device, or another person who shares it and gives a name."""
    data: bodies.SharedSeat = asked.read(bodies.SharedSeat)
    seat, me = int(asked.args[1]), asked.host.me
    desk = await asked.desk()
    if data.name is not None:
        name = names.clean(data.name, names.LONGEST)
        me = Sender(player_at(seat), name, emblem=usual(name))
    sent = SentRequest.of(data.request, ("sit", seat)) if data.request else None
    await desk.run(lambda table: seating.sit(table, me, seat), me.id, sent)
    return asked.host.state(desk)


def _seated(command: Callable[..., Any]) -> Callable[[PageRequest], Awaitable[Any]]:
    """Return the answer that carries out a command about a seat."""

    async def carry_out(asked: PageRequest) -> Any:
        desk, seat = await asked.desk(), int(asked.args[1])
        more = (asked.read(bodies.BotSeat).bot,) if command is seating.seat_bot else ()
        me = asked.host.me
        await desk.run(lambda table: command(table, me, seat, *more), ME)
        return asked.host.state(desk)

    return carry_out


async def get_ready(asked: PageRequest) -> Any:
    """Load the code of a game, so that it can be played without a network."""
    await asked.host.need(asked.args[0])
    return Body("null")


async def read_components(asked: PageRequest) -> Any:
    """Return the content of an edited cards file."""
    await asked.host.need(asked.args[0])
    game, data = check_game(asked.args[0]), asked.read(bodies.File)
    if registry.load(game).components is None:
        raise RequestRefused("no_components")
    language = asked.query.get("language", "en")
    question = replaying.CardsQuestion(game, data.name, data.text, language)
    read = msgspec.json.decode(replaying.answer(question), type=replaying.ReadCards)
    if read.faults:
        raise RequestRefused("bad_setup", reason=read.faults)
    return Body(msgspec.json.encode(read.content).decode())


TABLE = r"/tables/([\w-]+)"
SEAT = rf"{TABLE}/seats/(\d)"
ROUTES: list[tuple[str, str, Callable[[PageRequest], Awaitable[Any]]]] = [
    ("GET", "/me", who_am_i),
    ("POST", "/me", introduce),
    ("GET", "/me/tables", own_tables),
    ("POST", "/tables", make_table),
    ("POST", "/records", continue_game),
    ("GET", TABLE, table_state),
    ("DELETE", TABLE, remove),
    ("GET", rf"{TABLE}/record", record),
    ("GET", rf"{TABLE}/text", text),
    ("GET", rf"{TABLE}/replay", replay),
    ("GET", rf"{TABLE}/replay/(\d+)", moment),
    ("GET", rf"{TABLE}/review", review_of),
    ("POST", rf"{TABLE}/review", begin_review),
    ("GET", rf"{TABLE}/review.svg", picture_of),
    ("GET", rf"{TABLE}/chances", chances_of),
    ("POST", rf"{TABLE}/branch", branch),
    ("POST", rf"{TABLE}/again", again),
    ("POST", SEAT, sit),
    ("DELETE", SEAT, _seated(seating.leave)),
    ("PUT", rf"{SEAT}/name", _seated(seating.rename)),
    ("PUT", rf"{SEAT}/bot", _seated(seating.seat_bot)),
    ("DELETE", rf"{SEAT}/bot", _seated(seating.dismiss_bot)),
    ("POST", r"/games/(\w+)/ready", get_ready),
    ("POST", r"/games/(\w+)/components", read_components),
]
PATTERNS = [(verb, re.compile(pattern), answer) for verb, pattern, answer in ROUTES]


class HttpAnswer(NamedTuple):
    """The answer to a request, as HTTP would send it."""

    status: int
    kind: str
    text: str


async def answer(
    host: Host, verb: str, path: str, query: Mapping[str, str], body: str
) -> HttpAnswer:
    """Return the answer to a request of the page."""
    try:
        for wanted, pattern, handler in PATTERNS:
            found = pattern.fullmatch(path) if wanted == verb else None
            if found:
                said = await handler(PageRequest(host, found.groups(), query, body))
                return _written(said)
        raise RequestRefused("no_page")  # noqa: TRY301
    except RequestRefused as refused:
        return _fault(refused, query)
    except msgspec.DecodeError as error:
        return _fault(RequestRefused("bad_message", reason=str(error)[:300]), query)
    except ComptoirError as error:
        return _fault(RequestRefused("bad_setup", reason=str(error)), query)


def _written(said: Any) -> HttpAnswer:
    if isinstance(said, Body):
        return HttpAnswer(200, said.kind, said.text)
    return HttpAnswer(200, JSON, msgspec.json.encode(said).decode())


def _fault(refused: RequestRefused, query: Mapping[str, str]) -> HttpAnswer:
    refusal = refused.refusal
    words = Words(query.get("language", "en"), WORDS)
    about = (refusal.key, words.refusal(refusal), refusal.rule, refusal.args)
    fault = bodies.Fault(*about)
    return HttpAnswer(refused.status, JSON, msgspec.json.encode(fault).decode())


def _match(desk: Desk) -> Match:
    if desk.table.match is None:
        raise RequestRefused("not_started")
    return desk.table.match


def _past(desk: Desk) -> Match:
    match = _match(desk)
    if not match.over:
        raise RequestRefused("not_over")
    return match


def _game_of(text: str) -> str:
    """Return the game that a record names, to load it; the record may be damaged."""
    if not text.startswith("{"):
        return text.partition("-")[0]
    try:
        named = msgspec.json.decode(text)
    except msgspec.DecodeError:
        return ""
    return str(named.get("game", ""))
