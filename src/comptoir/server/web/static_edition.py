"""The static edition: a folder with the page, the engine, and a file for every constant answer.

Any file host can serve it, also under a sub-path: all links in it are relative, and the
page's own addresses follow a `#`.
"""

import re
import shutil
from collections.abc import AsyncIterator, Iterator
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
from httpx import ASGITransport, AsyncClient

from comptoir.engine.errors import ComptoirError
from comptoir.engine.model import registry
from comptoir.engine.text.words import LANGUAGES
from comptoir.review.puzzles import shipped
from comptoir.server.domain.reading.replaying import answer
from comptoir.server.rooms.rooms import Rooms
from comptoir.server.storage.sqlite import SQLite

from .app import create_app
from .pages.engine_files import files
from .pages.packages import BOARD
from .pages.static_files import INDEX, STATIC, built
from .tables.puzzles import question, solved

HTML = "<html "
MARK = 'data-edition="static" '
ROOTED = re.compile(r'((?:href|src)=")/(?!/)')
TEXTS = ("rules", "components")


def file_of(path: str) -> str:
    """Return the file with the answer to a path: as `web/src/lib/files.ts` does."""
    name = re.sub(r"[=&]", "-", path.removeprefix("/").replace("?", ".", 1))
    if name.endswith(".js"):
        return f"api/{name}"
    text = any(f"/{part}" in path for part in TEXTS)
    return f"api/{name}{'.txt' if text else '.json'}"


class Playtest(msgspec.Struct, frozen=True):
    """The feedback settings of a published game: its name, and where answers are sent."""

    game: str
    rules: int
    address: str = ""  # where answers are posted; empty if players send a file


async def write(out: Path, playtest: Playtest | None = None) -> int:
    """Write the edition into a folder, which it replaces; return the number of its bytes.

    With a `playtest` it is of one game alone, and asks for feedback.

    Raises:
        ComptoirError: The page was not built, or the folder holds something else.
    """
    if not built():
        raise ComptoirError("the page was not built: run `make page`")
    _clear(out)
    shutil.copytree(STATIC, out)
    names = [playtest.game] if playtest else registry.own_names()
    marks = MARK
    if playtest:
        told = escape(msgspec.json.encode(playtest).decode())
        marks += f'data-playtest="{told}" '
    page = INDEX.read_text(encoding="utf-8").replace(HTML, HTML + marks, 1)
    (out / "index.html").write_text(ROOTED.sub(r"\1", page), encoding="utf-8")
    (out / "parts.json").unlink(missing_ok=True)
    for name, content in files(names).items():
        _put(out / "engine" / name, content)
    async for path, content in _constants(names):
        _put(out / file_of(path), content)
    for name in names:  # an empty file says that a game has no board of its own
        board = registry.load(name).folder / BOARD
        content = board.read_bytes() if board.is_file() else b""
        _put(out / file_of(f"/games/{name}/{BOARD}"), content)
    for path, content in _puzzles(names):
        _put(out / file_of(path), content)
    return size_of(out)


def size_of(folder: Path) -> int:
    """Return the bytes of all files in a folder."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def _clear(out: Path) -> None:
    """Delete an earlier edition; refuse a folder with anything else in it."""
    if not out.exists():
        return
    if not out.is_dir() or (any(out.iterdir()) and not (out / "engine").is_dir()):
        raise ComptoirError(
            f"{out} is not empty, and no earlier edition: choose another"
        )
    shutil.rmtree(out)


def _put(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


async def _constants(names: list[str]) -> AsyncIterator[tuple[str, bytes]]:
    """Yield the paths of constant answers, with what a server answers."""
    paths = ["/games", "/games?brief=true", "/bots"]
    for name in names:
        game = registry.load(name)
        paths += [f"/games/{name}/lesson", f"/puzzles/{name}"]
        paths += [f"/games/{name}/components"] * bool(game.components)
        paths += [f"/games/{name}/rules?language={one}" for one in LANGUAGES]
        paths += [f"/games/{name}/words?language={one}" for one in LANGUAGES]
    with TemporaryDirectory() as folder:
        rooms = Rooms(SQLite(Path(folder) / "none.sqlite3"))  # it is never opened
        transport = ASGITransport(create_app(rooms).app)
        async with AsyncClient(transport=transport, base_url="http://static") as client:
            for path in paths:
                said = await client.get(f"/api{path}")
                said.raise_for_status()
                yield path, _only(names, path, said.content)


def _only(names: list[str], path: str, content: bytes) -> bytes:
    """Return the answer to a path; the list of games is limited to those published."""
    if not path.startswith("/games") or path.count("/") > 1:
        return content
    listed = msgspec.json.decode(content)
    return msgspec.json.encode([one for one in listed if one["name"] in names])


def _puzzles(names: list[str]) -> Iterator[tuple[str, bytes]]:
    """Yield every puzzle and its solution."""
    for name in names:
        for number, puzzle in enumerate(shipped(name)):
            path = f"/puzzles/{name}/{number}"
            yield path, answer(question(puzzle))
            yield f"{path}/solution", answer(solved(puzzle))
