"""OSA-5.1 to OSA-5.7, payday."""

import pytest

from comptoir.games.osaka.data import ANORI, WAVE_1, Ending, Phase
from comptoir.games.osaka.payday import lot_value
from game_kit import happened

from .builder import RED, YELLOW, act, cards, table


def arrival(market="R2", ships="R4", hand="4B5", **more):
    """Let seat 0 buy the market with blue 5s; return the table and what happened."""
    hands = more.pop("hands", {}) | {0: hand}
    t, box = table(market=market, ships=ships, hands=hands, **more)
    act(t, box, "buy")
    price = t.due
    events = act(t, box, *["pay blue-5"] * -(-price // 5))
    return t, box, events


def test_all_players_sell_all_goods_of_the_colour():
    """OSA-5.1"""
    goods = {1: "R5 R3 B2", 2: "R2", 3: "G5"}
    t, _, events = arrival(goods=goods)

    assert [0, 1, 2] == [seat for seat, *_ in happened(events, "sold")]
    assert [cards(""), cards("B2"), cards(""), cards("G5")] == t.goods


def test_insured_goods_are_sold_too():
    """OSA-5.1, OSA-5.10"""
    t, _, _ = arrival(goods={1: "R5 R3"}, insured={1: "R5 R3"})

    assert (cards(""), cards(""), 2) == (t.goods[1], t.insured[1], t.points[1])


@pytest.mark.parametrize(
    ("lot", "tokens", "value"),
    [
        ("R2", "", 5),
        ("R5", "", 5),
        ("R5", "R", 10),
        ("2R2", "", 5),
        ("R3 R2", "", 10),
        ("2R5", "", 10),
        ("R5 2R2", "", 15),
        ("R5 R3 R2", "RR", 25),
        ("R5 R3 R2", "BGY", 15),
        ("4R3", "R", 20),
        ("3R2", "R", 10),
        ("", "RRR", 0),
    ],
)
def test_a_lot_is_worth_its_price_times_its_cards_rounded_up_to_5(lot, tokens, value):
    """OSA-5.2"""
    t, box = table(goods={1: lot}, tokens={1: tokens})

    assert value == lot_value(t, box, 1, RED)


def test_the_payday_of_3_and_1_points_of_the_rulebook():
    """OSA-5.2, OSA-5.5"""
    t, _, events = arrival("Y3 R2", "Y4 R4", goods={0: "R5 R2"})

    assert [(0, "red", 15, 3), (0, "yellow", 5, 1)] == happened(events, "sold")
    assert (4, 4, cards("2R2 R5 Y3")) == (t.points[0], t.stack[0], t.kept)


def test_the_green_payday_worth_25_with_two_tokens_of_the_rulebook():
    """OSA-5.2, OSA-5.3"""
    t, _, events = arrival("G3", "G4", goods={0: "G5 G2"}, tokens={0: "GG"})

    assert [(0, "green", 25, 5)] == happened(events, "sold")
    assert [(0, "green-2"), (0, "green-3"), (0, "green-5")] == happened(events, "kept")
    assert [(0, 2)] == happened(events, "face_down")
    assert (5, 5, 2) == (t.points[0], t.stack[0], sum(t.unseen))


def test_the_lowest_cards_are_kept_and_the_rest_is_discarded():
    """OSA-5.3"""
    t, _, events = arrival("R2", goods={0: "R2 2R3"})

    assert [(0, "red-2"), (0, "red-2"), (0, "red-3")] == happened(events, "kept")
    assert [(0, "red-3")] == happened(events, "cleared")
    assert (cards("2R2 R3"), cards("R3 B5")) == (t.kept, t.discard)


def test_cards_kept_as_points_are_out_of_play():
    """OSA-5.3"""
    t, box = table(market="R2", ships="R4", farm="", pile="5Y3", hands={0: "B2"})
    act(t, box, "buy", "pay blue-2")

    assert "R2" not in str(t.market)
    assert (1, 0) == (t.stack[0], t.discard[0] + t.pile[0])


def test_missing_cards_come_from_the_pile_seen_by_nobody():
    """OSA-5.3"""
    t, _, events = arrival("R2", tokens={0: "RRRRR"}, goods={0: "R5"})

    assert (20, 4, 2) == (
        happened(events, "sold")[0][2],
        t.points[0],
        sum(t.unseen),
    )
    drawn = next(event for event in events if event.name == "face_down")
    assert {"cards": 2} == drawn.args


def test_a_point_for_which_no_card_is_left_counts():
    """OSA-5.3"""
    t, _, events = arrival(
        "R2", pile="5Y2", farm="", tokens={0: "RRRRR"}, goods={0: "3R5"}, hand="B5"
    )

    assert [(0, "red", 40, 8)] == happened(events, "sold")
    assert (8, 5) == (t.points[0], t.stack[0])
    assert ([(0, 1)], [(0, 3)]) == (
        happened(events, "face_down"),
        happened(events, "bare"),
    )


def test_the_order_is_by_colour_then_clockwise_from_the_player_whose_turn_it_is():
    """OSA-5.4"""
    t, box = table(
        turn=2,
        market="G2 R2",
        ships="G4 R4",
        hands={2: "B5"},
        goods={0: "R2 G2", 1: "G2", 3: "R2"},
    )
    events = act(t, box, "buy", "pay blue-5")

    red, green = [(s, "red") for s in (2, 3, 0)], [(s, "green") for s in (2, 0, 1)]
    assert [*red, *green] == [sale[:2] for sale in happened(events, "sold")]


def test_each_colour_that_arrived_is_paid_separately():
    """OSA-5.5"""
    t, _, events = arrival("R3 Y3", "R4 Y4")

    assert [(None, "red"), (None, "yellow")] == happened(events, "payday")
    assert ([(0, "red", 5, 1), (0, "yellow", 5, 1)], 2) == (
        happened(events, "sold"),
        t.points[0],
    )


def test_all_who_scored_take_a_token_of_the_colour():
    """OSA-5.6"""
    t, _, events = arrival("R2 Y2", "R4 Y3", goods={1: "R2", 2: "Y2"})

    assert [[1, 0, 0, 0], [1, 0, 0, 0], [0] * 4, [0] * 4] == t.tokens
    assert [(0, "red"), (1, "red")] == happened(events, "delivered")


def test_a_token_of_every_colour_that_arrived():
    """OSA-5.6"""
    t, _, _ = arrival("R2 Y2", "R4 Y4", goods={2: "Y2"})

    assert [[1, 0, 1, 0], [0] * 4, [0, 0, 1, 0], [0] * 4] == t.tokens


def test_a_token_counts_from_the_next_payday_on():
    """OSA-5.6"""
    t, _, events = arrival("R5", tokens={0: "R"})

    assert ([(0, "red", 10, 2)], 2) == (happened(events, "sold"), t.tokens[0][RED])


def test_a_token_of_one_colour_does_not_raise_another_on_the_same_day():
    """OSA-5.6"""
    _, _, events = arrival("R5 B5", "R4 B4")

    assert [(0, "red", 5, 1), (0, "blue", 5, 1)] == happened(events, "sold")


@pytest.mark.parametrize(
    ("tokens", "over"), [("RBBYYGG", True), ("RBBYYG", False), ("RRRRRRR", True)]
)
def test_eight_tokens_of_all_colours_end_the_game(tokens, over):
    """OSA-5.7"""
    t, _, events = arrival(tokens={0: tokens}, goods={1: "B5"}, ships="R4 B3")

    assert over == (t.phase == Phase.OVER)
    assert (Ending.DELIVERED if over else Ending.NOT_YET) == t.ending
    assert ([(None, "delivered")] if over else []) == happened(events, "ended")


def test_the_token_of_another_player_may_end_the_game():
    """OSA-5.7"""
    t, _, _ = arrival(tokens={2: "GGGGYYY"}, goods={2: "R2"})

    assert Phase.OVER == t.phase


def test_there_is_no_wreck_when_the_game_ends():
    """OSA-5.7"""
    t, _, events = arrival(
        tokens={0: "RBBYYGG"}, goods={1: "Y5"}, ships="R4 Y3", hands={1: "Y2"}
    )

    assert [] == happened(events, "wrecked", "lost", "returned")
    assert (cards("Y5"), WAVE_1) == (t.goods[1], t.ship[YELLOW])


def test_the_game_ends_after_the_tokens_of_all_colours():
    """OSA-5.7"""
    t, _, _ = arrival(
        "R2 G2", "R4 G4", tokens={0: "RBBYYGG", 1: "YYYYYY"}, goods={1: "R2 G2"}
    )

    assert (Phase.OVER, 9, 8) == (t.phase, sum(t.tokens[0]), sum(t.tokens[1]))


def test_an_option_says_how_many_tokens_end_the_game():
    """OSA-5.7"""
    t, _, _ = arrival(options={"tokens": 2}, tokens={0: "G"})

    assert (Phase.OVER, Ending.DELIVERED) == (t.phase, t.ending)


def test_without_a_wave_the_turn_is_over_after_the_payday():
    """OSA-5.8, OSA-5.11"""
    t, _, events = arrival(ships="R4 B2", goods={1: "B5"}, hands={1: "B2"})

    assert (Phase.TURN, 1, 1) == (t.phase, t.turn, t.turns)
    assert ([0, ANORI, 0, 0], []) == (t.ship, happened(events, "wrecked"))
