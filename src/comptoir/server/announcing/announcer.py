"""Tells people who are away that it is their turn: once a question, and mail in digests."""

from collections.abc import Callable

import msgspec

from comptoir.engine.model import registry
from comptoir.engine.text.words import Words
from comptoir.server.domain.refusals import WORDS, RequestRefused
from comptoir.server.domain.state.table import OnlineTable
from comptoir.server.operations import logs
from comptoir.server.storage import store as sql
from comptoir.server.storage.store import Store

from . import LETTERS
from .mail import MailServer
from .push import Pusher, Vapid, on_the_internet
from .rows import AnnouncementRows, Due

MAIL_AFTER = 10 * 60 * 1000  # milliseconds in which somebody may come by themselves
MAIL_EVERY = 60 * 60 * 1000  # milliseconds between two letters to one person
INVITED = 0  # the question of who is invited to a seat
SWEEP = 20_000  # milliseconds between two looks at what letters are due
RETRY = 5 * 60 * 1000  # milliseconds after a mail server failed

Connected = Callable[[str], bool]  # a player
Looks = Callable[[str, str], bool]  # at a table, a player


class Announcing(msgspec.Struct, frozen=True):
    """How a server reaches people who are away."""

    address: str = ""  # where people reach the server, for links
    mail: MailServer | None = None  # where letters are handed in
    allowed: Callable[[str], bool] = (
        on_the_internet  # which push services may be called
    )


class Announcer:
    """Notifies absent players of their turn (push, e-mail).

    Args:
        store: Where it is kept who was told what.
        now: Milliseconds since 1970.
        how: How they are reached.
    """

    def __init__(self, store: Store, now: Callable[[], int], how: Announcing):
        self.rows = AnnouncementRows(store)
        self.mail = how.mail
        self.address = how.address.rstrip("/")
        self._store = store
        self._now = now
        self._allowed = how.allowed
        self._pusher: Pusher | None = None
        self._look_after = 0

    async def pusher(self) -> Pusher:
        """Return who calls browsers, by this server's key."""
        if self._pusher is None:
            contact = f"mailto:{self.mail.sender}" if self.mail else self.address
            vapid = Vapid(
                await self.rows.vapid_key(), contact or "mailto:nobody@invalid"
            )
            self._pusher = Pusher(vapid, self._allowed)
        return self._pusher

    def waiting_for(
        self, table: OnlineTable, connected: Connected
    ) -> list[tuple[str, int]]:
        """Return the people whom a table waits for and who are away, with the question."""
        if table.match is None:
            invited = [place.invited for place in table.places if place.invited]
            return [(who, INVITED) for who in invited if not connected(who)]
        return [
            (place.player, table.asked[seat] or 0)
            for seat, place in enumerate(table.places)
            if place.away and place.person and seat in table.actors
        ]

    async def announce(
        self, table: OnlineTable, waiting: list[tuple[str, int]]
    ) -> None:
        """Tell people of a question, each once; letters come later."""
        clock = table.settings.clock
        mail = self.mail is not None and (clock is None or clock.over_days)
        for player, asked in waiting:
            new = await self.rows.new(player, table.id, asked, self._now(), mail=mail)
            if new:
                await self._push(player, table.id, table.settings.game, asked)

    async def _push(self, player: str, table: str, game: str, asked: int) -> None:
        subscriptions = await self.rows.subscriptions(player)
        if not subscriptions:
            return
        found = await self._store.player(sql.BY_ID, player)
        words = registry.load(game).words(found.language if found else "en", WORDS)
        key = "announce.invited" if asked == INVITED else "announce.turn"
        message = msgspec.json.encode(
            {
                "title": words.say("title"),
                "body": words.say(key),
                "url": f"/t/{table}",
                "tag": table,
            }
        )
        pusher = await self.pusher()
        for to in subscriptions:
            try:
                if not await pusher.push(to, message):
                    await self.rows.unsubscribe(to.endpoint)
            except OSError as error:  # the table goes on; the next turn tries again
                logs.warning("push", reason=str(error))

    async def look(self, looks: Looks) -> None:
        """Send the letters that are due, one a person however many tables wait.

        Not to somebody who looks at the table just now.
        """
        now = self._now()
        if self.mail is None or now < self._look_after:
            return
        self._look_after = now + SWEEP
        for due in await self.rows.due(now - MAIL_AFTER, now - MAIL_EVERY):
            still = await self._still_waiting(due, looks)
            gone = [table for table in due.tables if table not in still]
            await self.rows.answered(due.player, gone)
            if not still:
                continue
            await self.rows.mailed(due.player, list(still), now)
            try:
                await self.write(due.email, *self._letter(due, still))
            except OSError as error:  # nothing is lost: they are due again
                logs.warning("mail", reason=str(error))
                await self.rows.mailed(due.player, list(still), 0)
                self._look_after = now + RETRY
                return

    async def _still_waiting(self, due: Due, looks: Looks) -> dict[str, sql.Summary]:
        """Return the tables that still wait for somebody, by their ids."""
        found = {}
        for summary in await self._store.tables(due.tables):
            mine = [n for n, who, *_ in summary.places if who == due.player]
            waits = summary.state == "waiting" or set(mine) & set(summary.asked)
            if mine and waits and not looks(summary.id, due.player):
                found[summary.id] = summary
        return found

    def _letter(self, due: Due, tables: dict[str, sql.Summary]) -> tuple[str, str]:
        """Return the subject and the text of a letter."""
        words = Words(due.language, LETTERS)
        titles = {}
        lines = []
        for name, table in tables.items():
            game = registry.load(table.settings.game)
            title = titles[name] = game.words(due.language).say("title")
            others = [called for _, who, called, bot, _ in table.places
                      if called and not bot and who != due.player]  # fmt: skip
            if others:
                title = words.say("mail.with", game=title, names=", ".join(others))
            lines.append(f"{title}\n{self.address}/t/{name}")
        count = len(tables)
        end = words.say("mail.end", address=f"{self.address}/account")
        subject = words.say("mail.subject", count=count, games=min(titles.values()))
        return subject, "\n\n".join([words.say("mail.turn", count=count), *lines, end])

    async def write(self, to: str, subject: str, text: str) -> None:
        """Send a letter.

        Raises:
            OSError: The mail server does not answer, or refuses.
            RequestRefused: There is none.
        """
        if self.mail is None:
            raise RequestRefused("no_mail")
        await self.mail.send(to, subject, text, f"{self.address}/account")

    async def close(self) -> None:
        """End all connections."""
        if self._pusher:
            await self._pusher.close()
