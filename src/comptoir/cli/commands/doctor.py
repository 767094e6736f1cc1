"""`comptoir doctor`: check everything a server needs."""

import asyncio
import shutil
import socket
import sys
from collections.abc import Callable, Iterator
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

import click

from comptoir.cli.serving.hosting import FILE, open_database
from comptoir.cli.terminal.saves import data_folder
from comptoir.engine.backends.threads import cores
from comptoir.engine.errors import ComptoirError

from .serve import USUAL_PORT

LEAST_SPACE = 200  # MB of disk space that must be free for the database
LEAST_FILES = 1024
LIBRARIES = ("numpy", "numba", "litestar", "uvicorn", "websockets", "asyncpg")
OPTIONAL = {
    "numba": "everything runs, but search bots are a hundred times slower",
    "asyncpg": "only for PostgreSQL: pip install 'comptoir[postgres]'",
}

Finding = tuple[str, str]  # level (ok, note or fault) and a sentence


@click.command()
@click.option("--database", metavar="WHERE", help="A file or a postgresql:// address.")
def doctor(database: str | None) -> int:
    """Check everything a server needs, and print what is wrong."""
    colours = {"ok": "green", "note": "yellow", "fault": "red"}
    faults = 0
    for check in (
        _versions, _compiled, lambda: _folder(database), lambda: _database(database),
        _port, _files, _bots,
    ):  # fmt: skip
        for kind, sentence in _tried(check):
            faults += kind == "fault"
            click.echo(f"{click.style(f'{kind:>5}', fg=colours[kind])}  {sentence}")
    return 1 if faults else 0


def _tried(check: Callable[[], Iterator[Finding]]) -> Iterator[Finding]:
    """Run a check and yield its findings; an exception becomes a finding too."""
    try:
        yield from check()
    except (ComptoirError, OSError) as error:
        yield "fault", str(error)


def _versions() -> Iterator[Finding]:
    running = ".".join(map(str, sys.version_info[:3]))
    yield (
        "ok",
        f"Comptoir {version('comptoir')} on Python {running}, {cores()} cores",
    )
    for name in LIBRARIES:
        try:
            yield "ok", f"{name} {version(name)}"
        except PackageNotFoundError:
            missing = OPTIONAL.get(name)
            yield (
                ("note", f"no {name}: {missing}")
                if missing
                else ("fault", f"no {name}")
            )


def _compiled() -> Iterator[Finding]:
    from comptoir.engine.backends import compiler
    from comptoir.engine.backends.bars import summary
    from comptoir.engine.backends.warming import missing_kernels, trouble
    from comptoir.engine.model import registry

    if not find_spec("numba"):
        return
    missing = missing_kernels(registry.names())
    said = summary(missing, len(registry.names()), cores())
    yield ("note", f"{said}: run comptoir warm") if missing else ("ok", said)
    searches = {one.game for one in missing if one.kernel == "search"}
    if searches:
        yield (
            "note",
            f"bots that think ahead warm up first in {', '.join(sorted(searches))}",
        )
    if fault := trouble():
        yield "note", f"compiled code cannot be stored: {fault}"
    for why in {compiler.misfit(game) for game in registry.games().values()} - {None}:
        yield "note", str(why)


def _folder(database: str | None) -> Iterator[Finding]:
    if database and "://" in database:
        return
    folder = Path(database).parent if database else data_folder()
    folder.mkdir(parents=True, exist_ok=True)
    probe = folder / ".comptoir-doctor"
    probe.write_text("")
    probe.unlink()
    free = shutil.disk_usage(folder).free // 2**20
    kind = "ok" if free >= LEAST_SPACE else "fault"
    yield kind, f"{folder} can be written, {free:,} MB free"


def _database(where: str | None) -> Iterator[Finding]:
    shown = where or str(data_folder() / FILE)
    place = open_database(where)
    if not place.shared and not Path(shown).exists():
        yield "ok", f"the first server will create {shown}"
        return

    async def look() -> tuple[int, int]:
        await place.open(lambda _: None)
        try:
            (schema,) = await place.read("SELECT MAX(number) FROM schema_version")
            (tables,) = await place.read("SELECT COUNT(*) FROM tables")
        finally:
            await place.close()
        return schema[0], tables[0]

    schema, tables = asyncio.run(look())
    name = "the PostgreSQL database" if place.shared else shown
    yield "ok", f"{name} has schema version {schema} and {tables} tables"


def _port() -> Iterator[Finding]:
    with socket.socket() as probe:
        try:
            probe.bind(("127.0.0.1", USUAL_PORT))
        except OSError:
            yield "note", f"port {USUAL_PORT} is in use: serve takes the next free one"
        else:
            yield "ok", f"port {USUAL_PORT} is free"


def _files() -> Iterator[Finding]:
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    kind = "ok" if most >= LEAST_FILES else "note"
    yield kind, f"{most} sockets and files may be open at once"


def _bots() -> Iterator[Finding]:
    from comptoir import Match, bots
    from comptoir.engine.model import registry
    from comptoir.server.bots.pool import BotPool
    from comptoir.server.bots.worker import BotQuestion

    match = Match(registry.names()[0])

    async def ask() -> str:
        pool = BotPool(1)
        try:
            asked = BotQuestion.at(
                match, match.actors[0], "house", bots.new_dice("doctor")
            )
            return (await pool.choose(asked)).error
        finally:
            await pool.close()

    error = asyncio.run(ask())
    yield ("fault", f"bots do not answer: {error}") if error else ("ok", "bots answer")
