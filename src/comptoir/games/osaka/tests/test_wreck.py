"""OSA-5.8 to OSA-5.11, insurance and the Black Current."""

import pytest

from comptoir.games.osaka.data import ANORI, OSAKA, WAVE_1, WAVE_2, Phase
from game_kit import happened

from .builder import BLUE, GREEN, RED, act, cards, may, table


def storm(ships="G4 R3 B4", **more):
    """Let seat 0 start a green payday; return the table and what happened."""
    hands = more.pop("hands", {})
    hands = hands | {0: f"Y5 {hands.get(0, '')}"}
    t, box = table(market="G2", ships=ships, hands=hands, **more)
    return t, box, act(t, box, "buy", "pay yellow-5")


def test_the_wreck_of_blue_and_red_of_the_rulebook():
    """OSA-5.8, OSA-5.11"""
    t, _, events = storm(goods={0: "R2", 1: "B5 B2 Y3", 2: "R3 G5"})

    assert [(None, "red"), (None, "blue")] == happened(events, "wrecked")
    assert [(0, "red-2"), (2, "red-3"), (1, "blue-2"), (1, "blue-5")] == happened(
        events, "lost"
    )
    assert [cards(""), cards("Y3"), cards(""), cards("")] == t.goods
    assert [ANORI, ANORI, OSAKA, OSAKA] == t.ship


@pytest.mark.parametrize("space", [WAVE_1, WAVE_2])
def test_both_wave_spaces_are_deadly(space):
    """OSA-5.8"""
    t, _, _ = storm(f"G4 B{space}", goods={1: "B5"})

    assert (cards(""), ANORI) == (t.goods[1], t.ship[BLUE])


@pytest.mark.parametrize("space", [0, 1, 2])
def test_ships_elsewhere_are_safe(space):
    """OSA-5.8"""
    t, _, events = storm(f"G4 B{space}", goods={1: "B5"})

    assert (cards("B5"), space, []) == (
        t.goods[1],
        t.ship[BLUE],
        happened(events, "wrecked"),
    )


def test_there_is_one_wreck_for_all_arrivals():
    """OSA-5.8"""
    t, box = table(
        market="G2 Y2", ships="G4 Y4 B3", hands={0: "R5", 1: "B3"}, goods={1: "2B5"}
    )
    events = act(t, box, "buy", "pay red-5", "discard blue-3")

    assert [(None, "blue")] == happened(events, "wrecked")
    assert [(None, "yellow"), (None, "green")] == happened(events, "returned")
    assert (cards("B5"), ANORI, Phase.TURN) == (t.goods[1], t.ship[BLUE], t.phase)


def test_goods_lost_go_to_the_discard_pile():
    """OSA-5.8"""
    t, _, _ = storm(goods={1: "B5 B2"})

    assert cards("Y5 B5 B2") == t.discard


def test_nobody_is_asked_who_has_nothing_to_insure_with():
    """OSA-5.9"""
    hands = {1: "B5 R2", 2: "B2"}
    t, _, events = storm("G4 B3", hands=hands, goods={1: "B5"})

    assert (Phase.TURN, 1) == (t.phase, t.turn)
    assert [(1, "blue-5")] == happened(events, "lost")


def test_the_player_whose_turn_it_is_insures_first_then_clockwise():
    """OSA-5.9"""
    own = dict.fromkeys(range(4), "B3")
    t, box = table(
        turn=2, market="G2", ships="G4 B3", hands=own | {2: "B3 Y5"}, goods=own
    )
    act(t, box, "buy", "pay yellow-5")
    asked = []
    for _ in range(4):
        asked.append((t.turn, t.mover))
        act(t, box, "done")

    assert [(2, 2), (3, 2), (0, 2), (1, 2)] == asked
    assert (3, Phase.TURN) == (t.turn, t.phase)


def test_a_card_with_a_symbol_of_the_ships_colour_is_discarded():
    """OSA-5.9, OSA-1.3"""
    hands = {1: "B2 B3 B5 R2 Y2"}
    t, box, _ = storm(hands=hands, goods={1: "B5 B3 Y5"})

    assert (1, ["discard blue-2", "discard blue-3", "done"]) == (t.turn, may(t, box))


def test_red_symbols_do_not_insure_blue_goods():
    """OSA-5.9"""
    t, box, _ = storm(hands={1: "R2 B3"}, goods={1: "B5 R3"})
    act(t, box, "discard red-2")

    assert (cards("R3"), ["discard blue-3", "done"]) == (t.insured[1], may(t, box))


