"""Obvious choices in Borneo; see `tests/choices.py`.

The cards are the game's own: 1 and 5 are pepper, 45 is two pepper, 6 is cinnamon, 49 is two
cinnamon, 3 is cloves, 4 is nutmeg.
"""

from choices import Choice
from comptoir.games.borneo.data import Ending
from comptoir.games.borneo.turn import end_game

from .builder import act, table

SPICES = "45 49 3 4"
FOUR = "000/111/222/333"  # each company has one player's merchants


def after(*moves, **arrangement):
    """A table after some moves, each by the seat whose turn it is."""
    t, box = table(**{"harbours": "h5 h4 h6"} | arrangement)
    act(t, box, *moves)
    return t, box


def last_mission(*moves, **arrangement):
    """A table at its end: the last missions, seat 0 first."""
    t, box = after(turn=arrangement.get("seats", 4) - 1, **arrangement)
    end_game(t, box, Ending.SHIPMENTS)
    act(t, box, *moves)
    return t, box


def harbour(*moves, rows, hand="2 31", **more):
    """A table with some cards at a harbour 6/4; 2 shows three blue flags, 31 and 33 red."""
    return after(
        *("pass", *moves), columns=FOUR, rows={1: rows}, hands={0: hand}, **more
    )


def fight(*moves, target, hands):
    """A table at which seat 3, the lowest in the blue company, attacks."""
    attack = ("fight blue-4", f"target blue-{target}")
    return after(*attack, *moves, columns="0123/0123/0123/", turn=3, hands=hands)


CHOICES = [
    Choice("A mission of 12 for four cards", after(stores={0: SPICES}), never="pass"),
    Choice(
        "The last mission, for nothing",
        last_mission(stores={0: "1 6"}),
        only="mission 1",
    ),
    Choice(
        "The last mission, the best of some",
        last_mission(stores={0: SPICES}),
        only="mission 15",
    ),
    Choice(
        "The last mission wins",
        last_mission(seats=3, stores={0: SPICES, 1: "10 11 12 13 14 15 16 17 18 20"}),
        only="mission 15",
    ),
    Choice(
        "A pepper is paid, not two where one is asked for",
        after("mission 1", stores={0: "1 45 6"}),
        never="pay 45",
    ),
    Choice(
        "A shipment that brings the whole harbour",
        harbour("harbour 1", rows="26 5"),
        only="load 2",
    ),
    Choice(
        "And first its harbour",
        harbour(rows="26 5"),
        only="harbour 1",
    ),
    Choice(
        "The whole harbour to me, not to another",
        harbour("harbour 1", rows="5 36 35", hand="2 33"),
        only="load 2",
    ),
    Choice(
        "The whole last harbour wins",
        harbour(
            "harbour 1",
            rows="5 36 35",
            hand="2 33",
            harbour_pile=False,
            stores={0: "50", 1: "51 52", 2: "53 54"},
        ),
        only="load 2",
    ),
    Choice(
        "A card for the warehouse, for a fight that was won",
        fight("lay 5", "done", "lay 1", target=1, hands={3: "4 5 31", 0: "1 7 6"}),
        never="pass",
    ),
    Choice(
        "Against nobody who can answer, one card is enough",
        fight("lay 1", target=3, hands={3: "1 2 31"}),
        only="done",
    ),
    Choice(
        "A flag too few is not left so, where another card wins",
        fight("lay 36", target=1, hands={3: "36 1 31"}),
        only="lay 1",
    ),
]
