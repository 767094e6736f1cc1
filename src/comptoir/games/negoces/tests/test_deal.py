"""NEG-4.6, the deal, and NEG-6.1, the next seller."""

import pytest

from comptoir import IllegalMove
from comptoir.games.negoces import game
from comptoir.games.negoces.data import NOTHING, Phase
from game_kit import names

from .builder import act, asked, hand, known, match_at, sale


def test_card_and_coins_change_hands_at_once():
    """NEG-4.6"""
    t, box = sale()
    act(t, box, (0, "coins 2"), (1, "open perfume"), (1, "coins 5"))

    events = act(t, box, (0, "accept 2 2"))

    assert ("11122223X", "13334444") == (hand(t, 0), hand(t, 1))
    assert [18, 12, 15, 15] == t.coins
    assert ["accepted", "took", "paid", "took", "paid", "seller"] == names(events)


def test_who_has_nine_cards_after_a_deal_sells_next():
    """NEG-4.1"""
    t, box = sale()

    act(t, box, (3, "coins 4"), (0, "accept 4 1"))

    assert [8, 8, 8, 9] == [len(hand(t, seat)) for seat in range(4)]
    assert (3, [3]) == (t.seller, asked(t, box))


def test_an_offer_of_coins_alone_buys_the_lot():
    """NEG-4.6"""
    t, box = sale()

    act(t, box, (3, "coins 4"), (0, "accept 4 1"))

    assert ("1112222X", "177778888") == (hand(t, 0), hand(t, 3))
    assert [19, 15, 15, 11] == t.coins


def test_the_other_offers_go_back():
    """NEG-4.6"""
    t, box = sale()
    act(t, box, (1, "open perfume"), (2, "hide silk"), (2, "coins 3"), (3, "coins 4"))

    act(t, box, (0, "accept 4 1"))

    assert ("33334444", "55556666") == (hand(t, 1), hand(t, 2))
    assert ([NOTHING] * 4, [0] * 4) == (t.offer, t.offer_coins)


def test_an_accept_names_the_revision_it_takes():
    """NEG-4.6"""
    t, box = sale()
    act(t, box, (1, "coins 4"), (1, "coins 3"))
    match = match_at(t, box)

    with pytest.raises(IllegalMove, match="from Seat 2 has changed"):
        match.play(0, "accept 2 1")

    match.play(0, "accept 2 2")
    assert 18 == match.view().seats[0].coins


def test_an_offer_cannot_be_taken_back_and_come_again_under_its_number():
    """NEG-4.6"""
    t, box = sale()
    match = match_at(t, box)

    for move in ("open perfume", "hide spices", "coins 2", "withdraw"):
        match.play(1, move)
        assert not match.can_undo(1)


def test_a_swap_of_cards_leaves_the_seller_with_nine():
    """NEG-6.1"""
    t, box = sale()

    act(t, box, (1, "open perfume"), (0, "accept 2 1"))

    assert (0, Phase.LOT, 1, [0]) == (t.seller, t.phase, t.sales, asked(t, box))


def test_who_pays_coins_alone_sells_next():
    """NEG-6.1"""
    t, box = sale()

    act(t, box, (2, "coins 1"), (0, "accept 3 1"))

    assert (2, Phase.LOT, 1, [2]) == (t.seller, t.phase, t.sales, asked(t, box))


def test_a_hidden_lot_is_told_to_its_new_owner_alone():
    """NEG-4.2, NEG-4.6"""
    t, box = sale("hide contraband")
    act(t, box, (1, "hide perfume"))

    events = act(t, box, (0, "accept 2 1"))

    took = [event for event in events if event.name == "took_hidden"]
    assert [(1, "contraband"), (0, "perfume")] == [
        (event.seat, event.args["card"]) for event in took
    ]
    for event in took:
        for viewer in (None, 2, 3):
            assert {"giver": 1 - event.seat} == event.seen_by(viewer).args


def test_giver_and_taker_of_a_hidden_card_know_it():
    """NEG-4.2"""
    t, box = sale("hide contraband")
    for watcher in (1, 2, 3, 4):
        t.known[watcher][0][8] = 1  # all saw it bought

    act(t, box, (1, "hide perfume"), (0, "accept 2 1"))

    assert ["X", "", "", "", ""] == [known(t, w, 1) for w in range(5)]
    assert ["", "3", "", "", ""] == [known(t, w, 0) for w in range(5)]
    assert [0, 0, 2, 2, 2] == t.unseen


def test_after_a_hidden_gift_no_card_of_the_giver_is_sure():
    """NEG-4.2"""
    t, box = sale("hide jade")
    t.known[2][0] = [3, 1, 0, 0, 0, 0, 0, 0, 1]

    act(t, box, (1, "coins 1"), (0, "accept 2 1"))

    assert ("11", "") == (known(t, 2, 0), known(t, 2, 1))


def test_what_one_gets_is_not_what_one_gives():
    """NEG-4.2, NEG-4.6"""
    t, box = sale("open jade")
    act(t, box, (1, "hide perfume"), (0, "accept 2 1"))
    assert "1" == known(t, 2, 1)

    act(t, box, (0, "hide jewels"), (2, "open coffee"), (0, "accept 3 1"))

    assert "5" == known(t, 1, 0)[-1]


def test_a_card_sold_openly_is_known_to_be_with_its_buyer():
    """NEG-4.6"""
    t, box = sale("open jade")

    act(t, box, (1, "coins 1"), (0, "accept 2 1"))

    assert ["1", "", "1", "1", "1"] == [known(t, w, 1) for w in range(5)]
    assert [""] * 5 == [known(t, w, 0) for w in range(5)]


def test_who_takes_a_hidden_card_finds_a_lie_out():
    """NEG-4.5"""
    t, box = sale("hide contraband")
    act(t, box, (0, "claim tea"), (1, "hide spices"), (1, "claim spices"))

    act(t, box, (0, "accept 2 1"))

    assert (1, 0) == (t.caught[1][0], t.caught[0][1])
    assert [0, 1, 0, 0] == [row[0] for row in t.caught]


def test_a_deal_is_a_barrier_to_undo():
    """NEG-4.6"""
    t, box = sale()
    act(t, box, (1, "coins 1"))
    match = match_at(t, box)

    match.play(0, "accept 2 1")

    assert not match.can_undo(0)
    assert [] == game.audit(match.position.table, box)
