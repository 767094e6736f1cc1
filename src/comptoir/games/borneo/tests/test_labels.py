"""How sentences name a card, a harbour, a mission and a rank."""

import pytest

from comptoir import Match
from comptoir.games.borneo import game
from comptoir.games.borneo.components import own_components


@pytest.mark.parametrize(
    ("action", "english", "french"),
    [
        (
            "lay 5",
            "pepper (2 blue, 1 red / yellow)",
            "poivre (2 bleus, 1 rouge / jaune)",
        ),
        (
            "load 14",
            "cloves ×2 (1 blue, 1 red, 1 green / yellow)",
            "girofle ×2 (1 bleu, ",
        ),
        ("mission 4", "the 5-point mission (2 pepper, 1 cloves)", "à 5 PV (2 poivre, "),
        ("pay h5", "the pepper harbour", "le port au poivre"),
        ("fight red-2", "rank 2 of the red company", "rang 2 de la compagnie rouge"),
    ],
)
def test_an_action_names_what_components_show(action, english, french):
    """BOR-1.2 to BOR-1.5"""
    match = Match("borneo", seed="labels")
    said = game.actions.read(action)

    assert english in match.position.words("en").about(said)
    assert french in match.position.words("fr").about(said)


def test_what_is_typed_keeps_the_numbers():
    """Records and the terminal name cards as the box's file lists them."""
    words = Match("borneo", seed="labels").position.words("en")

    assert "pay h5" == words.action(game.actions.read("pay h5"))
    assert "lay 51" == words.action(game.actions.read("lay 51"))


def test_an_owners_cards_are_named_by_what_they_show():
    """BOR-1.7"""
    cards = {**own_components()}
    cards["shipments"] = [{**card, "spice": "crate"} for card in cards["shipments"]]
    words = Match("borneo", options={"components": cards}).position.words("en")

    assert "crate (3 blue / yellow)" in words.about(game.actions.read("lay 1"))
