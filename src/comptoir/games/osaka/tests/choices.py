"""Obvious choices in Osaka; see `tests/choices.py`."""

from choices import Choice

from .builder import act, table

SEVEN = "RBBYYGG"  # tokens: one more ends the game


def after(*moves, **arrangement):
    """A table after some moves, each by the seat whose turn it is."""
    t, box = table(**arrangement)
    act(t, box, *moves)
    return t, box


def storm(hand, goods):
    """A table after a green payday, with the blue ship in danger on a wave."""
    return after(
        *("buy", "pay yellow-5"),
        market="G2",
        farm="R3 Y2 G3",
        ships="G4 B4",
        hands={0: f"Y5 {hand}"},
        goods={0: goods},
        tokens={0: "BB", 1: "R", 2: "Y", 3: "G"},
    )


def last_purchase(seats=4, **more):
    """A table at which the red ship is a space from Edo, and seat 0 a token from the end."""
    return table(
        seats,
        **{
            "market": "R2",
            "farm": "B3 Y2 G5",
            "ships": "R4",
            "hands": {0: "B2 Y3", 1: "G3 G5"},
            "tokens": {0: SEVEN, 1: "RG"},
            "points": {0: 20, 1: 6},
        }
        | more,
    )


CHOICES = [
    Choice("The eighth token, and far ahead", last_purchase(), only="buy"),
    Choice("So it is for two", last_purchase(2), only="buy"),
    Choice(
        "The lot to be sold wins the game",
        last_purchase(3, goods={0: "3R5"}, points={0: 4, 1: 6}),
        only="buy",
    ),
    Choice(
        "Two ships arrive, and with both lots the game is won",
        last_purchase(market="R2 Y2", ships="R4 Y4", hands={0: "G5"}, points={1: 1}),
        only="buy",
    ),
    Choice(
        "The card I have reserved is all that is missing",
        last_purchase(market="R2:0 B5:1"),
        only="buy",
    ),
    Choice(
        "Equal points, but more tokens win",
        last_purchase(2, points={0: 5, 1: 6}),
        only="buy",
    ),
    Choice(
        "Who is behind does not end the game",
        last_purchase(2, goods={0: "3Y5"}, points={0: 6, 1: 12}),
        never="buy",
    ),
    Choice(
        "Nor sells another's goods to let them win",
        last_purchase(
            tokens={0: "BY", 1: SEVEN},
            goods={0: "3Y5", 1: "2R5"},
            points={0: 14, 1: 14},
        ),
        never="buy",
    ),
    Choice(
        "A lot of 40 is sold for a card of 2, before a wreck takes it",
        last_purchase(goods={0: "4R5"}, tokens={0: "RRR", 1: "G"}, points={}),
        only="buy",
    ),
    Choice(
        "Two lots are sold for two cards of 2",
        last_purchase(
            market="R2 Y2",
            ships="R4 Y4",
            hands={0: "G2 G2"},
            goods={0: "2R5 2Y5"},
            tokens={0: "R", 1: "G"},
            points={},
        ),
        only="buy",
    ),
    Choice(
        "A 2 pays what costs 2, not a 5 without change",
        after("buy", market="R2", farm="B3 Y2 G5", hands={0: "B2 B5"}),
        only="pay blue-2",
    ),
    Choice("A card of 2 saves two goods worth 15", storm("B2", "2B5"), never="done"),
    Choice("And two of them save four, worth 30", storm("2B2 R5", "4B5"), never="done"),
]
