"""Choices in Négoces that anybody would make alike; see `tests/choices.py`."""

from choices import Choice

from .builder import act, auction, forced, sale

NO_TEA = {0: "11234567X", 3: "12345688"}
ALL = {0: "112345678"}


def offered(*offers, **arrangement):
    """A table at which seat 0 sells a jade and some have made their offers."""
    t, box = sale(**arrangement)
    act(t, box, *offers)
    return t, box


def bid_up_to(high):
    """A table at which the bids for the contraband rose by two, three and so on."""
    t, box = auction()
    for bid in range(3, high + 1, 2):
        act(t, box, f"bid {bid}")
    return t, box


TEA = (3, "open tea")
CHOICES = [
    Choice(
        "The tea offered completes the eight goods",
        offered(TEA, hands=NO_TEA),
        only="accept 4 1",
    ),
    Choice(
        "So it does at a free table",
        offered(TEA, hands=NO_TEA, options={"revisions": 0, "sales": 0}),
        only="accept 4 1",
    ),
    Choice(
        "Among three offers one wins",
        offered(
            *(TEA, (1, "coins 5"), (2, "coins 3")),
            hands=NO_TEA,
        ),
        only="accept 4 1",
    ),
    Choice(
        "The tea, and the tenth coin with it",
        offered((3, "open tea"), (3, "coins 1"), hands=NO_TEA, coins=[9, 15, 15, 15]),
        only="accept 4 2",
    ),
    Choice(
        "All eight are in hand: whatever is offered for the second jade will do",
        offered((1, "coins 1"), hands=ALL),
        only="accept 2 1",
    ),
    Choice(
        "Of two offers only one brings the tenth coin",
        offered(
            (1, "coins 1"),
            (2, "open jade"),
            hands={**ALL, 2: "11233445"},
            coins=[9, 15, 15, 15],
        ),
        only="accept 2 1",
    ),
    Choice(
        "In the last sale too",
        offered((1, "coins 1"), hands=ALL, options={"sales": 1}),
        only="accept 2 1",
    ),
    Choice(
        "By the goal of 2008 the thirty-second coin wins",
        offered((1, "coins 2"), coins=[30, 10, 9, 8], options={"goal_2008": True}),
        only="accept 2 1",
    ),
    Choice(
        "A forced sale fetches the tea; the contraband goes, and nothing of the seven",
        forced(hands=NO_TEA),
        only="hide contraband",
    ),
    Choice(
        "Nobody will offer anything: the sale is forced, and the tea wins",
        offered((1, "ready"), (2, "ready"), hands=NO_TEA),
        only="force",
    ),
    Choice("The contraband is not worth 12 coins of 15", bid_up_to(11), only="leave"),
    Choice("Much less 14", bid_up_to(13), only="leave"),
]
