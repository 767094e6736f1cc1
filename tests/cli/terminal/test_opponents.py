"""The bots around a player's table, where nothing is compiled yet."""

import pytest

MOST = 300  # moves of one game


def play_until(typist, said):
    """Make the first move of the list until something was said; bots move meanwhile."""
    typist.read()
    for _ in range(MOST):
        if said in typist.seen:
            return
        typist.type("1")
    raise AssertionError(f"not said in {MOST} moves: {said}")


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "expert is still warming up, about"),
        ("fr", "expert est encore en préparation, environ"),
    ],
)
def test_a_level_that_cannot_be_kept_yet_is_named_as_such(
    sit, tmp_path, language, said
):
    """And about how long that lasts; bots move meanwhile."""
    cache = str(tmp_path / "cache")
    table = ("play", "borneo", "--bots", "expert", "--lang", language)

    play_until(sit(*table, COMPTOIR_CACHE=cache), said)


def test_what_cannot_be_compiled_is_said(sit, tmp_path):
    """Why the bots see less far ahead than their name promises."""
    (tmp_path / "file").write_text("")
    cache = str(tmp_path / "file" / "cache")
    table = ("play", "osaka", "--seats", "2", "--bots", "expert")

    play_until(sit(*table, COMPTOIR_CACHE=cache), "weaker than expert")
