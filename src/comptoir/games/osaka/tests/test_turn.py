"""OSA-3, a turn: coins, reservations and passing."""

import pytest

from comptoir.engine.rules.table import NOBODY
from comptoir.games.osaka.data import Ending, Phase
from game_kit import happened

from .builder import act, cards, deal, kind_of, may, row_of, table


def test_an_empty_market_is_refilled_before_the_turn():
    """OSA-3.1"""
    t, box = table(2, market="R2", farm="B2 B3 B5", pile="5Y2")
    events = act(t, box, "coin red-2")

    assert ("B2 B3 B5 Y2 Y2", "Y2 Y2 Y2") == (row_of(t, "market"), row_of(t, "farm"))
    assert 1 == t.turn
    assert [(None, 3)] == happened(events, "ripened")


def test_a_market_of_cards_reserved_by_others_is_refilled_too():
    """OSA-3.1"""
    t, box = table(3, market="R2 G5:0 G3:2", farm="B2 B3 B5", pile="5Y2")
    act(t, box, "coin red-2")

    assert "G5:0 G3:2 B2 B3 B5 Y2 Y2" == row_of(t, "market")


@pytest.mark.parametrize("left", ["G5:1", "G5"])
def test_a_market_with_a_card_open_to_the_player_is_left_alone(left):
    """OSA-3.1"""
    t, box = table(3, market=f"R2 {left}", farm="B2")
    act(t, box, "coin red-2")

    assert (left, "B2") == (row_of(t, "market"), row_of(t, "farm"))


def test_the_first_turn_needs_no_refill():
    """OSA-3.1, OSA-3.9"""
    t, box = deal(2)
    market = row_of(t, "market")
    act(t, box, "token red", "token red")

    assert (market, t.first) == (row_of(t, "market"), t.turn)


def test_a_coin_is_a_card_of_the_market():
    """OSA-3.4"""
    t, box = table(market="R5 B3 R5 G2", hands={0: "Y2"})
    events = act(t, box, "coin red-5")

    assert (cards("Y2 R5"), "B3 R5 G2") == (t.hand[0], row_of(t, "market"))
    assert [(0, "red-5")] == happened(events, "took")
    assert 1 == t.turn


def test_a_card_reserved_by_another_is_no_coin():
    """OSA-3.4"""
    t, box = table(market="R5:1 R5:2 B3", hands={0: "Y2"})

    assert ["coin blue-3"] == [move for move in may(t, box) if "coin" in move]


def test_of_two_equal_cards_the_free_one_is_taken():
    """OSA-3.4"""
    t, box = table(market="R5:1 R5 R5:0")
    act(t, box, "coin red-5")

    assert "R5:1 R5:0" == row_of(t, "market")


def test_the_own_reserved_card_may_be_taken_and_the_pawn_comes_back():
    """OSA-3.4, OSA-3.6"""
    t, box = table(market="R5:1 R5:0 B2")
    assert "fetch" in may(t, box)
    events = act(t, box, "fetch")

    assert (cards("R5"), "R5:1 B2") == (t.hand[0], row_of(t, "market"))
    assert [(0, "red-5")] == happened(events, "fetched")
    assert 0 not in t.market_pawn


@pytest.mark.parametrize("market", ["R5 B2", "R5:1 B2"])
def test_who_has_reserved_nothing_fetches_nothing(market):
    """OSA-3.4"""
    t, box = table(market=market)

    assert "fetch" not in may(t, box)


def test_a_pawn_is_put_on_a_card_of_the_market():
    """OSA-3.5"""
    t, box = table(market="R5 B3 R5")
    events = act(t, box, "reserve red-5")

    assert ("R5:0 B3 R5", 1) == (row_of(t, "market"), t.turn)
    assert [(0, "red-5")] == happened(events, "reserved")


def test_a_pawn_is_put_on_a_card_of_the_farm():
    """OSA-3.5"""
    t, box = table(market="R5", farm="B3 Y2 G5")
    events = act(t, box, "farm yellow-2")

    assert "B3 Y2:0 G5" == row_of(t, "farm")
    assert [(0, "yellow-2")] == happened(events, "reserved_farm")


def test_reserved_cards_cannot_be_reserved_again():
    """OSA-3.5"""
    t, box = table(market="R5:1 B3", farm="Y2:2 G2")

    assert ["coin blue-3", "reserve blue-3", "farm green-2"] == may(t, box)


