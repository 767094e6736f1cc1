"""Obvious choices in Batavia; see `tests/choices.py`.

In the quick-start order the last stalls are 28 French ginger, 29 Dutch tea, 30 Swedish silk,
31 French nutmeg, 32 Dutch cotton, 33 Swedish ginger, 34 English pepper, 35 Danish porcelain.
"""

from choices import Choice
from comptoir.games.batavia.data import ARRIVAL

from .builder import QUICK, act, table


def after(*moves, **arrangement):
    """A table after some moves, each by the seat whose turn it is."""
    t, box = table(**{"options": QUICK} | arrangement)
    act(t, box, *moves)
    return t, box


def last_turn(*moves, seats=4, hand="1S", visited=(28, 29), **more):
    """A table at which seat 0 has arrived, and seat 1 has the last turn of the game."""
    t, box = table(
        seats,
        options=QUICK,
        hands={0: "2E", 1: hand, 2: "2N 1F"},
        visited={1: [*visited]},
        turn=1,
        turns=seats - 1,
        **more,
    )
    t.place[0], t.arrival = ARRIVAL, 0
    act(t, box, *moves)
    return t, box


def packet_for(cards, *moves, seats=4):
    """A table in the first auction, after some have spoken."""
    hands = dict.fromkeys(range(seats), "2E 2D 2F 2N 2S")
    return after(*moves, seats=seats, options={}, hands=hands, packet=cards)


SAIL = ("lay swedish", "stop")
CHOICES = [
    Choice(
        "Tiles of all five companies never bring more than 15 gold",
        after(*SAIL, turn=0, hands={0: "1S"}, visited={0: [1, 2, 3, 4]}),
        only="exchange",
    ),
    Choice(
        "Nor with three players and a tile to spare",
        after(
            *SAIL,
            seats=3,
            turn=0,
            hands={0: "1S", 1: "3E"},
            visited={0: [1, 2, 3, 4, 6]},
        ),
        only="exchange",
    ),
    Choice("The last turn: 6 gold for nothing", last_turn(*SAIL), only="exchange"),
    Choice(
        "The last turn: a single gold for nothing",
        last_turn(*SAIL, visited=()),
        only="exchange",
    ),
    Choice(
        "The last turn of five: 6 gold that win",
        last_turn(*SAIL, seats=5, gold=[20, 0, 30, 0, 0]),
        only="exchange",
    ),
    Choice(
        "The last turn: a stall for a card that would be laid anyway",
        last_turn(gold=[60, 0, 0, 0]),
        never="draw",
    ),
    Choice(
        "So it is with three players",
        last_turn(seats=3, hand="2S 1F", gold=[60, 0, 0]),
        never="draw",
    ),
    Choice(
        "The last turn: pepper for 16, or porcelain that another has",
        last_turn(
            *("lay english", "lay danish", "stop"),
            hand="1E 1D",
            visited=(29,),
            offices={"porcelain": [0, 0, 3, 0]},
        ),
        only="move english",
    ),
    Choice(
        "The arrival tile ends the game, and far ahead",
        after(
            turn=1,
            turns=3,
            hands={0: "2E", 1: "2D", 2: "2N"},
            visited={1: [35]},
            gold=[5, 80, 5, 5],
        ),
        never="draw",
    ),
    Choice("A card is not worth ten bills of 15", packet_for("1E"), never="bid 1[0-5]"),
    Choice("Nor is it after a bid of 9", packet_for("1E", "bid 9"), only="pass"),
    Choice(
        "Who is left alone bids no more than 1",
        packet_for("2E 1D", "pass", "pass", "pass"),
        only="bid 1|pass",
    ),
    Choice(
        "So it is with five players",
        packet_for("1E 1S", "pass", "pass", "pass", "pass", seats=5),
        only="bid 1|pass",
    ),
    Choice(
        "Who is left alone takes eight cards for a bill",
        packet_for("3E 3D 2S", "pass", "pass", "pass"),
        only="bid 1",
    ),
]
