"""NEG-6, the end."""

import pytest

from comptoir.games.negoces import game
from comptoir.games.negoces.data import Ending, Phase
from comptoir.games.negoces.ending import standing
from comptoir.games.negoces.view import view
from game_kit import names

from .builder import act, asked, forced, may, sale


def outcome(t, box):
    points, ranks = [0] * 4, [0] * 4
    ending = standing(t, box, points, ranks)
    return Ending(ending), points, ranks


def test_eight_goods_and_ten_coins_win():
    """NEG-6.2"""
    t, box = sale(hands={0: "11234567X"}, coins=[10, 15, 15, 15])
    seat = next(s for s in (1, 2, 3) if t.hand[s][7])

    events = act(t, box, (seat, "open tea"), (0, f"accept {seat + 1} 1"))

    assert (Ending.GOODS, [1, 0, 0, 0], [1, 2, 2, 2]) == outcome(t, box)
    assert ([], "won") == (asked(t, box), events[-1].name)
    assert {"goods": 8, "coins": 10} == events[-1].args


def test_nine_coins_do_not_win():
    """NEG-6.2"""
    t, box = sale(hands={0: "11234567X"}, coins=[9, 15, 15, 15])
    seat = next(s for s in (1, 2, 3) if t.hand[s][7])

    act(t, box, (seat, "open tea"), (0, f"accept {seat + 1} 1"))

    assert (Ending.NOT_YET, Phase.LOT) == (t.ending, t.phase)


def test_the_contraband_does_not_stand_for_a_good():
    """NEG-6.2, NEG-1.3"""
    t, box = sale("open jade", hands={0: "112345678", 1: "2345678X"})

    act(t, box, (2, "coins 1"), (0, "accept 3 1"))

    assert Ending.GOODS == t.ending
    assert 0 == t.winner
    t, box = sale("hide jade", hands={0: "11123456X", 1: "12345677"})
    act(t, box, (1, "open jade"), (0, "accept 2 1"))
    assert Ending.NOT_YET == t.ending


def test_only_the_two_parties_of_a_sale_are_looked_at():
    """NEG-6.2"""
    t, box = sale(hands={0: "11122233X", 3: "12345678"}, coins=[15, 15, 15, 10])

    act(t, box, (1, "coins 1"), (0, "accept 2 1"))

    assert Ending.NOT_YET == t.ending


def test_the_winners_hand_is_shown_and_the_others_are_not():
    """NEG-6.2"""
    t, box = sale(hands={0: "11234567X"})
    seat = next(s for s in (1, 2, 3) if t.hand[s][7])

    events = act(t, box, (seat, "open tea"), (0, f"accept {seat + 1} 1"))

    shown = [event for event in events if event.name == "showed_hand"]
    assert ({0}, 9) == ({e.seat for e in shown}, sum(e.args["cards"] for e in shown))
    seen = [place.hand is not None for place in view(t, box, None).seats]
    assert [True, False, False, False] == seen


def test_if_both_parties_reach_the_goal_the_buyer_wins():
    """NEG-6.3"""
    t, box = sale("open jade", hands={0: "11234567X", 1: "23456788"})

    act(t, box, (1, "open tea"), (0, "accept 2 1"))

    assert (1, [0, 1, 0, 0]) == (t.winner, outcome(t, box)[1])


def test_in_a_forced_sale_the_owner_of_the_card_is_the_buyer():
    """NEG-6.3"""
    hands = {0: "11234567X", 1: "23456788"}
    t, box = forced("hide contraband", "name tea", lot="open jade", hands=hands)

    act(t, box, (0, "take 2"))

    assert 1 == t.winner


def test_the_goal_of_2008_asks_for_no_coins():
    """NEG-6.4"""
    t, box = sale(
        hands={0: "11234567X"}, coins=[0, 15, 15, 15], options={"goal_2008": True}
    )
    seat = next(s for s in (1, 2, 3) if t.hand[s][7])

    act(t, box, (seat, "open tea"), (0, f"accept {seat + 1} 1"))

    assert (Ending.GOODS, 0) == (t.ending, t.winner)


