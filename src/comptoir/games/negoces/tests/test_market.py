"""NEG-4, the lot and the offers."""

import pytest

from comptoir.engine.rules.table import copy
from comptoir.games.negoces.data import CARD_NAMES, NOTHING, Phase
from comptoir.games.negoces.view import view
from game_kit import names

from .builder import CONTRABAND, JADE, act, asked, hand, known, may, sale, table


def test_the_player_with_nine_cards_sells_and_the_others_buy():
    """NEG-4.1"""
    for seller in range(4):
        t, box = table(seller=seller)

        assert [seller] == asked(t, box)
        act(t, box, (seller, "open contraband"))
        assert [0, 1, 2, 3] == asked(t, box)
        for seat in range(4):
            assert ("force" in may(t, box, seat)) == (seat == seller)
            assert ("ready" in may(t, box, seat)) == (seat != seller)


def test_any_card_of_the_hand_may_be_put_up_for_sale_open_or_hidden():
    """NEG-4.2"""
    t, box = table(hands={0: "11122233X"})

    kinds = ["jade", "jewels", "perfume", "contraband"]
    expected = [f"{verb} {kind}" for verb in ("open", "hide") for kind in kinds]
    assert expected == may(t, box, 0)


def test_the_card_for_sale_leaves_the_hand_and_is_not_taken_back():
    """NEG-4.2"""
    t, box = sale("open jade")

    assert (JADE, "1112222X", 0) == (t.lot, hand(t, 0), t.lot_hidden)
    assert not {"open jade", "hide jade", "withdraw"} & set(may(t, box, 0))


@pytest.mark.parametrize("viewer", [None, 1, 2, 3])
def test_a_hidden_lot_is_seen_by_its_seller_alone(viewer):
    """NEG-4.2"""
    t, box = table()

    events = act(t, box, (0, "hide contraband"))

    assert view(t, box, viewer).lot.card is None
    assert "contraband" == view(t, box, 0).lot.card
    assert ("put_hidden.hidden", {}) == (
        events[0].seen_by(viewer).name,
        events[0].seen_by(viewer).args,
    )


def test_an_open_lot_is_seen_by_all():
    """NEG-4.2"""
    t, box = sale("open jade")

    assert {"jade"} == {view(t, box, viewer).lot.card for viewer in (None, 0, 1, 2, 3)}
    assert ["", "1", "1", "1", "1"] == [known(t, watcher, 0) for watcher in range(5)]


def test_a_buyer_offers_a_card_coins_or_both():
    """NEG-4.3"""
    t, box = sale()

    act(t, box, (1, "open perfume"), (2, "coins 4"), (3, "coins 2"), (3, "hide tea"))

    offers = [view(t, box, 3).seats[seat].offer for seat in (1, 2, 3)]
    assert [("perfume", 0), (None, 4), ("tea", 2)] == [
        (offer.card, offer.coins) for offer in offers
    ]


def test_an_offer_is_not_nothing():
    """NEG-4.3"""
    t, box = sale()
    assert "coins 0" not in may(t, box, 1)
    act(t, box, (1, "coins 2"))
    assert "coins 0" not in may(t, box, 1)

    act(t, box, (1, "open perfume"))

    assert "coins 0" in may(t, box, 1)


def test_the_contraband_may_be_offered_too():
    """NEG-4.3"""
    t, box = sale("open jade", hands={0: "111122223", 2: "5555666X"})

    act(t, box, (2, "hide contraband"))

    assert CONTRABAND == t.offer[2]


def test_nobody_offers_more_coins_than_they_own():
    """NEG-4.3"""
    t, box = sale(coins=[20, 7, 15, 15])

    listed = [move for move in may(t, box, 1) if move.startswith("coins")]

    assert [f"coins {n}" for n in range(1, 8)] == listed


def test_offers_are_raised_lowered_replaced_and_withdrawn():
    """NEG-4.3"""
    t, box = sale(options={"revisions": 9})
    act(t, box, (1, "open perfume"), (1, "coins 4"), (1, "coins 2"), (1, "hide spices"))
    assert (3, 1, 2, 4) == (
        t.offer[1],
        t.offer_hidden[1],
        t.offer_coins[1],
        t.offer_revision[1],
    )

    events = act(t, box, (1, "withdraw"))

    assert (NOTHING, 0, 5) == (t.offer[1], t.offer_coins[1], t.offer_revision[1])
    assert ["withdrew"] == names(events)
    assert "withdraw" not in may(t, box, 1)


