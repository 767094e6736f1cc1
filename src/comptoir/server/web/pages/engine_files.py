"""The files of the engine that runs in a browser: Python, Comptoir's code, and each game's.

Python itself is built by `web/engine.py`; the code is packed here, as it is installed.
"""

import gzip
import io
import zipfile
from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path

import msgspec

import comptoir
from comptoir.engine.errors import ComptoirError
from comptoir.engine.model import registry

CODE = Path(comptoir.__file__).parent
BUILT = Path(__file__).parents[1] / "engine"
LISTING = BUILT / "core.json"
LIST = "engine.json"  # the list of the engine's files
PARTS = (
    "__init__.py", "design.py", "engine", "bots", "review", "games/__init__.py",
    "server/__init__.py", "server/domain", "server/browser", "server/words",
)  # fmt: skip
ENDINGS = (".py", ".json", ".toml")
LEFT_OUT = {"tests", "boards", "compiled", "playthroughs", "__pycache__"}
OF_A_GAME = (*ENDINGS, ".npz", ".wasm")
NOT_OF_A_GAME = {"lesson.json"}  # a file of the edition


class EngineFile(msgspec.Struct, frozen=True):
    """A file of the engine: its name, which has its hash, and its size."""

    file: str
    size: int


class EngineListing(msgspec.Struct, frozen=True):
    """All files of the engine: those that every game needs, and one pack for each game."""

    version: str  # of all together
    core: dict[str, EngineFile]
    games: dict[str, EngineFile]


@cache
def files() -> dict[str, bytes]:
    """Return the engine's files by name; `engine.json` lists them.

    Raises:
        ComptoirError: The engine was not built into this installation.
    """
    if not LISTING.is_file():
        raise ComptoirError("the browser's engine was not built: run `make page`")
    core = msgspec.json.decode(LISTING.read_bytes(), type=dict[str, EngineFile])
    found = {one.file: (BUILT / one.file).read_bytes() for one in core.values()}
    core["comptoir.zip"] = _add(found, "comptoir.zip", _code())
    games = {
        name: _add(found, f"{name}.zip", _of_game(name))
        for name in registry.own_names()
    }
    version = sha256("".join(sorted(found)).encode()).hexdigest()[:12]
    listing = EngineListing(version, core, games)
    return found | {LIST: msgspec.json.encode(listing)}


def _add(found: dict[str, bytes], name: str, content: bytes) -> EngineFile:
    packed = gzip.compress(content, 9, mtime=0)
    file = f"{sha256(content).hexdigest()[:12]}-{name}.gz"
    found[file] = packed
    return EngineFile(file, len(packed))


def _code() -> bytes:
    """Return the code that every game needs."""
    paths = (path for part in PARTS for path in _below(CODE / part, ENDINGS))
    return _zipped(paths)


def _of_game(name: str) -> bytes:
    """Return a game's code, words and network."""
    found = _below(CODE / "games" / name, OF_A_GAME)
    return _zipped(path for path in found if path.name not in NOT_OF_A_GAME)


def _below(path: Path, endings: tuple[str, ...]) -> Iterator[Path]:
    if path.is_file():
        yield path
    for file in sorted(path.rglob("*")):
        inside = file.relative_to(path).parts
        if file.suffix in endings and not LEFT_OUT & {*inside}:
            yield file


def _zipped(paths: Iterable[Path]) -> bytes:
    """Return files as an archive that is compressed as a whole."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for path in paths:
            name = path.relative_to(CODE.parent).as_posix()
            archive.writestr(zipfile.ZipInfo(name), path.read_bytes())
    return out.getvalue()