@pytest.mark.parametrize(
    ("coins", "ending"), [(1, Ending.NOT_YET), (2, Ending.COINS)], ids=["31", "32"]
)
def test_the_goal_of_2008_is_also_more_than_31_coins(coins, ending):
    """NEG-6.4"""
    t, box = sale(coins=[30, 10, 9, 8], options={"goal_2008": True})

    act(t, box, (1, f"coins {coins}"), (0, "accept 2 1"))

    assert ending == t.ending


def test_without_the_option_riches_do_not_win():
    """NEG-6.4"""
    t, box = sale(coins=[30, 10, 9, 8])

    act(t, box, (1, "coins 9"), (0, "accept 2 1"))

    assert Ending.NOT_YET == t.ending


def last_sale(hands, coins, buyer=2):
    t, box = sale("open contraband", hands=hands, coins=coins, options={"sales": 1})
    events = act(t, box, (buyer, "coins 1"), (0, f"accept {buyer + 1} 1"))
    return t, box, events


def test_past_the_limit_most_goods_among_those_with_ten_coins_win():
    """NEG-6.5"""
    hands = {0: "11222333X", 1: "12345674", 2: "14455668"}
    t, box, events = last_sale(hands, [15, 9, 15, 15])

    assert (Ending.LIMIT, [0, 0, 1, 0]) == outcome(t, box)[:2]
    assert [2] == [event.seat for event in events if event.name == "won"]


def test_equal_goods_are_decided_by_coins():
    """NEG-6.5"""
    hands = {0: "11112222X", 1: "34567834", 2: "34567856"}
    t, box, _ = last_sale(hands, [10, 16, 12, 15], buyer=3)

    assert [4, 1, 3, 2] == outcome(t, box)[2]


def test_full_equals_share_the_victory():
    """NEG-6.5"""
    hands = {0: "11112222X", 1: "34567834", 2: "34567856"}
    t, box, events = last_sale(hands, [15, 15, 15, 10], buyer=3)

    assert (Ending.LIMIT, [0, 1, 1, 0]) == outcome(t, box)[:2]
    assert [1, 2] == [event.seat for event in events if event.name == "won"]


def test_past_the_limit_all_hands_are_shown():
    """NEG-6.5"""
    t, box, events = last_sale({}, [15, 15, 15, 15])

    assert all(seat.hand for seat in view(t, box, None).seats)
    assert {0, 1, 2, 3} == {e.seat for e in events if e.name == "showed_hand"}


def test_a_win_in_the_last_sale_is_a_win():
    """NEG-6.5, NEG-6.2"""
    t, box = sale(hands={0: "112345678"}, options={"sales": 1})

    act(t, box, (1, "coins 1"), (0, "accept 2 1"))

    assert (Ending.GOODS, 0) == (t.ending, t.winner)


@pytest.mark.parametrize(("rules", "phase"), [(1, Phase.LOT), (2, Phase.OVER)])
def test_without_a_limit_sales_go_on_to_the_thousandth(rules, phase):
    """NEG-6.5  By rules 1 they went on for ever."""
    box = game.plain_box(4, {"sales": 0}, rules)
    t, _ = sale()
    t.sales = 998
    act(t, box, (1, "coins 1"), (0, "accept 2 1"))
    assert (999, Phase.LOT) == (t.sales, t.phase)

    act(t, box, (1, "open jade"), (0, "coins 1"), (1, "accept 1 1"))

    assert (1000, phase) == (t.sales, t.phase)


def test_before_the_end_points_and_ranks_tell_nothing():
    """NEG-1.4"""
    t, box = sale()

    assert (Ending.NOT_YET, [0] * 4, [1] * 4) == outcome(t, box)


def test_nobody_acts_after_the_end():
    """NEG-6.2"""
    t, box = sale(hands={0: "112345678"})
    events = act(t, box, (1, "coins 1"), (0, "accept 2 1"))

    assert "ended" in names(events)
    assert [[]] * 4 == [may(t, box, seat) for seat in range(4)]
    assert [] == game.audit(t, box)
