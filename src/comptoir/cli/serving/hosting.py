"""The settings of a server, read from the command line and the environment."""

import ipaddress
import os
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from comptoir.cli.terminal.saves import data_folder
from comptoir.engine.errors import BadSetup

if TYPE_CHECKING:
    from comptoir.server.announcing.announcer import Announcing
    from comptoir.server.operations.limits import Limits
    from comptoir.server.storage.database import Database
    from comptoir.server.storage.retention import Retention

FILE = "tables.sqlite3"
Kind = TypeVar("Kind", "Limits", "Retention")


def open_database(where: str | None) -> "Database":
    """Return the database at an address, by default the one in COMPTOIR_DATABASE.

    Without either address, the database is a file in the data folder. COMPTOIR_PASSWORD_FILE
    names a file with the password, which keeps the password off the command line.
    """
    where = where or os.environ.get("COMPTOIR_DATABASE")
    if where and where.startswith(("postgresql://", "postgres://")):
        from comptoir.server.storage.postgres import Postgres

        return Postgres(where, _password())
    if where and "://" in where:
        raise BadSetup(f"database {where!r}: expected a file or postgresql://…")
    from comptoir.server.storage.sqlite import SQLite

    return SQLite(Path(where) if where else data_folder() / FILE)


def _password() -> str | None:
    file = os.environ.get("COMPTOIR_PASSWORD_FILE")
    try:
        return Path(file).read_text(encoding="utf-8").strip() if file else None
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise BadSetup(f"COMPTOIR_PASSWORD_FILE: {file}: {reason}") from None


def check_proxies(trust: str) -> None:
    """Raise `BadSetup` unless each proxy is an address or a network; `*` would trust every
    client.
    """
    for proxy in trust.split(","):
        try:
            ipaddress.ip_network(proxy.strip())
        except ValueError:
            raise BadSetup(
                f"--trust {proxy.strip()}: expected an address or a network, such as "
                "192.0.2.0/24"
            ) from None


def read_limits(texts: tuple[str, ...]) -> "Limits":
    """Return the default rate limits, changed as the given texts say."""
    from comptoir.server.operations.limits import Limits

    return _changed("--limit", texts, Limits)


def read_retention(texts: tuple[str, ...]) -> "Retention":
    """Return the default retention in days, with the changes given as texts."""
    import msgspec

    from comptoir.server.storage.retention import Retention

    found = _changed("--keep", texts, Retention)
    if min(msgspec.structs.astuple(found)) < 0:
        raise BadSetup("--keep: days cannot be negative")
    return found


def _changed(option: str, texts: tuple[str, ...], kind: type[Kind]) -> Kind:
    """Return numbers with names, changed by texts such as `tables=100`."""
    import msgspec

    given = dict(text.partition("=")[::2] for text in texts)
    for name in given:
        if name not in kind.__struct_fields__:
            usual = msgspec.structs.asdict(kind())
            known = ", ".join(f"{key}={value:g}" for key, value in usual.items())
            raise BadSetup(f"{option} {name}: expected one of {known}")
    try:
        return msgspec.convert(given, kind, strict=False)
    except msgspec.ValidationError as error:
        raise BadSetup(f"{option}: {error}") from None


def read_announcing(address: str, mail: str | None) -> "Announcing":
    """Return the settings for notifying absent players."""
    from urllib.parse import urlsplit

    from comptoir.server.announcing.announcer import Announcing
    from comptoir.server.announcing.mail import MailServer

    there = urlsplit(address)
    if address and (there.scheme not in ("http", "https") or not there.hostname):
        raise BadSetup(f"--address {address}: expected https://HOST")
    mail = mail or os.environ.get("COMPTOIR_MAIL")
    if mail and not address:
        raise BadSetup("--mail needs --address, for the links in e-mails")
    return Announcing(address, MailServer.at(mail) if mail else None)
