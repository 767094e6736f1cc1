"""The HTTP interface: settings for turn notifications, by push and e-mail."""

import secrets
from hashlib import sha256
from html import escape
from typing import Annotated
from urllib.parse import quote

from litestar import MediaType, get, post, put
from litestar.params import Parameter

from comptoir.engine.text.words import Words
from comptoir.server.announcing import LETTERS
from comptoir.server.announcing.announcer import Announcer
from comptoir.server.announcing.push import Subscription
from comptoir.server.domain.refusals import RequestRefused
from comptoir.server.rooms.rooms import Rooms
from comptoir.server.storage.database import Conflict
from comptoir.server.storage.passkeys import ADD_CHALLENGE, VALID
from comptoir.server.storage.players import Players
from comptoir.server.storage.quotas import (
    ALARMS,
    CONFIRMATIONS,
    CONFIRMATIONS_AT,
    CONFIRMATIONS_BY,
    CONFIRMATIONS_TO,
    DAY,
    RECOVERIES,
    RECOVERY_MAILS,
    SharedLimit,
)
from comptoir.server.storage.rows import PlayerRow
from comptoir.server.storage.store import BY_ID
from comptoir.server.web.pages.pages import whole_page
from comptoir.server.web.shared import identity, schemas
from comptoir.server.web.shared.middleware import client_of
from comptoir.server.web.tables.api import Call

Token = Annotated[str, Parameter(max_length=200)]

GET_CHALLENGE = "SELECT player FROM challenges WHERE hash = $1 AND created > $2"
DROP_CHALLENGE = "DELETE FROM challenges WHERE hash = $1"


@get("/api/me/announcements", tags=["you"])
async def announcements(
    request: Call, rooms: Rooms, players: Players
) -> schemas.Announcements:
    """Return how you are notified of your turns, and what this server offers."""
    player, announcer = await identity.known(request, players), rooms.announcer
    pushes = await announcer.rows.subscriptions(player.id)
    key = (await announcer.pusher()).vapid.public
    can_mail = announcer.mail is not None
    return schemas.Announcements(player.email, can_mail, key, len(pushes))


@put("/api/me/push", tags=["you"], status_code=204)
async def push_here(
    request: Call, data: schemas.PushHere, rooms: Rooms, players: Players
) -> None:
    """Register this browser's push subscription, as made by `PushManager`."""
    player = await identity.known(request, players)
    to = Subscription(data.endpoint, data.key, data.auth)
    await rooms.announcer.rows.subscribe(player.id, to, rooms.now())


@post("/api/me/push/end", tags=["you"], status_code=204)
async def push_no_more(
    request: Call, data: schemas.PushEnd, rooms: Rooms, players: Players
) -> None:
    """Remove a push subscription."""
    player = await identity.known(request, players)
    await rooms.announcer.rows.unsubscribe(data.endpoint, player.id)


@put("/api/me/mail", tags=["you"], status_code=204)
async def write_to(
    request: Call,
    data: schemas.Mail,
    rooms: Rooms,
    players: Players,
    sign_ups: SharedLimit,
) -> None:
    """Set the e-mail address, which a link in a first e-mail confirms; or remove it.

    Until then that address gets no other e-mail.
    """
    player = await identity.known(request, players)
    if not data.email:
        await rooms.announcer.rows.set_mail(player.id, None)
        return
    client = client_of(request.scope)
    await sign_ups.take(client)
    counts = (
        (CONFIRMATIONS_TO, data.email),
        (CONFIRMATIONS_BY, player.id),
        (CONFIRMATIONS_AT, client),
        (CONFIRMATIONS, ""),
    )
    for quota, whose in counts:
        await players.quotas.take(quota, whose, rooms.now())
    secret = secrets.token_urlsafe(24)
    row = (
        _hash(secret, data.email),
        player.id,
        rooms.now() + DAY - VALID,
    )  # valid for a day
    await rooms.store.write((ADD_CHALLENGE, row))
    path = f"/confirm#secret={secret}&email={quote(data.email)}"
    await _write(rooms.announcer, player, data.email, "confirm", path)


