"""Whole games, played through the page: by clicks, by keyboard alone, and in words."""

import random

import pytest
from hands import (
    BEAT,
    OFFERED,
    OVER,
    PHONE,
    WIDE,
    choose,
    make,
    moved,
    offered,
    play_on,
)

from comptoir import games

SHORT = {"sales": 18}  # of games that have an option for it; bots make most of them
SEATED = [
    (game.name, game.seats[0], language, size)
    for game in games().values()
    for language, size in (("fr", PHONE), ("en", WIDE))
]


def options(name):
    """Options that keep a game short, where it has them."""
    fields = games()[name].options.__struct_fields__
    return {key: value for key, value in SHORT.items() if key in fields}


@pytest.mark.parametrize(
    ("title", "players", "language", "size"), SEATED,
    ids=[f"{g}-{lang}-{size['width']}" for g, _, lang, size in SEATED],
)  # fmt: skip
def test_a_whole_game_is_played_by_clicks(visit, title, players, language, size):
    """Against bots, in both languages, on a phone and on a wide screen."""
    page = visit(language=language, size=size)
    make(page, title, players, options=options(title))

    assert play_on(page) > 5

    assert page.locator(".ending h2").inner_text()
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= size["width"]
    cut = "e => e.scrollWidth - e.clientWidth"
    assert size == PHONE or page.locator(".ending .scroll").evaluate(cut) <= 0


def test_a_whole_game_is_played_by_keyboard_alone(visit):
    """Tab, Enter and nothing else."""
    page = visit()
    game = min(games().values(), key=lambda g: g.seats[0])
    make(page, game.name, game.seats[0])
    rng = random.Random(4)
    while actions := offered(page):
        wanted = choose(rng, actions)
        beat = page.evaluate(BEAT)
        for _ in range(150):
            page.keyboard.press("Tab")
            now = "document.activeElement?.dataset?.action"
            if page.evaluate(now) == wanted or wanted not in page.evaluate(OFFERED):
                break
        page.keyboard.press("Enter")
        if not page.evaluate(OVER):
            moved(page, beat)

    assert page.locator(".ending").count()


def test_a_whole_game_is_played_in_the_text_view(visit):
    """The same actions, typed into the command box in the reader's language."""
    page = visit(language="fr", kept={"text": "1"})
    make(page, "negoces", 4, options={"sales": 6})
    rng = random.Random(2)
    box = page.locator(".text form input")
    box.wait_for()
    for _ in range(3000):
        actions = page.locator(".text ol code").all_inner_texts()
        if page.evaluate(OVER):
            break
        if actions:
            box.fill(choose(rng, actions))
            box.press("Enter")
        page.wait_for_timeout(40)

    assert page.evaluate(OVER)
    assert page.locator(".live").inner_text()
