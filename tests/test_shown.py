"""Objects that display themselves: in notebooks, terminals and with rich."""

import json
import re
from html import unescape

import pytest

import comptoir
from comptoir import Match, decisions
from comptoir.engine.text import notebook


def match(game):
    made = Match(game, seed=1, players=["Zoé", *"BCDE"][: game.check_seats(None)])
    made.play(made.actors[0], made.legal(made.actors[0])[0])
    return made


SHOWN = {
    "match": match,
    "position": lambda game: match(game).position,
    "record": lambda game: match(game).record(),
    "results": lambda game: comptoir.simulate(game, games=2, seed=1),
    "report": lambda game: comptoir.arena(
        game.name, [lambda s: s.legal[0], "random"], 1
    ),
    "decisions": lambda game: next(decisions(game, 1, seed=1)),
}


class Printer:
    """The part of IPython's printer that is used."""

    def text(self, told):
        self.told = told


@pytest.fixture
def no_boards(monkeypatch, tmp_path):
    """A copy of the source in which the page was never built."""
    monkeypatch.setattr(notebook, "BOARDS", tmp_path)
    notebook.page_of.cache_clear()
    yield
    notebook.page_of.cache_clear()


@pytest.mark.usefixtures("no_boards")
@pytest.mark.parametrize("what", SHOWN)
def test_it_shows_itself(what, game):
    """As HTML without external resources, as plain text, and with rich."""
    thing = SHOWN[what](game)
    html, printer = thing._repr_html_(), Printer()
    thing._repr_pretty_(printer, False)

    assert html.startswith("<pre ")
    assert "http" not in html
    assert "\x1b" not in str(thing)
    assert str(thing) == printer.told
    assert str(thing).count("\n") > 2
    assert max(map(len, str(thing).splitlines())) <= 80
    assert thing.__rich__() is not None
    words = re.findall(r"\w{4,}", str(thing))
    assert sum(word in html for word in words) > len(words) * 0.8


@pytest.mark.usefixtures("no_boards")
def test_a_board_stands_in_a_frame_over_its_text(game, tmp_path):
    """It is the game's own board, or the generic one; players' names are escaped."""
    made = match(game)
    made.players[0] = '</script><b>"Zoé\'s&amp;"'
    bare = made._repr_html_()
    for name in ("plain", game.name):
        (tmp_path / f"{name}.html").write_text(f"<p>{name}</p><i>@told@</i>", "utf-8")
        notebook.page_of.cache_clear()
        frame, text = made._repr_html_().split("</iframe>")
        page = unescape(re.search("srcdoc='([^']*)'", frame)[1])
        told = json.loads(re.search("<i>(.*)</i>", page)[1])

        assert page.startswith(f"<p>{name}</p>")
        assert "</script>" not in page
        assert made.players[0] == told["players"][0]
        assert made.actors == told["actors"]
        assert bare in text


def test_a_seat_sees_its_own(game):
    """`shown(seat)` draws the seat's view, in either language; a spectator sees no hands."""
    made = match(game)
    drawn = {comptoir.engine.text.shown.as_text(made.shown(s)) for s in (None, 0, 1)}

    assert len(drawn) > 1
    english, french = (made.shown(0, language) for language in ("en", "fr"))
    assert comptoir.engine.text.shown.as_text(english) != (
        comptoir.engine.text.shown.as_text(french)
    )


def test_a_record_that_cannot_be_replayed_says_why():
    """It is displayed nevertheless."""
    record = Match("osaka", seed=1).record()
    record.seed = "other"

    assert "osaka, 4 seats, 0 moves: the record was changed" in str(record)
