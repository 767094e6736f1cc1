"""The static edition: a folder with the page, the engine, and a file for every constant answer.

Any file host serves it, also below a sub-path: all links in it are relative, and the page's
own addresses stand after a `#`.
"""

import re
import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
from httpx import ASGITransport, AsyncClient

from comptoir.engine.errors import ComptoirError
from comptoir.engine.model import registry
from comptoir.engine.play.record import Record
from comptoir.engine.text.words import LANGUAGES
from comptoir.review import puzzles
from comptoir.server.domain.protocol.bodies import Solved
from comptoir.server.domain.reading.replaying import PuzzleQuestion, answer
from comptoir.server.rooms.rooms import Rooms
from comptoir.server.storage.sqlite import SQLite

from .app import create_app
from .pages.engine_files import files
from .pages.static_files import INDEX, STATIC, built

HTML = "<html "
MARK = 'data-edition="static" '
ROOTED = re.compile(r'((?:href|src)=")/(?!/)')
TEXTS = ("rules", "components")


def file_of(path: str) -> str:
    """Return the file with the answer to a path: as `web/src/lib/files.ts` does."""
    name = re.sub(r"[=&]", "-", path.removeprefix("/").replace("?", ".", 1))
    text = any(f"/{part}" in path for part in TEXTS)
    return f"api/{name}{'.txt' if text else '.json'}"


async def write(out: Path) -> int:
    """Write the edition into a folder, which it replaces; return the number of its bytes.

    Raises:
        ComptoirError: The page was not built, or the folder holds something else.
    """
    if not built():
        raise ComptoirError("the page was not built: run `make page`")
    _clear(out)
    shutil.copytree(STATIC, out)
    page = INDEX.read_text(encoding="utf-8").replace(HTML, HTML + MARK, 1)
    (out / "index.html").write_text(ROOTED.sub(r"\1", page), encoding="utf-8")
    (out / "parts.json").unlink(missing_ok=True)
    for name, content in files().items():
        _put(out / "engine" / name, content)
    async for path, content in _constants():
        _put(out / file_of(path), content)
    for path, content in _puzzles():
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


async def _constants() -> AsyncIterator[tuple[str, bytes]]:
    """Yield the paths of constant answers, with what a server answers."""
    paths = ["/games", "/games?brief=true", "/bots"]
    for name in registry.names():
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
                yield path, said.content


def _puzzles() -> Iterator[tuple[str, bytes]]:
    """Yield every puzzle and its solution."""
    for name in registry.names():
        for number, puzzle in enumerate(puzzles.shipped(name)):
            question = PuzzleQuestion(Record.from_token(puzzle.record), puzzle.seat)
            yield f"/puzzles/{name}/{number}", answer(question)
            solved = Solved(True, puzzle.best, puzzle.chance, puzzle.others)
            path = f"/puzzles/{name}/{number}/solution"
            yield path, msgspec.json.encode(solved)
