"""Fixtures over every game that exists: a new game joins by existing."""

import json
import signal

import pytest

from comptoir import games
from comptoir.bots import policy
from comptoir.engine.runs.network import Network
from comptoir.laws.cases import variants

# A shell starts what runs in the background deaf to Ctrl-C, and so would be what we start.
signal.signal(signal.SIGINT, signal.default_int_handler)


def _parametrized(metafunc):
    """Whether a test names its own games."""
    marks = metafunc.definition.iter_markers("parametrize")
    return any(mark.args[0] == "game" for mark in marks)


def pytest_generate_tests(metafunc):
    """Give every test that asks for a game all of them, or all tables of all of them.

    By day the box's options are tried at every number of seats, each variant at one.
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
    """Return at how many seats a variant is tried by day; None if it is not."""
    if sampled:
        return None if number else game.seats[-1]
    return game.seats[(number + 1) % len(game.seats)] if number else seats


@pytest.fixture
def networks(monkeypatch):
    """Ship a small network that knows nothing with every game."""
    monkeypatch.setattr(Network, "shipped", lambda game: Network.random(game, 16))
    policy._shipped.cache_clear()
    yield
    policy._shipped.cache_clear()


FIRST = (  # by what a file takes, the longest first
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
    """Let what takes longest begin, so that short files fill the cores at the end."""

    def turn(item):
        starts = [item.nodeid.startswith(place) for place in FIRST]
        return starts.index(True) if True in starts else len(FIRST)

    items.sort(key=turn)


@pytest.fixture(scope="session", autouse=True)
def english():
    """Tests read English unless they say otherwise."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LC_ALL", "C.UTF-8")
        patch.setenv("COLUMNS", "80")
        yield
