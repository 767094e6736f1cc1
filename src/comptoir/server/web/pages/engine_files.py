"""The files of the engine that runs in a browser: Python, Comptoir's code, and each game's.

Python itself is built by `web/engine.py`; the code is packed here, as it is installed.
"""

import gzip
import io
import re
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from pathlib import Path

import msgspec

import comptoir
from comptoir.engine.backends import compiler, shipped, wasm_compiler
from comptoir.engine.errors import ComptoirError
from comptoir.engine.model import registry
from comptoir.engine.runs.browser import DESCRIPTION, MODULE

CODE = Path(comptoir.__file__).parent
BUILT = Path(__file__).parents[1] / "engine"
LISTING = BUILT / "core.json"
LIST = "engine.json"  # the list of the engine's files
PARTS = (
    "__init__.py", "design.py", "engine", "bots", "review", "games/__init__.py",
    "server/__init__.py", "server/domain", "server/browser", "server/words",
)  # fmt: skip
ENDINGS = (".py", ".json", ".toml", ".csv")
LEFT_OUT = {"tests", "boards", "compiled", "playthroughs", "__pycache__"}
OF_A_GAME = (*ENDINGS, ".npz")
MODULES = shipped.FOLDER / "wasm"  # of a wheel
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


def files(names: Iterable[str]) -> dict[str, bytes]:
    """Return the engine's files by name, with packs for some games; `engine.json` lists them.

    Raises:
        ComptoirError: The engine was not built into this installation.
    """
    if not LISTING.is_file():
        raise ComptoirError("the browser's engine was not built: run `make page`")
    core = msgspec.json.decode(LISTING.read_bytes(), type=dict[str, EngineFile])
    found = {one.file: (BUILT / one.file).read_bytes() for one in core.values()}
    core["comptoir.zip"] = _add(found, "comptoir.zip", _code())
    with tempfile.TemporaryDirectory() as folder:
        modules = _modules([*names], Path(folder))
        games = {
            name: _add(found, f"{name}.zip", _of_game(name, modules)) for name in names
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


def _modules(names: list[str], folder: Path) -> Path:
    """Return a folder with the games' kernels, made by another process if they are not shipped.

    Without a compiler it is empty, and bots in the browser are slow.
    """
    if all((MODULES / f"{name}.wasm").is_file() for name in names):
        return MODULES
    if not compiler.available():
        return folder
    cold = [
        name
        for name in names
        if wasm_compiler.wasm_entry(registry.load(name)).read() is None
    ]
    if cold:
        command = [sys.executable, "-m", "comptoir", "warm", "--wasm", str(folder)]
        command += [part for name in cold for part in ("--game", name)]
        subprocess.run(command, check=True, capture_output=True)  # noqa: S603 - our own
    for name in names:
        wasm_compiler.write(registry.load(name), folder)
    return folder


def _of_game(name: str, modules: Path) -> bytes:
    """Return a game's code, words, network and kernels, packed to unpack in the games folder.

    Raises:
        ComptoirError: A package imports itself by its name, which differs there.
    """
    folder = registry.load(name).folder
    found = _below(folder, OF_A_GAME)
    paths = [path for path in found if path.name not in NOT_OF_A_GAME]
    by_name = re.compile(rf"^\s*(?:from|import) {folder.name}\b", re.MULTILINE)
    for path in paths:
        if path.suffix == ".py" and (at := by_name.search(path.read_text("utf-8"))):
            line = path.read_text("utf-8")[: at.end()].count("\n") + 1
            raise ComptoirError(
                f"{path.name}:{line}: imports {folder.name!r} by its name: expected "
                "`from .table import …`"
            )
    inside = f"{CODE.name}/games/{name}"
    named = {path: path.relative_to(folder).as_posix() for path in paths}
    compiled = {
        modules / f"{name}.wasm": MODULE,
        modules / f"{name}.json": DESCRIPTION,
    }
    named |= {path: kept for path, kept in compiled.items() if path.is_file()}
    return _zipped(named, lambda path: f"{inside}/{named[path]}")


def _below(path: Path, endings: tuple[str, ...]) -> Iterator[Path]:
    if path.is_file():
        yield path
    for file in sorted(path.rglob("*")):
        inside = file.relative_to(path).parts
        if file.suffix in endings and not LEFT_OUT & {*inside}:
            yield file


def _in_library(path: Path) -> str:
    return path.relative_to(CODE.parent).as_posix()


def _zipped(paths: Iterable[Path], named: Callable[[Path], str] = _in_library) -> bytes:
    """Return files as an archive that is compressed as a whole."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for path in paths:
            archive.writestr(zipfile.ZipInfo(named(path)), path.read_bytes())
    return out.getvalue()
