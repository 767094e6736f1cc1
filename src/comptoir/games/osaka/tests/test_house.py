"""The house bot is sensible, plays by the rules, and knows no more than its seat."""

import pytest

from comptoir.games.osaka.data import ACTIONS, Phase
from comptoir.games.osaka.house import house
from comptoir.games.osaka.rules import legal

from .builder import act, cards, deal, lay_out, sample, table


def choice(t, box):
    moves = [0] * len(ACTIONS)
    count = legal(t, box, t.turn, moves)
    return str(ACTIONS[house(t, box, t.turn, moves, count)])


def test_the_first_token_has_the_colour_that_lies_out_most():
    t, box = deal(2)
    for name in ("market", "farm"):
        setattr(t, f"{name}_cards", 0)
    lay_out(t, "market", "R2 B2 Y3 Y2 G2")
    lay_out(t, "farm", "B2 B3 G5")

    assert "token blue" == choice(t, box)


def test_the_dearest_coin_is_taken():
    t, box = table(market="R2 B5 Y3")

    assert "coin blue-5" == choice(t, box)


def test_a_coin_that_could_insure_its_goods_is_worth_a_little_more():
    t, box = table(market="R2 B2", goods={0: "B5"})

    assert "coin blue-2" == choice(t, box)


def test_the_own_reserved_card_is_a_coin_like_any_other():
    t, box = table(market="R2 B5:0 Y3")

    assert "fetch" == choice(t, box)


def test_a_purchase_that_brings_a_big_lot_home_is_made():
    t, box = table(market="R2", ships="R4", hands={0: "B5"}, goods={0: "3R5"})

    assert "buy" == choice(t, box)


def test_a_purchase_that_pays_mostly_the_others_is_not():
    goods = {1: "7R5 4R3", 2: "5R3", 3: "5R2"}
    t, box = table(market="R2 B5", ships="R4", hands={0: "2B5"}, goods=goods)

    assert "coin blue-5" == choice(t, box)


def test_a_purchase_that_wrecks_its_own_goods_is_not_made():
    t, box = table(market="R2 G5", ships="R4 B4", hands={0: "2Y5"}, goods={0: "5B5"})

    assert "coin green-5" == choice(t, box)


def test_with_a_full_purse_it_reserves_a_dearer_card_for_its_lot():
    t, box = table(market="G2 B2", farm="R5", hands={0: "4Y5"}, goods={0: "4R2"})
    t.hand[0], t.hand[1] = cards("4Y5"), cards("")

    assert choice(t, box) in ("farm red-5", "buy")
    lay_out(t, "market", "G2 B2:1")
    assert "farm red-5" == choice(t, box)


@pytest.mark.parametrize(
    ("hand", "price", "paid"),
    [
        ("R2 R3 R5", "B5", "pay red-5"),
        ("R2 R3 R5", "B3", "pay red-3"),
        ("R3 R5", "B2", "pay red-3"),
        ("3R3 R5", "B5 B3", "pay red-5"),
        ("R2 Y2", "B2", "pay yellow-2"),
    ],
)
def test_it_pays_without_waste_and_keeps_what_could_insure(hand, price, paid):
    t, box = table(market=price, hands={0: hand}, goods={0: "R5"})
    act(t, box, "buy")

    assert paid == choice(t, box)


def storm(goods, hand):
    t, box = table(
        market="G2", ships="G4 B3", hands={0: "Y5", 1: hand}, goods={1: goods}
    )
    act(t, box, "buy", "pay yellow-5")
    return t, box


def test_goods_on_a_wave_are_insured():
    assert "discard blue-2" == choice(*storm("2B5 B2", "B2 B3"))


def test_a_good_worth_less_than_the_card_is_not():
    assert "done" == choice(*storm("B2", "B2"))


def test_the_dearest_goods_are_insured_and_no_symbol_is_wasted():
    t, box = storm("2B5 B3 B2", "B2")
    act(t, box, "discard blue-2")
    chosen = [choice(t, box)]
    act(t, box, chosen[0])
    chosen.append(choice(t, box))

    assert ["insure blue-5"] * 2 == chosen


def test_its_choice_never_depends_on_the_hands_of_others():
    """OSA-3.7"""
    for t, box in sample(every=5):
        if t.phase == Phase.OVER:
            continue
        expected = choice(t, box)
        for seat in range(t.seats):
            if seat != t.turn:
                t.hand[seat] = cards("")
        assert expected == choice(t, box)
