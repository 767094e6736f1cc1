"""Fixtures over all games: a new game is included automatically."""

import json
import signal

import pytest

from comptoir import games
from comptoir.bots import policy
from comptoir.engine.runs.network import Network
from comptoir.laws.cases import variants

# Shells start background jobs with SIGINT ignored, which our child processes would inherit.
signal.signal(signal.SIGINT, signal.default_int_handler)


def _parametrized(metafunc):
    """Return True if a test names its own games."""
    marks = metafunc.definition.iter_markers("parametrize")
    return any(mark.args[0] == "game" for mark in marks)


def pytest_generate_tests(metafunc):
    """Parametrize every test that takes a game with all games, or with all their tables.

    Outside nightly runs, default options are tested at every number of seats, variants at one.
    """
    names = metafunc.fixturenames
    if "game" not in names or _parametrized(metafunc):
        return
    wanted = tuple(name for name in ("game", "seats", "options") if name in names)
    sampled = metafunc.definition.get_closest_marker("sampled")
    cases = []
    for game in games().values():
        for seats in game.seats if "seats" in names else (game.seats[-1],):
            listed = variants(game) if "options" in names else ({},)
            for number, options in enumerate(listed):
                day = seats == _seats_by_day(game, number, sampled=sampled, seats=seats)
                case = {"game": game, "seats": seats, "options": options}
                told = {"game": game.name, "options": json.dumps(options)}
                cases.append(
                    pytest.param(
                        *(case[name] for name in wanted),
                        id="-".join(str((case | told)[name]) for name in wanted),
                        marks=() if day else pytest.mark.nightly,
                    )
                )
    metafunc.parametrize(wanted, cases)


def _seats_by_day(game, number, *, sampled, seats):
    """Return the number of seats at which a variant is tested by day, or None."""
    if sampled:
        return None if number else game.seats[-1]
    return game.seats[(number + 1) % len(game.seats)] if number else seats


@pytest.fixture
def networks(monkeypatch):
    """Give every game a small untrained network."""
    monkeypatch.setattr(Network, "shipped", lambda game: Network.random(game, 16))
    policy._shipped.cache_clear()
    yield
    policy._shipped.cache_clear()


FIRST = (  # files by duration, the longest first
    "tests/test_every_game.py",
    "tests/web",
    "tests/server/bots",
    "tests/server/announcing",
    "tests/server/test_",
    "tests/server",
    "tests/test_example.py",
    "tests/test_ptx.py",
    "tests/test_bounds.py",
    "tests/cli/commands/test_check.py",
    "tests/review",
    "tests/arena",
    "tests/engine/runs",
    "tests/engine/backends",
    "tests/learn",
    "tests/lab",
    "tests/test_",
)


def pytest_collection_modifyitems(items):
    """Run the longest files first, so that short ones keep all cores busy at the end."""

    def turn(item):
        starts = [item.nodeid.startswith(place) for place in FIRST]
        return starts.index(True) if True in starts else len(FIRST)

    items.sort(key=turn)


@pytest.fixture(scope="session", autouse=True)
def english():
    """Set the language to English for all tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LC_ALL", "C.UTF-8")
        patch.setenv("COLUMNS", "80")
        yield