@pytest.mark.parametrize(("card", "insured"), [("blue-2", 2), ("blue-3", 1)])
def test_each_symbol_insures_one_good(card, insured):
    """OSA-5.9, OSA-1.3"""
    t, box, _ = storm(hands={1: "B2 B3"}, goods={1: "4B5"})
    act(t, box, f"discard {card}", *["insure blue-5"] * (insured - 1))

    assert (insured, Phase.INSURING) == (sum(t.insured[1]), t.phase)


def test_the_owner_chooses_the_good():
    """OSA-5.9"""
    t, box, _ = storm(hands={1: "B2"}, goods={1: "B5 B3 B2 R5"})
    act(t, box, "discard blue-2")
    assert ["insure blue-2", "insure blue-3", "insure blue-5"] == may(t, box)
    act(t, box, "insure blue-3")
    assert ["insure blue-2", "insure blue-5", "done"] == may(t, box)
    act(t, box, "insure blue-5")

    assert cards("B3 B5") == t.goods[1] == t.insured[1]


def test_the_first_symbol_of_a_card_may_not_go_unused():
    """OSA-5.9"""
    t, box, _ = storm(hands={1: "B2"}, goods={1: "B5 B3"})
    act(t, box, "discard blue-2")

    assert "done" not in may(t, box)


def test_further_symbols_may_go_unused():
    """OSA-5.9"""
    t, box, _ = storm(hands={1: "B2"}, goods={1: "B5 B3"})
    act(t, box, "discard blue-2", "insure blue-3", "done")

    assert (cards("B3"), Phase.TURN) == (t.goods[1], t.phase)


def test_a_symbol_without_a_good_left_goes_unused():
    """OSA-5.9"""
    t, box, _ = storm(hands={1: "B2"}, goods={1: "B5"})
    act(t, box, "discard blue-2")

    assert (cards("B5"), 0, Phase.TURN) == (t.insured[1], t.symbols, t.phase)


def test_a_good_without_alternative_is_insured_at_once():
    """OSA-5.9"""
    t, box, _ = storm(hands={1: "B3"}, goods={1: "2B5"})
    events = act(t, box, "discard blue-3")

    assert [(1, "blue-3")] == happened(events, "gave_up")
    assert [(1, "blue-5")] == happened(events, "insured")


def test_several_cards_may_be_discarded():
    """OSA-5.9"""
    t, box, _ = storm(hands={1: "2B3 R3"}, goods={1: "B5 B2 R2"})
    act(t, box, "discard blue-3", "insure blue-5", "discard blue-3", "discard red-3")

    assert (cards("B5 B2 R2"), cards("")) == (t.insured[1], t.hand[1])
    assert (cards("B5 B2 R2"), cards("Y5 2B3 R3")) == (t.goods[1], t.discard)


def test_who_is_done_insures_nothing():
    """OSA-5.9"""
    t, box, _ = storm(hands={1: "B2"}, goods={1: "B5"})
    events = act(t, box, "done")

    assert [(1,)] == happened(events, "closed")
    assert (cards(""), cards("B2")) == (t.goods[1], t.hand[1])


def test_an_insured_good_survives_wreck_after_wreck():
    """OSA-5.10"""
    goods = {1: "2B5 B2"}
    t, _, events = storm("G4 B3", goods=goods, insured={1: "B5"})

    assert (cards("B5"), cards("B5")) == (t.goods[1], t.insured[1])
    assert [(1, "blue-2"), (1, "blue-5")] == happened(events, "lost")


def test_a_good_bought_later_is_not_insured():
    """OSA-5.10"""
    t, box = table(market="B5", hands={0: "R5"}, goods={0: "B5"}, insured={0: "B5"})
    act(t, box, "buy", "pay red-5")

    assert (cards("2B5"), cards("B5")) == (t.goods[0], t.insured[0])


def test_ships_return_from_edo_to_osaka_and_wrecked_ones_to_anori():
    """OSA-5.11"""
    t, _, events = storm("G4 R3 B1")

    assert [ANORI, 1, OSAKA, OSAKA] == t.ship
    assert [(None, "green")] == happened(events, "returned")


def test_a_ship_that_waits_for_insurance_is_still_in_edo():
    """OSA-5.11"""
    t, _, _ = storm("G4 B3", hands={1: "B2"}, goods={1: "B5"})

    assert (Phase.INSURING, 5, WAVE_1) == (t.phase, t.ship[GREEN], t.ship[BLUE])
    assert OSAKA == t.ship[RED]