def test_a_change_that_changes_nothing_is_none():
    """NEG-4.3"""
    t, box = sale()
    act(t, box, (1, "open perfume"), (1, "coins 3"))

    moves = may(t, box, 1)

    assert not {"open perfume", "coins 3", "renew"} & set(moves)
    assert {"hide perfume", "coins 2", "coins 4"} <= set(moves)


def test_offers_come_in_no_order_and_at_any_time():
    """NEG-4.3"""
    t, box = sale()

    act(t, box, (3, "coins 1"), (1, "coins 2"), (3, "coins 3"), (0, "coins 1"))
    act(t, box, (2, "open coffee"), (1, "withdraw"))

    assert [0, 1, 2, 3] == asked(t, box)


@pytest.mark.parametrize("viewer", [None, 0, 2, 3])
def test_a_card_offered_hidden_is_hidden_from_the_seller_too(viewer):
    """NEG-4.3"""
    t, box = sale()

    events = act(t, box, (1, "hide spices"))

    offer = view(t, box, viewer).seats[1].offer
    assert (None, True, True) == (offer.card, offer.has_card, offer.hidden)
    assert "card" not in events[0].seen_by(viewer).args
    assert "spices" == events[0].seen_by(1).args["card"]
    assert "" == known(t, 0, 1)


def test_a_card_offered_openly_was_seen_even_if_it_is_withdrawn():
    """NEG-4.3, NEG-1.4"""
    t, box = sale()

    act(t, box, (1, "open spices"), (1, "withdraw"))

    assert ["4", "", "4", "4", "4"] == [known(t, watcher, 1) for watcher in range(5)]


def test_what_is_offered_stays_with_its_owner_until_the_deal():
    """NEG-4.3"""
    t, box = sale()

    act(t, box, (1, "open spices"), (1, "coins 15"), (0, "coins 5"))

    assert ("33334444", [15, 15, 15, 15]) == (hand(t, 1), t.coins)


def test_the_seller_adds_coins_and_takes_from_them():
    """NEG-4.4"""
    t, box = sale(coins=[3, 15, 15, 15])
    assert ["coins 1", "coins 2", "coins 3", "wait", "force"] == may(t, box, 0)

    events = act(t, box, (0, "coins 3"), (0, "coins 2"))

    assert (2, [3, 2]) == (t.lot_coins, [event.args["coins"] for event in events])
    assert "coins 0" in may(t, box, 0)


def test_an_offer_binds_while_the_lot_carries_the_coins_it_had():
    """NEG-4.4"""
    t, box = sale()
    act(t, box, (0, "coins 3"), (1, "open perfume"))
    assert "accept 2 1" in may(t, box, 0)

    act(t, box, (0, "coins 2"))
    assert "accept 2 1" not in may(t, box, 0)
    assert not view(t, box, 0).seats[1].offer.binding

    act(t, box, (0, "coins 4"))
    assert "accept 2 1" in may(t, box, 0)


def test_an_offer_is_renewed_for_the_coins_that_lie_there_now():
    """NEG-4.4"""
    t, box = sale()
    act(t, box, (0, "coins 3"), (1, "open perfume"), (0, "coins 2"))

    act(t, box, (1, "renew"))

    assert {"accept 2 2", "coins 0"} <= set(may(t, box, 0))
    act(t, box, (0, "coins 1"))
    assert "accept 2 2" not in may(t, box, 0)


def test_any_change_of_an_offer_renews_it():
    """NEG-4.4"""
    t, box = sale()
    act(t, box, (0, "coins 3"), (1, "open perfume"), (0, "coins 2"), (1, "coins 1"))

    assert "accept 2 2" in may(t, box, 0)
    assert "renew" not in may(t, box, 1)


def test_whoever_hides_a_card_may_say_once_what_it_is():
    """NEG-4.5"""
    t, box = sale("hide contraband")
    claims = [f"claim {name}" for name in CARD_NAMES]
    assert claims == [move for move in may(t, box, 0) if move.startswith("claim")]
    assert not set(claims) & set(may(t, box, 1))

    events = act(t, box, (0, "claim silk"), (1, "hide spices"), (1, "claim tea"))

    assert ["silk", None, "tea"] == [event.args.get("card") for event in
                                     (e.seen_by(3) for e in events)]  # fmt: skip
    assert not set(claims) & {*may(t, box, 0), *may(t, box, 1)}
    assert ("silk", "tea") == (
        view(t, box, None).lot.claim,
        view(t, box, None).seats[1].offer.claim,
    )


def test_a_new_card_may_be_spoken_of_anew():
    """NEG-4.5"""
    t, box = sale()

    act(t, box, (1, "hide spices"), (1, "claim tea"), (1, "hide perfume"))

    assert (NOTHING, True) == (t.offer_claim[1], "claim tea" in may(t, box, 1))


