"""The privacy page: what this server keeps and for how long, by the settings in force."""

from datetime import UTC, datetime, timedelta
from html import escape
from pathlib import Path
from typing import Any

import msgspec
from litestar import MediaType, Request, Response, get

from comptoir.engine.text.words import Words
from comptoir.server.domain.refusals import RequestRefused
from comptoir.server.domain.settings import Language
from comptoir.server.rooms.rooms import Rooms

from .pages import in_the_other, whole_page
from .previews import spoken

WORDS = Path(__file__).parent / "words"
ALWAYS = ("account", "device", "results", "people", "limits", "backups")
RIGHTS = ("see", "delete")


class Contact(msgspec.Struct, frozen=True):
    """Where people reach the host: an e-mail address or a URL; may be empty."""

    text: str

    @property
    def link(self) -> str:
        """The contact as a URL."""
        return self.text if "://" in self.text else f"mailto:{self.text}"


@get("/privacy", media_type=MediaType.HTML, include_in_schema=False)
async def privacy(
    request: Request[Any, Any, Any],
    rooms: Rooms,
    contact: Contact,
    language: Language | None = None,
) -> str:
    """Return the page on what is stored about people, why, and for how long."""
    chosen = language or spoken(request)
    words, retention = Words(chosen, WORDS), rooms.retention
    rows = [
        ("guests", _days(words, retention.guests)),
        ("finished", _days(words, retention.finished)),
        ("unfinished", _days(words, retention.unfinished)),
        ("unstarted", _days(words, retention.unstarted)),
        *((what, words.say(f"privacy.{what}.kept")) for what in ALWAYS),
        ("reports", _days(words, retention.reports, "closed")),
        ("audit", _days(words, retention.audit, "done")),
        ("push", words.say("privacy.push.kept")),
    ]
    if rooms.announcer.mail:
        rows.append(("mail", words.say("privacy.mail.kept")))
    listed = "".join(
        f"<tr><td>{escape(words.say(f'privacy.{what}'))}</td><td>{escape(kept)}</td></tr>"
        for what, kept in rows
    )
    head = "".join(
        f"<th>{escape(words.say(f'privacy.head.{name}'))}</th>"
        for name in ("what", "kept")
    )
    rights = "".join(
        f"<li>{escape(words.say(f'privacy.{key}'))}</li>" for key in RIGHTS
    )
    body = (
        f"{in_the_other('/privacy', chosen)}"
        f"<p>{escape(words.say('privacy.about'))}</p>"
        f"<table><thead><tr>{head}</tr></thead><tbody>{listed}</tbody></table>"
        f"<h2>{escape(words.say('privacy.rights'))}</h2><ul>{rights}</ul>"
        f'<p><a href="/account">{escape(words.say("privacy.account"))}</a></p>'
    )
    if contact.text:
        told = f'<a href="{escape(contact.link)}">{escape(contact.text)}</a>'
        body += f"<p>{escape(words.say('privacy.contact'))} {told}</p>"
    return whole_page(chosen, words.say("privacy.title"), body)


@get("/.well-known/security.txt", include_in_schema=False, sync_to_thread=False)
def security(
    request: Request[Any, Any, Any], rooms: Rooms, contact: Contact
) -> Response[str]:
    """Return where to report vulnerabilities (RFC 9116), if the host has set a contact."""
    if not contact.text:
        raise RequestRefused("no_page")
    text = f"Contact: {contact.link}\nExpires: {_in_a_year(rooms.now())}\n"
    return Response(f"{text}Preferred-Languages: en, fr\n", media_type=MediaType.TEXT)


HANDLERS: list[Any] = [privacy, security]


def _days(words: Words, days: float, since: str = "active") -> str:
    """Return how long something is kept, in words."""
    if not days:
        return words.say("privacy.ever")
    return words.say("privacy.days", days=round(days, 1), since=since)


def _in_a_year(now: int) -> str:
    year = timedelta(days=365)
    return f"{datetime.fromtimestamp(now / 1000, UTC) + year:%Y-%m-%dT00:00:00Z}"
