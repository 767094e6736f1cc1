"""Hints at the terminal equal those of the page: moves, reasons, chances, confidence."""

import pytest

from comptoir import bots, games
from comptoir.bots.budget import Budget
from comptoir.bots.policy import network_of
from comptoir.bots.search import Search
from comptoir.cli.common import flags
from comptoir.cli.terminal.advice import tell
from comptoir.engine.model.events import Event
from comptoir.engine.text.words import LANGUAGES
from comptoir.review.advice import Advice, Foreseen, advise
from comptoir.review.playouts import Playouts
from comptoir.review.reasons import Consequence
from random_play import some_positions

NAMES = ("Ada", "Bo", "Cy", "Dee", "Eve", "Fay")


def asked(game):
    """Return some seats to act, with the master's advice."""
    search = Search(Budget(iterations=40), networks=network_of)
    playouts = Playouts()
    for match, _ in some_positions(game, game.seats[-1], 8, every=19):
        seat = match.actors[0]
        own = bots.Seat.at(match, seat, bots.new_dice("hint"))
        yield match, seat, advise(own, search, playouts)


def test_every_answer_is_told_with_its_chance_in_both_languages(game):
    """The best first; nothing is left of a message's braces."""
    for match, seat, answers in asked(game):
        chances = [answer.chance for answer in answers]
        assert chances == sorted(chances, reverse=True)
        for language in LANGUAGES:
            words = game.words(language, flags.WORDS, names=NAMES)
            said = list(tell(match, seat, answers, words))
            heads = [line for line in said if not line.startswith(" ")]
            moves = [words.action(game.actions.read(one.action)) for one in answers]

            assert len(heads) == len(answers)
            for head, move, chance in zip(heads, moves, chances, strict=True):
                assert head.startswith(move)
                space = "\u00a0" if language == "fr" else ""
                assert f"{round(100 * chance)}{space}%" in head
            assert "{" not in " ".join(said)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (
            "en",
            [
                "bid 1: 41% chance of winning, clearly the best move",
                "  Why: you score about 3 gold instead of 1 gold (exchanges).",
                "  Bo bids 1.",
                "  The master bot expects: Cy passes.",
                "bid 2: 30% chance of winning, probably worse",
                "  The difference only shows later in the game.",
                "  Bo bids 2.",
            ],
        ),
        (
            "fr",
            [
                "miser 1 : 41 % de chances de gagner, nettement le meilleur coup",
                "  Pourquoi : vous marquez environ 3 pièces d’or au lieu de 1 pièce d’or (échanges).",  # noqa: E501
                "  Bo mise 1.",
                "  Suite attendue par le maître : Cy passe.",
                "miser 2 : 30 % de chances de gagner, probablement moins bon",
                "  La différence ne se voit que plus tard dans la partie.",
                "  Bo mise 2.",
            ],
        ),
    ],
)
def test_reasons_are_told_in_this_order(language, said):
    """What it changes, what it surely does, what it brings, and what is expected."""
    game = games()["batavia"]
    match = next(some_positions(game, 4, 1, every=1))[0]
    bid = [a.ref for a in match.legal(match.actors[0]) if str(a).startswith("bid")]
    answers = [
        Advice(bid[0], 0.41, 0.02, "clear", 9, [
            Consequence("points", "gold_from.exchanged", 1, 3.1, 1.2, 0.2)],
            [Foreseen(2, bid[0], [Event("passed", 2, {})])]),
        Advice(bid[1], 0.3, 0.02, "likely", 3),
    ]  # fmt: skip
    words = game.words(language, flags.WORDS, names=NAMES)

    assert said == list(tell(match, match.actors[0], answers, words))
