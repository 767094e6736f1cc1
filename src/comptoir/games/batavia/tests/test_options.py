"""What a designer may vary: odd values play to the end, impossible ones are refused."""

import pytest

from comptoir.engine.errors import BadSetup
from comptoir.games.batavia import game
from comptoir.games.batavia.data import Ending, Phase

from .builder import act, deal, positions

EDGES = [
    {"hand": 22},
    {"hand": 0},
    {"die": 1},
    {"die": 20},
    {"bills": 0},
    {"bills": 20},
    {"pirate_line": 1},
    {"pirate_line": 110},
    {"quick_start": True, "open_bills": True, "first_auctioneer": 2},
    {"exchange": [0] * 5, "goods": [0] * 7, "shared_goods": [0] * 7},
    {"exchange": [700] * 5, "goods": [700] * 7, "shared_goods": [700] * 7},
    {"hand": 22, "bills": 0, "pirate_line": 110},
    {"hand": 22, "bills": 0, "pirate_line": 1, "die": 1},
    {"hand": 0, "bills": 20, "pirate_line": 1, "die": 20},
]


@pytest.mark.parametrize("options", EDGES, ids=str)
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_edge_values_play_to_the_end(options, seats):
    """BAT-8.1, BAT-4.1"""
    for seed in (1, 2):
        *_, (t, _) = positions(seats, seed, options)
        assert Phase.OVER == t.phase
        assert t.ending in (Ending.ARRIVAL, Ending.STANDSTILL)


def test_hands_of_22_leave_five_players_no_pile():
    """BAT-2.4, BAT-3.9"""
    t, box = deal(5, {"hand": 22})

    act(t, box, "bid 1", *["pass"] * 4)

    assert (0, 0, [22] * 5) == (sum(t.pile), sum(t.packet), [sum(h) for h in t.hand])


def test_a_die_of_one_side_always_offers_one_card():
    """BAT-1.6, BAT-3.1"""
    for t, _ in positions(3, 4, {"die": 1}):
        rolls = [
            event for event in game.read_journal(t.journal) if event.name == "rolled"
        ]
    assert {1} == {event.args["die"] for event in rolls}


def test_without_bills_nobody_ever_buys():
    """BAT-1.7, BAT-3.8"""
    *_, (t, _) = positions(4, 3, {"bills": 0})

    told = {event.name for event in game.read_journal(t.journal)}

    assert ("unsold" in told, "won" in told) == (True, False)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"hand": 23}, "hand"),
        ({"hand": -1}, "hand"),
        ({"bills": 21}, "bills"),
        ({"die": 0}, "die"),
        ({"die": 21}, "die"),
        ({"pirate_line": 0}, "pirate_line"),
        ({"pirate_line": 111}, "pirate_line"),
        ({"exchange": [1, 2, 3]}, "exchange"),
        ({"goods": [1] * 8}, "goods"),
        ({"shared_goods": [-1] * 7}, "shared_goods"),
        ({"first_auctioneer": 5}, "first_auctioneer"),
        ({"quick_start": "yes"}, "quick_start"),
        ({"open_bills": 3}, "open_bills"),
        ({"cannons": 3}, "no option 'cannons'"),
    ],
    ids=str,
)
def test_impossible_options_are_refused_by_name(options, sentence):
    with pytest.raises(BadSetup, match=sentence):
        game.read_options(options)


def test_the_box_is_the_default():
    """BAT-1.6, BAT-1.7, BAT-2.4, BAT-6.3, BAT-9.2, BAT-9.3, BAT-9.4, BAT-9.5"""
    _, box = deal()

    assert (6, 15, 10) == (box.die, box.bills, box.hand)
    assert [0, 1, 3, 6, 10, 15] == box.exchange
    assert [10, 11, 12, 13, 14, 15, 16] == box.goods
    assert [5, 5, 6, 6, 7, 7, 8] == box.shared_goods
    assert (5, 2, 4, 2) == (box.most_bills, box.shared_bills, box.arrival, box.seal)
    assert (0, 0, -1) == (box.quick_start, box.open_bills, box.first_auctioneer)
