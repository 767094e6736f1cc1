"""NEG-3, the auction of the contraband."""

import pytest

from comptoir.games.negoces.data import Phase
from game_kit import names

from .builder import CONTRABAND, act, asked, auction, deal, known, may


def test_a_player_drawn_by_lot_opens_with_one():
    """NEG-3.1"""
    openers = {deal(stream=stream)[0].high_bidder for stream in range(50)}

    assert {0, 1, 2, 3} == openers
    assert 1 == deal()[0].high_bid


@pytest.mark.parametrize("opener", range(4))
def test_the_player_on_the_openers_left_speaks_next(opener):
    """NEG-3.1, NEG-3.2"""
    t, box = auction(opener)

    assert [(opener + 1) % 4] == asked(t, box)


def test_a_bid_is_raised_by_one_or_two_or_left():
    """NEG-3.2"""
    t, box = auction()

    assert ["bid 2", "bid 3", "leave"] == may(t, box, 1)


def test_bidding_goes_clockwise():
    """NEG-3.2"""
    t, box = auction()

    act(t, box, (1, "bid 3"), (2, "bid 4"), (3, "bid 6"), (0, "bid 7"))

    assert ([1], 7, 0) == (asked(t, box), t.high_bid, t.high_bidder)


def test_who_leaves_is_not_asked_again():
    """NEG-3.2"""
    t, box = auction()

    act(t, box, (1, "leave"), (2, "bid 2"), (3, "bid 3"), (0, "bid 4"))

    assert [2] == asked(t, box)


def test_nobody_bids_more_than_they_own():
    """NEG-3.2"""
    t, box = auction()
    t.high_bid = 13
    assert ["bid 14", "bid 15", "leave"] == may(t, box, 1)

    t.high_bid = 14

    assert ["bid 15", "leave"] == may(t, box, 1)


def test_who_cannot_raise_leaves_by_themselves():
    """NEG-3.2"""
    t, box = auction()
    t.high_bid = 13

    events = act(t, box, (1, "bid 15"))

    assert ["bid", "left", "left", "left", "bought", "seller"] == names(events)
    assert [2, 3, 0] == [event.seat for event in events if event.name == "left"]
    assert (0, 1, Phase.LOT) == (t.coins[1], t.seller, t.phase)


def test_the_auction_ends_when_one_bidder_is_left():
    """NEG-3.2, NEG-3.3"""
    t, box = auction()

    act(t, box, (1, "leave"), (2, "bid 3"), (3, "leave"), (0, "leave"))

    assert (Phase.LOT, 2, [2]) == (t.phase, t.seller, asked(t, box))


def test_the_highest_bidder_takes_the_card_and_the_coins_leave_the_game():
    """NEG-3.3"""
    t, box = auction()

    events = act(t, box, (1, "leave"), (2, "bid 3"), (3, "leave"), (0, "leave"))

    assert ([15, 15, 12, 15], 1) == (t.coins, t.hand[2][CONTRABAND])
    assert ("bought", {"coins": 3}) == (events[-2].name, events[-2].args)


def test_if_all_the_others_leave_the_opener_pays_one():
    """NEG-3.3"""
    t, box = auction(3)

    act(t, box, (0, "leave"), (1, "leave"), (2, "leave"))

    assert ([15, 15, 15, 14], 3) == (t.coins, t.seller)


def test_everyone_knows_who_has_the_contraband():
    """NEG-3.3, NEG-1.4"""
    t, box = auction()

    act(t, box, (1, "leave"), (2, "leave"), (3, "leave"))

    assert ["", "X", "X", "X", "X"] == [known(t, watcher, 0) for watcher in range(5)]
