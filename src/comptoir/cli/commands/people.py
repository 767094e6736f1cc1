"""`comptoir people`: reports about players, what is done about them, and moderators."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import TYPE_CHECKING, Any

import click

from comptoir.cli.serving.hosting import open_database
from comptoir.engine.errors import BadSetup

if TYPE_CHECKING:
    from comptoir.server.storage.moderation import Moderation

Work = Callable[["Moderation", int], Awaitable[None]]

database = click.option(
    "--database",
    metavar="WHERE",
    help="A file or a postgresql:// address, as for serve.",
)
reason = click.option("--reason", required=True, help="Why; the player is told.")
days = click.option(
    "--days", type=click.FloatRange(0, 3650, min_open=True), required=True,
    help="For how many days.",
)  # fmt: skip
name = click.argument("name")


@click.group()
def people() -> None:
    """See reports about players; warn, mute or ban them; appoint moderators.

    Servers can keep running: changes take effect within a second. A player is given by account
    name, or by the id that `find` and `reports` print.
    """


@people.command()
@database
@click.option("--closed", is_flag=True, help="Also the reports that are closed.")
def reports(database: str | None, closed: bool) -> None:
    """List the reports that players have filed."""

    async def read(moderation: "Moderation", at: int) -> None:
        found = await moderation.reports(closed=closed)
        for one in found:
            told = f"“{one.said}”" if one.line else one.said
            of = f"{one.name or '?'} [{one.player}]"
            click.echo(
                f"{_when(one.at)}  {one.by or '?'} of {of}, table {one.table}: "
                f"{one.reason}  ({told})"
            )
        if not found:
            click.echo("no reports")

    _visit(database, read)


@people.command()
@name
@database
def find(name: str, database: str | None) -> None:
    """List the account and the guests with a name, and their penalties."""

    async def read(moderation: "Moderation", at: int) -> None:
        for one in await moderation.find(name, at):
            kind = "account" if one.account else "guest"
            kind = "moderator" if one.moderator else kind
            click.echo(f"[{one.player}]  {one.name}, {kind} since {_when(one.created)}")
            for penalty in one.penalties:
                until = (
                    f" until {_when(penalty.ends)}" if penalty.kind != "warn" else ""
                )
                click.echo(f"    {penalty.kind}{until}: {penalty.reason}")

    _visit(database, read)


@people.command()
@database
@click.option("--of", "player", default="", metavar="NAME", help="Only about a player.")
def audit(database: str | None, player: str) -> None:
    """List what moderators have done, the latest first."""

    async def read(moderation: "Moderation", at: int) -> None:
        who = await _id_of(moderation, player, at) if player else ""
        for one in await moderation.audit(at + 1, who):
            until = f" until {_when(one.ends)}" if one.ends else ""
            where = f", table {one.table}" if one.table else ""
            click.echo(
                f"{_when(one.at)}  {one.moderator or 'host'}: {one.act} {one.name or '–'} "
                f"[{one.player}]{until}{where}: {one.reason}"
            )

    _visit(database, read)


@people.command()
@name
@reason
@database
def warn(name: str, reason: str, database: str | None) -> None:
    """Show a player a warning."""
    _act(database, "warn", name, reason)


@people.command()
@name
@days
@reason
@database
def mute(name: str, days: float, reason: str, database: str | None) -> None:
    """Let a player play, but neither chat nor change their name."""
    _act(database, "mute", name, reason, days=days)


@people.command()
@name
@days
@reason
@database
def ban(name: str, days: float, reason: str, database: str | None) -> None:
    """Let a player only watch, export their data, and delete their account."""
    _act(database, "ban", name, reason, days=days)


@people.command()
@name
@reason
@database
def unmute(name: str, reason: str, database: str | None) -> None:
    """End a mute."""
    _act(database, "unmute", name, reason)


@people.command()
@name
@reason
@database
def unban(name: str, reason: str, database: str | None) -> None:
    """End a ban."""
    _act(database, "unban", name, reason)


@people.command()
@name
@reason
@database
def rename(name: str, reason: str, database: str | None) -> None:
    """Replace a player's name, also in every log; the login stays the same."""
    _act(database, "name", name, reason)


@people.command()
@name
@click.argument("table")
@click.argument("words")
@reason
@database
def silence(
    name: str, table: str, words: str, reason: str, database: str | None
) -> None:
    """Remove a line of chat that reads WORDS from a table's log."""
    _act(database, "line", name, reason, table=table, said=words)


@people.command()
@name
@reason
@database
def close(name: str, reason: str, database: str | None) -> None:
    """Close the reports about a player, without doing anything else."""
    _act(database, "close", name, reason)


@people.command()
@name
@database
def appoint(name: str, database: str | None) -> None:
    """Make an account a moderator, who can do all this in the browser, at /moderation."""
    _appoint(database, name, "appoint")


@people.command()
@name
@database
def dismiss(name: str, database: str | None) -> None:
    """Remove an account's role as a moderator."""
    _appoint(database, name, "dismiss")


def _act(where: str | None, act: Any, name: str, reason: str, **more: Any) -> None:
    """Apply a moderation action to a player."""
    from comptoir.server.storage.moderation import Measure

    async def work(moderation: "Moderation", at: int) -> None:
        player = await _id_of(moderation, name, at)
        measure = Measure(act=act, player=player, reason=reason, **more)
        await moderation.carry_out(measure, at)

    _visit(where, work)


def _appoint(where: str | None, name: str, act: Any) -> None:
    from comptoir.server.storage.store import BY_ID

    async def work(moderation: "Moderation", at: int) -> None:
        player = await moderation.store.player(
            BY_ID, await _id_of(moderation, name, at)
        )
        assert player
        await moderation.appoint(player, act, at)

    _visit(where, work)


async def _id_of(moderation: "Moderation", name: str, at: int) -> str:
    """Return the id of the account with a name, or of the player with this id."""
    found = await moderation.find(name, at)
    known = [one.player for one in found if one.account or one.player == name]
    if not known:
        raise BadSetup(
            f"no account is called {name!r}; for guests: comptoir people find"
        )
    return known[0]


def _visit(where: str | None, work: Work) -> None:
    """Run a coroutine on the database while servers may be running."""
    from comptoir.server.rooms.services import steady_clock
    from comptoir.server.storage.moderation import Moderation
    from comptoir.server.storage.store import Store

    async def run() -> None:
        opened = open_database(where)
        await opened.visit()
        try:
            await work(Moderation(Store(opened)), steady_clock()())
        finally:
            await opened.close()

    asyncio.run(run())


def _when(at: int) -> str:
    return f"{datetime.fromtimestamp(at / 1000).astimezone():%Y-%m-%d %H:%M}"
