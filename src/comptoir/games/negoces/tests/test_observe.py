"""The learner's row: everything the seat sees, nothing it does not."""

from .builder import KIT, act, forced, sale

row = KIT.stretches


def test_a_hidden_lot_is_a_number_for_its_seller_alone():
    """NEG-4.2"""
    t, box = sale("hide jewels")
    act(t, box, (0, "claim tea"), (0, "coins 3"))
    name = "lot: 1 + card where seen, hidden, 1 + claim, coins, revision"

    assert [2, 1, 8, 3, 1] == row(t, box, 0)[name]
    assert [0, 1, 8, 3, 1] == row(t, box, 2)[name]


def test_offers_are_counted_from_the_own_seat():
    """NEG-4.3"""
    t, box = sale()
    act(t, box, (1, "hide perfume"), (2, "coins 4"), (3, "open tea"), (3, "ready"))

    seen = row(t, box, 2)

    assert [0, 8, 0, 0] == seen["seats: offered card, 1 + card where seen"]
    assert [0, 0, 0, 1] == seen["seats: offered card hidden"]
    assert [4, 0, 0, 0] == seen["seats: coins offered"]
    assert [1, 1, 0, 1] == seen["seats: the offer binds"]
    assert [0, 1, 0, 0] == seen["seats: ready or waiting"]
    assert 3 == row(t, box, 1)["seats: offered card, 1 + card where seen"][0]


def test_the_own_hand_and_what_was_seen_of_others():
    """NEG-1.4"""
    t, box = forced("hide contraband", "name tea", "take 4")

    seen = row(t, box, 1)

    assert [0, 0, 4, 4, 0, 0, 0, 0, 0] == seen["own hand, by card"]
    known = seen["seats: cards known to be held, by card"]
    assert [0] * 9 == known[:9]
    assert 3 == known[2 * 9 + 7]
    assert 1 == known[3 * 9 + 7]


def test_a_second_card_and_the_good_named():
    """NEG-5.1, NEG-5.2"""
    t, box = forced("hide contraband", "name tea")

    name = "second card: on the market, 1 + card where seen"
    assert ([1, 9], [1, 0]) == (row(t, box, 0)[name], row(t, box, 1)[name])
    assert [8] == row(t, box, 1)["good named: 1 + good"]


def test_who_is_out_of_revisions_is_seen_to_be():
    """NEG-4.8"""
    t, box = sale(options={"revisions": 1})
    act(t, box, (2, "coins 1"))

    assert [1, 0, 1, 0] == row(t, box, 1)["seats: may still revise the offer"]
