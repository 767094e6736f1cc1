"""Notifies absent people of their turns, once per turn; one e-mail covers several tables."""

from collections.abc import Callable

import msgspec

from comptoir.engine.model import registry
from comptoir.engine.text.words import Words
from comptoir.server.domain.refusals import WORDS, RequestRefused
from comptoir.server.domain.state.table import OnlineTable
from comptoir.server.operations import logs
from comptoir.server.operations.metrics import Metrics
from comptoir.server.storage import store as sql
from comptoir.server.storage.store import Store

from . import LETTERS
from .mail import MailServer
from .push import Pusher, Vapid, on_the_internet
from .rows import AnnouncementRows, Due

MAIL_AFTER = 10 * 60 * 1000  # milliseconds of absence before an e-mail is sent
MAIL_EVERY = 60 * 60 * 1000  # minimum milliseconds between two e-mails to one person
INVITED = 0  # stored for an invitation, in place of a turn's number
SWEEP = 20_000  # milliseconds between two checks for due e-mails
HOUR, DAY = 3_600_000, 86_400_000
LONG = 2 * DAY  # durations from here on are given in days
RETRY = 5 * 60 * 1000  # milliseconds to wait after the mail server failed

Connected = Callable[[str], bool]  # True if a player is connected
Looks = Callable[[str, str], bool]  # True if a player has a table open (table, player)


class Announcing(msgspec.Struct, frozen=True):
    """The server's settings for notifying people who are away."""

    address: str = ""  # the server's public address, for links
    mail: MailServer | None = None  # the SMTP server for outgoing mail
    allowed: Callable[[str], bool] = (
        on_the_internet  # which push services may be called
    )


class Announcer:
    """Notifies absent players of their turn (push, e-mail).

    Args:
        store: The store that records who was notified of which turn.
        now: The clock, in milliseconds since 1970.
        how: The settings.
        metrics: Where e-mails are counted.
    """

    def __init__(
        self, store: Store, now: Callable[[], int], how: Announcing, metrics: Metrics
    ):
        self.rows = AnnouncementRows(store)
        self.mail = how.mail
        self.address = how.address.rstrip("/")
        self._store = store
        self._metrics = metrics
        self._now = now
        self._allowed = how.allowed
        self._pusher: Pusher | None = None
        self._look_after = 0

    async def pusher(self) -> Pusher:
        """Return the push client, which signs with this server's VAPID key."""
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
        """Return the absent people a table waits for, each with the number of their turn."""
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
        """Notify people of their turn by push, each once; e-mails follow later."""
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
            except OSError as error:  # the table continues; the next turn tries again
                logs.warning("push", reason=str(error))

    async def look(self, looks: Looks) -> None:
        """Send the e-mails that are due: one per person, however many tables wait.

        A person who has a table open gets no e-mail about it.
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
            token = await self.rows.unsubscribing(due.player)
            end = f"{self.address}/unsubscribe/{token}"
            try:
                await self.write(due.email, *self._letter(due, still, end), end)
            except OSError as error:  # they become due again
                logs.warning("mail", reason=str(error))
                await self.rows.mailed(due.player, list(still), 0)
                self._look_after = now + RETRY
                return

    async def _still_waiting(self, due: Due, looks: Looks) -> dict[str, sql.Summary]:
        """Return the tables that still wait for a person, by id."""
        found = {}
        for summary in await self._store.tables(due.tables):
            mine = [n for n, who, *_ in summary.places if who == due.player]
            waits = summary.state == "waiting" or set(mine) & set(summary.asked)
            if mine and waits and not looks(summary.id, due.player):
                found[summary.id] = summary
        return found

    def _letter(
        self, due: Due, tables: dict[str, sql.Summary], end: str
    ) -> tuple[str, str]:
        """Return the subject and the text of an e-mail; `end` turns such e-mails off."""
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
            left = (table.due or 0) - self._now()
            if left > 0:
                unit, of = ("days", DAY) if left >= LONG else ("hours", HOUR)
                rest = max(1, round(left / of))
                title += "\n" + words.say("mail.left", unit=unit, rest=rest)
            lines.append(f"{title}\n{self.address}/t/{name}?mail")
        count = len(tables)
        settings = f"{self.address}/account"
        end = words.say("mail.end", address=settings, end=end)
        subject = words.say("mail.subject", count=count, games=min(titles.values()))
        return subject, "\n\n".join([words.say("mail.turn", count=count), *lines, end])

    async def write(self, to: str, subject: str, text: str, end: str = "") -> None:
        """Send an e-mail; `end` is the address that turns such e-mails off.

        Raises:
            OSError: The mail server does not answer, or refuses the message.
            RequestRefused: No mail server is configured.
        """
        if self.mail is None:
            raise RequestRefused("no_mail")
        try:
            await self.mail.send(to, subject, text, end)
        except OSError:
            self._metrics.mails.labels("failed").inc()
            raise
        self._metrics.mails.labels("sent").inc()

    async def close(self) -> None:
        """Close all connections."""
        if self._pusher:
            await self._pusher.close()
