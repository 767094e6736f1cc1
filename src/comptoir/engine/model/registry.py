"""The registry of games: our own, those of installed packages, and those in added folders.

Our own games are the folders under `comptoir.games`. A package adds a game by an entry point of
the group `comptoir.games`. `use()` adds the games of a folder and lists the folder in
COMPTOIR_GAMES, so that child processes find them too. If a game cannot be loaded, it is left
out and a sentence reports why; the other games still load.
"""

import copyreg
import os
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from pkgutil import iter_modules
from threading import RLock
from types import MappingProxyType, ModuleType
from typing import Any

import msgspec

from comptoir.engine.errors import BadSetup
from comptoir.engine.text.words import catalogue

from .game import Game

GAMES = "comptoir.games"  # the package of our own games, and the group of entry points
# environment variable that lists folders of games, in the format of PATH
FOLDERS = "COMPTOIR_GAMES"
PACKAGE = "__init__.py"
BESIDE = {"tests", "docs", "build", "dist"}  # folders of a project that are not games

_looking = RLock()
Candidate = tuple[
    str, str, Callable[[], Any]
]  # a game's name, its package or folder, and a function that loads it


def own_names() -> list[str]:
    """Return the names of our own games, without loading them."""
    return sorted(
        m.name for m in iter_modules(import_module(GAMES).__path__) if m.ispkg
    )


def names() -> list[str]:
    """Return the names of all games; our own are not loaded for this."""
    return sorted([*own_names(), *_others()[0]])


def faults() -> list[str]:
    """Return a sentence for each added game that cannot be loaded, with what to do about it."""
    return [sentence for _, sentence in _others()[1]]


def load(game: str | Game) -> Game:
    """Return the game with a name; if given a `Game`, return it unchanged."""
    if isinstance(game, Game):
        return game
    if not isinstance(game, str):
        raise _no_game(game)
    return _load(game)


def _no_game(name: object) -> BadSetup:
    return BadSetup(
        f"no game {name!r}: expected one of {', '.join(names())}, or --games and the folder "
        "of your own"
    )


@cache
def _load(name: str) -> Game:
    if name in own_names():
        game: Game = import_module(f"{GAMES}.{name}").game
        return _sent_by_name(game)
    games, broken = _others()
    if name in games:
        return _sent_by_name(games[name])
    for other, sentence in broken:
        if other == name:
            raise BadSetup(sentence)
    raise _no_game(name)


def _sent_by_name(game: Game) -> Game:
    """Make a game and its options picklable by name; unpickling then loads the game by its
    name.
    """

    def apart(options: Any) -> tuple[Any, ...]:
        return _options_of, (game.name, msgspec.to_builtins(options))

    copyreg.pickle(Game, lambda one: (load, (one.name,)))
    copyreg.pickle(game.options, apart)
    return game


def _options_of(name: str, given: Any) -> Any:
    return load(name).read_options(given)


def games() -> Mapping[str, Game]:
    """Return all games by name."""
    return MappingProxyType({name: load(name) for name in names()})


def use(folder: str | Path) -> None:
    """Add the games of a folder, which is a package, a project, or a folder of these."""
    path = Path(folder).resolve()
    if not path.is_dir():
        raise BadSetup(f"--games {folder}: no such folder")
    known = folders()
    if str(path) not in known:
        os.environ[FOLDERS] = os.pathsep.join([*known, str(path)])
        forget()


def folders() -> list[str]:
    """Return the folders added by `use()` or COMPTOIR_GAMES."""
    return [each for each in os.environ.get(FOLDERS, "").split(os.pathsep) if each]


def forget() -> None:
    """Clear the caches: games and their catalogues are read again when next needed."""
    _load.cache_clear()
    catalogue.cache_clear()
    _found.cache_clear()


def _others() -> tuple[dict[str, Game], list[tuple[str, str]]]:
    """Return the added games by name, and (name, sentence) for each that cannot be loaded.

    A lock lets only one thread import at a time, so that no other thread sees a half-imported
    module.
    """
    with _looking:
        return _found()


@cache
def _found() -> tuple[dict[str, Game], list[tuple[str, str]]]:
    found: dict[str, Game] = {}
    broken: list[tuple[str, str]] = []
    places = dict.fromkeys(own_names(), "Comptoir")
    for name, place, loader in _candidates():
        if name in places:
            if places[name] != place:
                broken.append((name, _twice(name, places[name], place)))
            continue
        places[name] = place
        try:
            found[name] = _checked(name, loader())
        except Exception as error:  # noqa: BLE001 - an added package may raise anything
            broken.append((name, _does_not_load(name, place, error)))
    return found, broken


def _candidates() -> Iterator[Candidate]:
    for point in entry_points(group=GAMES):
        yield point.name, _distribution(point), point.load
    for folder in folders():
        yield from _packages(Path(folder))


def _distribution(point: EntryPoint) -> str:
    return f"package {point.dist.name}" if point.dist else point.value


def _packages(folder: Path, deeper: int = 2) -> Iterator[Candidate]:
    """Yield the packages of a folder: the folder itself, or those in it or in its `src`."""
    if (folder / PACKAGE).is_file():
        yield folder.name, str(folder), partial(_import, folder)
    elif deeper and folder.is_dir():
        for inner in sorted(folder.iterdir()):
            if (
                inner.is_dir()
                and inner.name not in BESIDE
                and inner.name[0] not in "._"
            ):
                yield from _packages(inner, deeper - 1)


def _import(folder: Path) -> ModuleType:
    """Import the package in a folder under the folder's name."""
    known = sys.modules.get(folder.name)
    if known is not None:
        if known.__file__ and Path(known.__file__).parent == folder:
            return known
        raise BadSetup(f"another module is called {folder.name}")
    spec = spec_from_file_location(
        folder.name, folder / PACKAGE, submodule_search_locations=[str(folder)]
    )
    if spec is None or spec.loader is None:
        raise BadSetup("it is no package")
    module = sys.modules[folder.name] = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except BaseException:
        for name in [n for n in sys.modules if n.split(".")[0] == folder.name]:
            del sys.modules[name]
        raise
    return module


def _checked(name: str, loaded: Any) -> Game:
    """Return the game of a package or entry point, after checking its name and its box."""
    game = getattr(loaded, "game", loaded)
    if not isinstance(game, Game):
        raise BadSetup("it has no `game = declare(…)`")
    if game.name != name:
        raise BadSetup(f"it calls its game {game.name!r}: one name for both")
    # loads the game's catalogues and options, to detect faults in them
    game.plain_box(game.check_seats(None))
    return game


def _does_not_load(name: str, place: str, error: Exception) -> str:
    said = (str(error).splitlines() or [type(error).__name__])[0]
    if not isinstance(error, BadSetup):
        said = f"{type(error).__name__}: {said}"
    frames = traceback.extract_tb(error.__traceback__)
    inside = [one for one in frames if Path(one.filename).is_relative_to(place)]
    if inside:
        said = f"{Path(inside[-1].filename).name}:{inside[-1].lineno}: {said}"
    return (
        f"the game {name!r} of {place} does not load ({said}): mend it, or leave it out"
    )


def _twice(name: str, first: str, second: str) -> str:
    return (
        f"two games are called {name!r}, of {first} and of {second}: rename the second"
    )
