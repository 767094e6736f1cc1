"""NEG-4.5  What people type in a sale: an offer, phrases for bots, or talk among people."""

import random

import pytest

from comptoir.engine.play.position import Position
from comptoir.games.negoces import game
from comptoir.games.negoces.data import ACTIONS
from comptoir.games.negoces.grammar import LONGEST, MOST, PATTERNS, understand
from comptoir.games.negoces.phrases import PHRASES

from .builder import sale

FREE = {"revisions": 0, "sales": 0}
NAMES = ("Zoé", "Bram", "Chen", "Dewi")


def meant(text, seat=1, names=NAMES, lot="open jade"):
    """Return what a seat's text means: actions, or phrases with their words."""
    t, box = sale(lot, options=FREE)
    found = understand(t, seat, Position(game, t, box).legal_numbers(seat), text, names)
    said = [" ".join(map(str, (one.key, *one.args.values()))) for one in found.phrases]
    return [str(ACTIONS[number]) for number in found.actions] + said


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("2 coins and spices?", ["open spices", "coins 2"]),
        ("deux pièces et des épices", ["open spices", "coins 2"]),
        ("3 coins for the jade", ["coins 3"]),
        ("I’ll give you spices for it", ["open spices"]),
        ("je te donne des épices", ["open spices"]),
        ("5", ["coins 5"]),
        ("je te donne du café", ["have coffee"]),
        ("I want tea!", ["want tea"]),
        ("Je cherche de la soie", ["want silk"]),
        ("I'd even take the contraband", ["want_card contraband"]),
        ("J’ai du thé", ["have tea"]),
        ("I have no silk, Dewi is close to winning", ["have_none silk", "nearly_wins 3"]),
        ("Je n’ai pas de soie", ["have_none silk"]),
        ("Don’t sell to Dewi.", ["do_not_sell 3"]),
        ("Ne vendez pas à Zoé !", ["do_not_sell 0"]),
        ("don't trust Chen", ["do_not_believe 2"]),
        ("Chen, vous m’avez menti", ["you_lied 2"]),
        ("une pièce de plus", ["add_coins 1"]),
        ("two coins less", ["fewer_coins 2"]),
        ("trop cher", ["cannot_pay"]),
        ("that's my last offer", ["last_offer"]),
        ("Combien ?", ["what_for"]),
        ("show me your card", ["show_card"]),
        ("vendez-la-moi", ["sell_to_me"]),
        ("c'est la vérité", ["truly"]),
        ("attends", ["patience"]),
        ("merci", ["thanks"]),
        ("no thanks", ["refuse"]),
        ("bien joué", ["well_played"]),
    ],
)  # fmt: skip
def test_common_wishes_are_understood_in_both_languages(text, meaning):
    assert meaning == meant(text)


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("Bram, 3 coins and tea", ["ask_card 1 tea", "ask_coins 1 3"]),
        ("Chen : 2 pièces", ["ask_coins 2 2"]),
        ("tea?", ["want tea"]),
        ("qui a du thé ?", ["want tea"]),
        ("going once", ["going_once"]),
        ("deux fois", ["going_twice"]),
        ("prenez votre temps", ["take_time"]),
    ],
)
def test_a_seller_asks_of_those_whom_it_names(text, meaning):
    assert meaning == meant(text, seat=0)


@pytest.mark.parametrize(
    "text",
    [
        *("", "?!", "hello, nice weather", "I don't want tea", "je ne veux pas de thé"),
        *("99 coins", "I will never give you spices", "spices and tea and 3 and 4 coins"),
        "the tea here is bad",
    ],
)  # fmt: skip
def test_everything_else_stays_talk(text):
    assert [] == meant(text)


def test_any_text_and_any_names_are_read_and_little_comes_of_it():
    """Also names without letters, or with those of a pattern."""
    words = [w for _, pattern in PATTERNS for w in pattern.split()] + [
        *NAMES,
        "tea",
        "3",
    ]
    dice, names = random.Random(1), ("", "?", "(.*)", "SEAT|CARD")
    for _ in range(300):
        text = " ".join(dice.choices(words, k=dice.randrange(1, 12)))
        for seat in (0, 1):
            assert len(meant(text, seat)) <= MOST
            assert len(meant(text, seat, names)) <= MOST
    assert [] == meant("tea? " * LONGEST)


def test_each_phrase_can_be_typed():
    typed = {"have" if key == "give" else key for key, _ in PATTERNS}
    assert typed | {"ask_card", "ask_coins"} == set(PHRASES)
