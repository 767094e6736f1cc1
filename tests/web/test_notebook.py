"""Cells of a notebook: the page's own boards, drawn by Chromium from `_repr_html_` alone."""

import pytest

from comptoir import Match

LARGE = 250_000  # bytes that a cell may take

LOOKS = [("light", 1000), ("dark", 420)]


def played(game, moves):
    match = Match(game, seed="cell", players=["Zoé & <b>Bram</b>"])
    for _ in range(moves):
        seat = match.actors[0]
        match.play(seat, match.legal(seat)[-1])
    return match


@pytest.mark.parametrize(("scheme", "width"), LOOKS)
def test_a_match_draws_its_board(chromium, built, game, scheme, width):
    """Nothing is asked of the network, nothing complains, everybody has a panel."""
    match = played(game, 12)
    cell = match._repr_html_()
    page = chromium.new_page(
        viewport={"width": width, "height": 800}, color_scheme=scheme, offline=True
    )
    complaints, asked = [], []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda said: complaints.append(said.text))
    page.on("request", lambda request: asked.append(request.url))
    page.set_content(cell)
    frame = page.frame_locator("iframe")
    frame.locator(".board > *").first.wait_for()

    assert match.seats == frame.locator("main > ul > li").count()
    assert "Zoé & <b>Bram</b>" == frame.locator("li strong").first.text_content()
    assert frame.locator(".board svg").count() > 5
    assert frame.locator("body").evaluate("body => body.scrollWidth") <= width
    assert page.locator("details").count() == 1
    frame.locator("li [data-name]").first.hover()
    frame.locator("p.name").wait_for()
    assert [] == complaints
    assert [] == [url for url in asked if url.startswith("http")]
    assert len(cell) < LARGE
    page.close()


def test_a_game_of_a_package_gets_the_plain_board(chromium, built):
    """Its words come along, and its name needs no page of its own."""
    match = played("batavia", 3)
    object.__setattr__(match.game, "name", "elsewhere")
    try:
        cell = match._repr_html_()
    finally:
        object.__setattr__(match.game, "name", "batavia")
    page = chromium.new_page(offline=True)
    page.set_content(cell)
    plain = page.frame_locator("iframe").locator(".board .plain")
    plain.wait_for()

    assert match.seats <= plain.locator("section").count()
    page.close()