def test_words_bind_nobody():
    """NEG-4.5"""
    t, box = sale()

    act(t, box, (1, "hide spices"), (1, "claim tea"), (0, "accept 2 1"))

    assert "11122224X" == hand(t, 0)
    assert (1, 0) == (t.caught[0][1], t.caught[1][0])


def test_buyers_exchange_nothing_among_themselves():
    """NEG-4.5"""
    t, box = sale()
    act(t, box, (1, "open perfume"), (2, "coins 3"))

    for buyer in (1, 2, 3):
        verbs = {move.split()[0] for move in may(t, box, buyer)}
        assert verbs <= {"open", "hide", "claim", "coins", "withdraw", "ready"}


def test_the_lot_must_be_sold():
    """NEG-4.7"""
    t, box = sale()
    act(t, box, (1, "ready"), (2, "ready"), (3, "ready"))

    assert ["force"] == may(t, box, 0)


def test_the_seller_accepts_or_forces_at_any_time():
    """NEG-4.7"""
    t, box = sale()
    assert "force" in may(t, box, 0)

    act(t, box, (2, "coins 1"))

    assert {"force", "accept 3 1"} <= set(may(t, box, 0))


def test_ready_lasts_until_another_offer_changes():
    """NEG-4.8"""
    t, box = sale()
    act(t, box, (1, "coins 1"), (1, "ready"))
    assert [0, 2, 3] == asked(t, box)
    assert [] == may(t, box, 1)

    act(t, box, (2, "coins 1"))

    assert [0, 1, 2, 3] == asked(t, box)


@pytest.mark.parametrize("change", ["coins 1", "claim tea"])
def test_ready_lasts_until_the_lot_changes(change):
    """NEG-4.8"""
    t, box = sale("hide jade")
    act(t, box, (1, "ready"), (2, "ready"))

    act(t, box, (0, change))

    assert [0, 1, 2, 3] == asked(t, box)


def test_a_seller_who_waits_is_asked_after_the_next_change():
    """NEG-4.8"""
    t, box = sale()
    act(t, box, (0, "wait"), (1, "ready"))
    assert [2, 3] == asked(t, box)
    assert ["force"] == may(t, box, 0)

    act(t, box, (2, "coins 1"))

    assert [0, 1, 2, 3] == asked(t, box)


@pytest.mark.parametrize("revisions", [0, 4], ids=["free", "bounded"])
@pytest.mark.parametrize("move", ["accept 2 1", "force"])
def test_a_seller_who_waits_may_accept_or_force_at_any_moment(move, revisions):
    """NEG-4.7, NEG-4.8  By rules 1 there was nothing to do but wait."""
    t, box = sale(options={"revisions": revisions})
    act(t, box, (1, "coins 1"), (0, "wait"))
    old = copy(box)
    old.rules, old.free = 1, 0
    assert [] == may(t, old, 0)

    act(t, box, (0, move))

    assert Phase.SALE != t.phase


def test_a_bounded_seller_who_waits_may_do_nothing_else():
    """NEG-4.8"""
    t, box = sale("hide jade")
    act(t, box, (1, "coins 1"), (0, "wait"))

    assert ["accept 2 1", "force"] == may(t, box, 0)


def test_when_all_buyers_are_ready_the_seller_may_only_accept_or_force():
    """NEG-4.8"""
    t, box = sale("hide jade")
    act(t, box, (0, "wait"), (1, "coins 1"), (1, "ready"), (2, "ready"), (3, "ready"))

    assert [0] == asked(t, box)
    assert ["accept 2 1", "force"] == may(t, box, 0)


def test_the_option_bounds_the_revisions_of_an_offer():
    """NEG-4.8"""
    t, box = sale(options={"revisions": 2})
    act(t, box, (1, "coins 1"), (1, "withdraw"))

    assert [0, 2, 3] == asked(t, box)
    act(t, box, (2, "coins 1"), (3, "coins 2"))
    assert [0, 2, 3] == asked(t, box)


def test_the_option_bounds_the_revisions_of_the_lot():
    """NEG-4.8"""
    t, box = sale(options={"revisions": 2})

    act(t, box, (0, "coins 1"), (0, "coins 0"))

    assert ["wait", "force"] == may(t, box, 0)


def test_out_of_revisions_is_as_good_as_ready():
    """NEG-4.8"""
    t, box = sale(options={"revisions": 1})

    act(t, box, (1, "coins 1"), (2, "coins 1"), (3, "coins 1"))

    assert [0] == asked(t, box)
    assert ["accept 2 1", "accept 3 1", "accept 4 1", "force"] == may(t, box, 0)
