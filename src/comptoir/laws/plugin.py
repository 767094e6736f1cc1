"""A pytest plugin that runs the laws on games of a package.

`comptoir_games = ["souk"]` in a package's pytest settings names its games, and
`from comptoir.laws.plugin import *` in a test file collects the laws. Your own tests with
the parameters `game`, `seats` or `options` run for each of them too.
"""

import json
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from comptoir.engine.model.game import Game

INI = "comptoir_games"
ASKED = ("game", "seats", "options")


def __getattr__(name: str) -> Any:
    """Return a law as a test, loaded lazily because every pytest run imports this module."""
    if name != "__all__" and not name.startswith("test_"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from .all_laws import COMPILED, LAWS  # noqa: PLC0415 - imported only when needed

    tests = {f"test_{law.__name__}": law for law in [*LAWS, *COMPILED]}
    if name == "__all__":
        return [*tests]
    if name not in tests:
        raise AttributeError(f"no law {name!r}")
    return tests[name]


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare the pytest setting that names the games."""
    parser.addini(INI, "the games that the laws of Comptoir are tried on", "args", [])


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Parametrise tests that take a game with the configured games and their variants."""
    named = metafunc.config.getini(INI)
    asked = [name for name in ASKED if name in metafunc.fixturenames]
    if not named or "game" not in asked:
        return
    from comptoir.engine.model import registry  # noqa: PLC0415 - imported only when needed

    root = metafunc.config.rootpath
    if not {*named} <= {*registry.names()}:
        registry.use(root)
    cases = [case for name in named for case in _cases(registry.load(name), asked)]
    metafunc.parametrize(
        asked, [values for values, _ in cases], ids=[i for _, i in cases]
    )


def _cases(game: "Game", asked: list[str]) -> list[tuple[list[Any], str]]:
    from .cases import variants  # noqa: PLC0415 - imported only when needed

    found = []
    for seats in game.seats if "seats" in asked else (0,):
        for options in variants(game) if "options" in asked else ({},):
            case = {"game": game, "seats": seats, "options": options}
            told = {"game": game.name, "seats": seats, "options": json.dumps(options)}
            name = "-".join(str(told[each]) for each in asked)
            found.append(([case[each] for each in asked], name))
    return found
