"""OSA-4, the ships."""

import pytest

from comptoir.games.osaka.data import ANORI, EDO, OSHIMA, WAVE_1, WAVE_2, Phase
from comptoir.games.osaka.ships import space_after
from game_kit import happened

from .builder import BLUE, GREEN, RED, act, deal, table


@pytest.mark.parametrize(
    ("cards", "space"), [(1, OSHIMA), (2, ANORI), (3, ANORI), (8, ANORI)]
)
def test_one_card_moves_a_ship_one_space_more_move_it_two(cards, space):
    """OSA-4.1"""
    t, box = table(market=f"{cards}R2", hands={0: "4Y5"})
    act(t, box, "buy", *["pay yellow-5"] * -(-2 * cards // 5))

    assert [space, 0, 0, 0] == t.ship


def test_every_ship_moves_by_its_own_colour():
    """OSA-4.1"""
    t, box = table(market="2Y2 R2", hands={0: "R5 R3"}, ships="R1 Y1 G2")
    events = act(t, box, "buy", "pay red-5", "pay red-3")

    assert [ANORI, 0, WAVE_1, ANORI] == t.ship
    expected = [(None, "red", "anori"), (None, "yellow", "wave_1")]
    assert expected == happened(events, "sailed")


def test_a_coin_moves_no_ship():
    """OSA-4.1"""
    t, box = table(market="R2 B2")
    act(t, box, "coin red-2")

    assert [0] * 4 == t.ship


@pytest.mark.parametrize(
    ("start", "cards", "space"),
    [(WAVE_2, 1, EDO), (WAVE_2, 2, EDO), (WAVE_1, 2, EDO), (WAVE_1, 1, WAVE_2)],
)
def test_a_ship_stops_in_edo(start, cards, space):
    """OSA-4.2"""
    t, _ = deal()
    t.ship[RED] = start

    assert space == space_after(t, RED, cards)


def test_a_step_too_many_is_lost():
    """OSA-4.2"""
    t, box = table(market="2R2", hands={0: "R5"}, ships="R4")
    events = act(t, box, "buy", "pay red-5")

    assert [(None, "red", "edo")] == happened(events, "sailed")
    assert [(None, "red")] == happened(events, "returned")


def test_a_ship_in_edo_starts_a_payday_for_its_colour():
    """OSA-4.3, OSA-4.1"""
    t, box = table(market="3B2 G2", hands={0: "R5 R3"}, ships="G4")
    events = act(t, box, "buy", "pay red-5", "pay red-3")

    assert [(None, "green")] == happened(events, "payday")
    assert ([0, ANORI, 0, 0], 3) == (t.ship, t.goods[0][BLUE * 3])
    assert 0 == sum(t.goods[0][GREEN * 3 :])


@pytest.mark.parametrize("space", [1, 2, 3])
def test_without_a_ship_in_edo_there_is_no_payday(space):
    """OSA-4.3"""
    t, box = table(
        market="R2", hands={0: "R2"}, goods={1: "R5 B5"}, ships=f"R{space} B4"
    )
    events = act(t, box, "buy", "pay red-2")

    assert [] == happened(events, "payday", "sold", "wrecked")
    assert (Phase.TURN, 1, 0) == (t.phase, t.turn, sum(t.points))
