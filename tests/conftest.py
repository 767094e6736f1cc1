"""Fixtures over every game that exists: a new game joins by existing."""

import json
import signal

import pytest

from comptoir import games

# A shell starts what runs in the background deaf to Ctrl-C, and so would be what we start.
signal.signal(signal.SIGINT, signal.default_int_handler)


def variants(game):
    """The options worth a test: the box's own, and those a game lists beside its tests."""
    listed = game.folder / "tests" / "variants.json"
    more = json.loads(listed.read_text()) if listed.exists() else []
    return [{}, *more]


def pytest_generate_tests(metafunc):
    names = metafunc.fixturenames
    if "game" not in names:
        return
    every = games().values()
    if "seats" in names:
        cases = [(g, s) for g in every for s in g.seats]
        ids = [f"{g.name}-{s}" for g, s in cases]
        if "options" in names:
            cases = [(g, s, o) for g, s in cases for o in variants(g)]
            ids = [f"{g.name}-{s}-{json.dumps(o)}" for g, s, o in cases]
            metafunc.parametrize(("game", "seats", "options"), cases, ids=ids)
        else:
            metafunc.parametrize(("game", "seats"), cases, ids=ids)
    else:
        metafunc.parametrize("game", every, ids=[g.name for g in every])


@pytest.fixture(scope="session", autouse=True)
def english():
    """Tests read English unless they say otherwise."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LC_ALL", "C.UTF-8")
        patch.setenv("COLUMNS", "80")
        yield