@post("/api/mail/confirm", tags=["you"], status_code=204)
async def confirm(
    request: Call, data: schemas.MailConfirmed, rooms: Rooms, sign_ups: SharedLimit
) -> None:
    """Confirm an e-mail address with the secret from the e-mail."""
    await sign_ups.take(client_of(request.scope))
    hashed = _hash(data.secret, data.email)
    rows = await rooms.store.database.read(GET_CHALLENGE, hashed, rooms.now() - VALID)
    try:
        await rooms.store.write((DROP_CHALLENGE, (hashed,)))
        await rooms.announcer.rows.set_mail(rows[0][0], data.email)
    except (Conflict, IndexError):
        raise RequestRefused("wrong_recovery") from None


@get("/unsubscribe/{token:str}", include_in_schema=False, media_type=MediaType.HTML)
async def ask_to_stop(token: Token, rooms: Rooms) -> str:
    """Show a button that turns e-mails off; opening the link alone does nothing."""
    player, words = await _subscriber(rooms, token)
    button = f"<button>{escape(words.say('mail.stop.do'))}</button>"
    return _stop_page(
        words,
        f"<p>{escape(words.say('mail.stop', name=player.name))}</p>"
        f'<form method="post">{button}</form>',
    )


@post(
    "/unsubscribe/{token:str}", include_in_schema=False, media_type=MediaType.HTML,
    status_code=200,
)  # fmt: skip
async def stop(token: Token, rooms: Rooms) -> str:
    """Turn e-mails off without logging in; mail programs do it with one click (RFC 8058)."""
    player, words = await _subscriber(rooms, token)
    await rooms.announcer.rows.set_mail(player.id, None)
    return _stop_page(words, f"<p>{escape(words.say('mail.stopped'))}</p>")


@post("/api/recover/mail", tags=["you"], status_code=204)
async def recover_by_mail(
    request: Call,
    data: schemas.AccountName,
    rooms: Rooms,
    players: Players,
    sign_ups: SharedLimit,
) -> None:
    """Send a recovery link, valid for a day, to the e-mail address of an account.

    The response does not reveal whether the account has an address: it is always the same,
    and does not wait for the e-mail.
    """
    await sign_ups.take(client_of(request.scope))
    if rooms.announcer.mail is None:
        raise RequestRefused("no_mail")
    rooms.services.tasks.start(_recover(rooms, players, data.name))


HANDLERS = [
    announcements, push_here, push_no_more, write_to, confirm, recover_by_mail, ask_to_stop,
    stop,
]  # fmt: skip


async def _subscriber(rooms: Rooms, token: str) -> tuple[PlayerRow, Words]:
    """Return the player whose e-mails a link turns off, and the texts in their language."""
    name = await rooms.announcer.rows.unsubscriber(token)
    player = await rooms.store.player(BY_ID, name) if name else None
    if player is None:
        raise RequestRefused("wrong_link")
    return player, Words(player.language, LETTERS)


def _stop_page(words: Words, body: str) -> str:
    return whole_page(words.language, words.say("mail.stop.title"), body)


def _hash(secret: str, email: str) -> str:
    return sha256(f"{secret} {email}".encode()).hexdigest()


async def _write(
    announcer: Announcer, player: PlayerRow, to: str, what: str, path: str
) -> None:
    words = Words(player.language, LETTERS)
    link = f"{announcer.address}{path}"
    text = words.say(f"mail.{what}", name=player.name, link=link)
    try:
        await announcer.write(to, words.say(f"mail.{what}.subject"), text)
    except OSError:
        raise RequestRefused("mail_down") from None


async def _recover(rooms: Rooms, players: Players, name: str) -> None:
    """Send a recovery link, if the account exists and has an e-mail address."""
    player, at = await players.by_name(name), rooms.now()
    if player.email:
        await players.quotas.attempt(RECOVERIES, player.id, at)
        await players.quotas.take(RECOVERY_MAILS, "", at)
        secret = await players.add_recovery(player, at, at + DAY)
        await _write(rooms.announcer, player, player.email, "recover", f"/r#{secret}")


async def warn_owner(rooms: Rooms, players: Players, name: str) -> None:
    """Tell an account's owner by e-mail, once a day, that somebody guesses their password."""
    player, at = await players.by_name(name), rooms.now()
    if player.email and rooms.announcer.mail:
        await players.quotas.take(ALARMS, player.id, at)
        await _write(rooms.announcer, player, player.email, "alarm", "/account")
