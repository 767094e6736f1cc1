"""NEG-5, the forced sale."""

import pytest

from comptoir.games.negoces.data import NOTHING, Phase
from comptoir.games.negoces.view import view
from game_kit import names

from .builder import JADE, TEA, act, asked, forced, hand, known, may, sale


def test_forcing_gives_offers_and_added_coins_back():
    """NEG-5.1"""
    t, box = sale()
    act(t, box, (0, "coins 3"), (1, "open perfume"), (2, "coins 4"), (3, "ready"))

    events = act(t, box, (0, "force"))

    assert ["forced", "returned", "returned", "coins_returned"] == names(events)
    assert ([NOTHING] * 4, [0] * 4, 0) == (t.offer, t.offer_coins, t.lot_coins)
    assert ([15] * 4, [0]) == (t.coins, asked(t, box))


def test_a_sale_may_be_forced_without_any_offer():
    """NEG-4.7, NEG-5.1"""
    t, box = sale()

    assert ["forced"] == names(act(t, box, (0, "force")))


def test_the_second_card_is_any_card_hidden():
    """NEG-5.1"""
    t, box = forced()

    assert ["hide jade", "hide jewels", "hide contraband"] == may(t, box, 0)


@pytest.mark.parametrize("viewer", [None, 1, 2, 3])
def test_the_second_card_is_seen_by_the_seller_alone(viewer):
    """NEG-5.1"""
    t, box = forced()

    events = act(t, box, (0, "hide contraband"))

    lot = view(t, box, viewer).lot
    assert (True, None) == (lot.second, lot.second_card)
    assert "contraband" == view(t, box, 0).lot.second_card
    assert {} == events[0].seen_by(viewer).args


def test_a_good_in_the_hand_cannot_be_named_nor_the_contraband():
    """NEG-5.2"""
    t, box = forced("hide contraband")

    goods = ["perfume", "spices", "coffee", "silk", "wine", "tea"]
    assert [f"name {good}" for good in goods] == may(t, box, 0)


def test_a_good_on_the_market_is_not_named_while_there_is_another():
    """NEG-5.2"""
    t, box = forced("hide tea", hands={0: "112345788"}, lot="open perfume")

    assert (0, 0) == (t.hand[0][2], t.hand[0][5])
    assert "name perfume" not in may(t, box, 0)
    assert ["name silk"] == may(t, box, 0)


def test_a_good_on_the_market_is_named_if_there_is_no_other():
    """NEG-5.2"""
    t, box = forced("hide tea", lot="hide jade", hands={0: "12345678X"})

    assert ["name jade", "name tea"] == may(t, box, 0)
    events = act(t, box, (0, "name tea"))
    assert 3 == sum(e.args["cards"] for e in events if e.name == "showed")


def test_every_buyer_lays_open_all_their_cards_of_the_good():
    """NEG-5.3"""
    hands = {1: "33334448", 2: "55588466"}
    t, box = forced("hide contraband", hands=hands)

    events = act(t, box, (0, "name tea"))

    assert [(1, 1), (2, 2), (3, 1)] == [
        (e.seat, e.args["cards"]) for e in events if e.name == "showed"
    ]
    assert [0, 1, 2, 1] == [seat.shown for seat in view(t, box, None).seats]
    for watcher in (0, 3, 4):
        assert ("8", "88") == (known(t, watcher, 1), known(t, watcher, 2))


def test_what_is_not_shown_lies_on_the_market_and_everyone_can_tell():
    """NEG-5.2, NEG-5.3"""
    t, box = forced("hide tea", lot="hide jade", hands={0: "12345678X"})

    act(t, box, (0, "name tea"))

    for watcher in (1, 2, 3, 4):
        assert "8" == known(t, watcher, 0)


def test_the_seller_takes_one_of_the_cards_shown():
    """NEG-5.4"""
    hands = {1: "33334448", 2: "55588466"}
    t, box = forced("hide contraband", "name tea", hands=hands)
    assert ["take 2", "take 3", "take 4"] == may(t, box, 0)

    act(t, box, (0, "take 3"))

    assert (1, 1) == (t.hand[0][TEA], t.hand[2][TEA])


def test_only_who_shows_a_card_can_lose_one():
    """NEG-5.4"""
    t, box = forced("hide contraband", "name perfume")

    assert ["take 2"] == may(t, box, 0)


def test_the_owner_gets_both_cards_of_the_market_unseen():
    """NEG-5.4"""
    t, box = forced("hide contraband", "name perfume", lot="hide jade")

    events = act(t, box, (0, "take 2"))

    assert ("11122223", "13334444X") == (hand(t, 0), hand(t, 1))
    took = [event for event in events if event.name == "took_hidden"]
    assert [(1, "jade"), (1, "contraband")] == [(e.seat, e.args["card"]) for e in took]
    for viewer in (None, 2, 3):
        assert [{"giver": 0}] * 2 == [event.seen_by(viewer).args for event in took]


def test_an_open_lot_stays_seen_in_a_forced_sale():
    """NEG-5.4"""
    t, box = forced("hide contraband", "name perfume", lot="open jade")

    events = act(t, box, (0, "take 2"))

    assert ["picked", "took", "took", "took_hidden", "seller"] == names(events)


def test_the_cards_shown_go_back_and_have_been_seen():
    """NEG-5.4"""
    t, box = forced("hide contraband", "name perfume", lot="hide jade")

    act(t, box, (0, "take 2"))

    assert ["1333X", "", "333", "333", "333"] == [known(t, w, 1) for w in range(5)]
    assert ["", "3", "3", "3", "3"] == [known(t, w, 0) for w in range(5)]
    assert Phase.LOT == t.phase


def test_the_owner_of_the_card_sells_next():
    """NEG-6.1"""
    t, box = forced("hide contraband", "name perfume")

    act(t, box, (0, "take 2"))

    assert (1, [1], 1) == (t.seller, asked(t, box), t.sales)
    assert (NOTHING, NOTHING, NOTHING) == (t.lot, t.second, t.named)


def test_a_good_named_from_the_market_is_known_with_its_new_owner():
    """NEG-5.2, NEG-5.4"""
    t, box = forced("hide jade", lot="hide jade", hands={0: "11345678X"})
    assert ["name jewels"] == may(t, box, 0)
    t, box = forced("hide tea", lot="hide jade", hands={0: "12345678X"})
    act(t, box, (0, "name jade"))

    act(t, box, (0, f"take {next(s for s in (1, 2, 3) if t.hand[s][JADE]) + 1}"))

    owner = t.seller
    assert all(t.known[w][owner][JADE] >= 1 for w in range(5) if w != owner)
    assert 4 == sum(row[JADE] for row in t.hand)


ALL_BUT_TEA = "1234567"  # tea alone can be named, wherever it lies


@pytest.mark.parametrize("rules", [1, 2])
def test_no_order_of_events_tells_whether_a_hidden_lot_was_the_good_named(rules):
    """NEG-4.2  By rules 1 the lot came first, seen or not."""
    told = []
    for lot, second in (("tea", "contraband"), ("contraband", "tea")):
        hands = {0: ALL_BUT_TEA + "8X"}
        t, box = sale(f"hide {lot}", hands=hands)
        box.rules = rules
        owner = next(s for s in (1, 2, 3) if t.hand[s][TEA])
        moves = ["force", f"hide {second}", "name tea", f"take {owner + 1}"]
        events = act(t, box, *[(0, move) for move in moves])
        others = {viewer for viewer in (None, 1, 2, 3) if viewer != owner}
        told.append([[event.seen_by(viewer) for event in events] for viewer in others])

    assert (told[0] == told[1]) == (rules == 2)
