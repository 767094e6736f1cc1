"""`comptoir bots` and `comptoir arena`: messages for a game without a network."""

import pytest

from comptoir.bots import policy


@pytest.fixture
def none(monkeypatch):
    """No game has a network."""
    missing = lambda game: (None, f"{game.name} has no network")  # noqa: E731
    monkeypatch.setattr(policy, "_shipped", missing)


@pytest.mark.parametrize(
    ("lang", "word"), [("en", "No network"), ("fr", "Aucun réseau")]
)
def test_games_without_a_network_are_listed(run, none, lang, word):
    """Once, in the language asked for."""
    done = run("bots", "--lang", lang)

    assert 0 == done.returncode
    assert 1 == done.stdout.count(word)
    assert "master" in done.stdout


def test_nothing_is_said_where_all_have_one(run, monkeypatch):
    monkeypatch.setattr(policy, "_shipped", lambda _: (None, ""))

    assert "network for" not in run("bots").stdout


@pytest.mark.parametrize(("bots", "said"), [("policy,house", 1), ("house,random", 0)])
def test_an_arena_says_what_its_bots_do_without(run, none, bots, said):
    """One sentence beside the results, and the games are played."""
    done = run(
        "arena", "osaka", "--seats", 2, "--bots", bots, "--games", 2, "--workers", 1
    )
    sentence = "osaka has no network: policy plays like house, and master like search"

    assert 0 == done.returncode
    assert said == done.stderr.count(sentence)
