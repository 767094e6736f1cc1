"""What shows itself: in a notebook, in a terminal, in rich."""

import re

import pytest

import comptoir
from comptoir import Match, decisions


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
    """IPython's, as far as it is asked."""

    def text(self, told):
        self.told = told


@pytest.mark.parametrize("what", SHOWN)
def test_it_shows_itself(what, game):
    """As HTML without anything from elsewhere, as plain text, and to rich."""
    thing = SHOWN[what](game)
    html, printer = thing._repr_html_(), Printer()
    thing._repr_pretty_(printer, False)

    assert html.startswith("<pre")
    assert "http" not in html
    assert "\x1b" not in str(thing)
    assert str(thing) == printer.told
    assert str(thing).count("\n") > 2
    assert max(map(len, str(thing).splitlines())) <= 80
    assert thing.__rich__() is not None
    words = re.findall(r"\w{4,}", str(thing))
    assert sum(word in html for word in words) > len(words) * 0.8


def test_a_seat_sees_its_own(game):
    """`shown(seat)` draws its view, in either language; a spectator's has no hands."""
    made = match(game)
    drawn = {comptoir.engine.text.shown.as_text(made.shown(s)) for s in (None, 0, 1)}

    assert len(drawn) > 1
    english, french = (made.shown(0, language) for language in ("en", "fr"))
    assert comptoir.engine.text.shown.as_text(english) != (
        comptoir.engine.text.shown.as_text(french)
    )


def test_a_record_that_cannot_be_replayed_says_why():
    """It is shown all the same."""
    record = Match("osaka", seed=1).record()
    record.seed = "other"

    assert "osaka, 4 seats, 0 moves: the record was changed" in str(record)