@pytest.mark.parametrize("rows", [("R5:0 B3", "Y2"), ("R5 B3", "Y2:0")])
def test_a_pawn_that_lies_on_a_card_cannot_be_put_on_another(rows):
    """OSA-3.5, OSA-3.6"""
    t, box = table(market=rows[0], farm=rows[1])

    assert not [move for move in may(t, box) if move.startswith(("reserve", "farm"))]


def test_a_reserved_card_of_the_farm_is_not_taken_before_it_is_in_the_market():
    """OSA-3.6"""
    t, box = table(2, market="R2", farm="B5:1 B3", pile="5Y2")
    assert "fetch" not in may(t, box)
    act(t, box, "coin red-2")

    assert ("fetch" in may(t, box), "B5:1 B3 Y2 Y2") == (True, row_of(t, "market"))


def test_a_reservation_has_no_deadline():
    """OSA-3.6"""
    t, box = table(2, market="R5:0 6B2", farm="Y2")
    act(t, box, *["coin blue-2"] * 6)

    assert ("R5:0", ["buy", "fetch"]) == (row_of(t, "market"), may(t, box))


def test_hands_have_no_limit():
    """OSA-3.7"""
    t, box = table(market="R2", hands={0: "11B2 9B3 7B5 11Y2 9Y3 7Y5"})
    act(t, box, "coin red-2")

    assert 55 == sum(t.hand[0])


def dry(seats, **cards_by_place):
    return table(seats, pile="", **cards_by_place)


def test_who_has_no_action_at_all_passes():
    """OSA-3.8"""
    t, box = dry(2, market="R5:1", hands={0: "7G5"})
    assert ["pass"] == may(t, box)
    events = act(t, box, "pass")

    assert [(0,)] == happened(events, "passed")
    assert ("fetch" in may(t, box), Ending.NOT_YET) == (True, t.ending)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_when_all_pass_in_a_row_the_game_ends(seats):
    """OSA-3.8"""
    t, box = dry(seats, market="", hands={0: "7G5"})
    events = act(t, box, *["pass"] * seats)

    assert (Phase.OVER, Ending.STANDSTILL) == (t.phase, t.ending)
    assert [(None, "standstill")] == happened(events, "ended")
    assert (seats, []) == (t.turns, may(t, box))


@pytest.mark.parametrize("move", ["fetch", "reserve blue-2", "coin blue-2", "buy"])
def test_whoever_acts_breaks_the_row_of_passes(move):
    """OSA-3.8"""
    t, box = dry(3, market="B2", hands={1: "R5"})
    if move == "fetch":
        t.market_pawn[0] = 1
    t.turn = t.mover = 1
    t.passes = 2
    act(t, box, move)

    assert 0 == t.passes


def test_whoever_reserves_in_the_farm_breaks_the_row_of_passes():
    """OSA-3.8"""
    t, box = dry(3, market="B2:0", farm="R2", turn=1)
    t.passes = 2
    act(t, box, "farm red-2")

    assert 0 == t.passes


def test_nobody_passes_who_could_act():
    """OSA-3.8"""
    t, box = table(market="R5:1", farm="B2", pile="")

    assert ["farm blue-2"] == may(t, box)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_turns_go_clockwise_from_the_first_player(seats):
    """OSA-3.9"""
    t, box = deal(seats, stream=4)
    act(t, box, *["token red"] * seats)
    turns = []
    for _ in range(seats + 1):
        turns.append(t.turn)
        act(t, box, next(move for move in may(t, box) if "coin" in move))

    assert [(t.first + n) % seats for n in range(seats + 1)] == turns
    assert seats + 1 == t.turns


def test_the_opening_turns_of_the_rulebook():
    """OSA-3.2, OSA-3.3, OSA-3.4, OSA-3.5, OSA-4.1, OSA-3.9"""
    t, box = table(
        market="B5 R5 Y3 Y3 Y2",
        hands={0: "R3 R5 B2", 1: "R3 B3 G5", 2: "4G5", 3: "G5 B3"},
    )
    assert "buy" not in may(t, box)
    act(t, box, "coin blue-5", "reserve red-5")
    assert "buy" in may(t, box)
    act(t, box, "coin yellow-3")
    events = act(t, box, "buy", "pay green-5")

    assert (cards("Y3 Y2"), cards("B3")) == (t.goods[3], t.hand[3])
    assert [(3, 5, 2)] == happened(events, "buys")
    assert [(None, "yellow", "anori")] == happened(events, "sailed")
    assert (kind_of("R5"), 1) == (t.market[0], t.market_pawn[0])
    assert (0, NOBODY) == (t.turn, t.market_pawn[1])
