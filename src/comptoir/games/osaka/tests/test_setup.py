"""OSA-2, setting up."""

import pytest

from comptoir.engine.rules.table import copy
from comptoir.games.osaka import game
from comptoir.games.osaka.data import COLOURS, Phase
from comptoir.games.osaka.setup import first_player
from game_kit import happened

from .builder import KEY, act, cards, deal, may, positions, row_of, table


def sums(t, box):
    return [
        sum(n * v for n, v in zip(hand, box.value, strict=True))
        for hand in t.hand[: t.seats]
    ]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_five_cards_lie_in_the_market_and_three_in_the_farm(seats):
    """OSA-2.1"""
    t, _ = deal(seats)

    assert (5, 3) == (t.market_cards, t.farm_cards)
    assert {-1} == {*t.market_pawn, *t.farm_pawn}
    assert ([0] * 4, 0) == (t.ship, sum(t.discard))


def test_the_cards_are_shuffled():
    """OSA-2.1"""
    rows = {row_of(deal(stream=stream)[0], "market") for stream in range(50)}

    assert 50 == len(rows)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("least", [1, 8, 20])
def test_cards_are_turned_up_until_they_sum_to_at_least_8(seats, least):
    """OSA-2.2"""
    for stream in range(20):
        t, box = deal(seats, {"hand": least}, stream)
        events = game.read_journal(t.journal)
        for seat in range(seats):
            turned = [c for s, c in happened(events, "turned_up") if s == seat]
            values = [int(card[-1]) for card in turned]
            assert sum(values) == sums(t, box)[seat] >= least > sum(values[:-1])


def test_all_see_the_starting_hands_turned_up():
    """OSA-2.2"""
    t, _ = deal()
    events = game.read_journal(t.journal)

    turned = [event for event in events if event.name == "turned_up"]

    assert all(event == event.seen_by(None) for event in turned)


def first(hands, stream=0):
    t, box = table(len(hands), hands=dict(enumerate(hands)))
    t.stream = stream
    t.used = len(t.block)
    return first_player(t, box)


def test_the_lowest_sum_starts():
    """OSA-2.3"""
    assert 2 == first(["5B2", "2R5", "R3 R5", "3R3"])


def test_among_equal_sums_the_fewest_cards_start():
    """OSA-2.3"""
    assert 1 == first(["4B2", "R3 R5", "2Y2 Y5", "B2 2B3"])


def test_the_lot_decides_among_those_still_equal():
    """OSA-2.3"""
    hands = ["Y3 Y5", "4B2", "R3 R5", "2G5"]

    firsts = [first(hands, stream) for stream in range(60)]

    assert {0, 2} == set(firsts)
    assert 15 < firsts.count(0) < 45


def test_a_clear_case_needs_no_lot():
    """OSA-2.3"""
    t, box = table(2, hands={0: "2R5", 1: "R3 R5"})
    before = (t.counter, t.used)

    first_player(t, box)

    assert before == (t.counter, t.used)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_first_player_is_told_with_the_hand(seats):
    """OSA-2.3"""
    t, box = deal(seats)
    events = game.read_journal(t.journal)

    hand = (sums(t, box)[t.first], sum(t.hand[t.first]))

    assert [(t.first, *hand)] == happened(events, "starts")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_takes_a_token_of_any_colour_clockwise_from_the_first_player(seats):
    """OSA-2.4"""
    t, box = deal(seats)
    asked = []
    for number in range(seats):
        asked.append(t.turn)
        assert ["token red", "token blue", "token yellow", "token green"] == may(t, box)
        act(t, box, may(t, box)[number % COLOURS])

    assert [(t.first + n) % seats for n in range(seats)] == asked
    assert [1] * seats == [sum(row) for row in t.tokens[:seats]]
    assert 1 == t.tokens[t.first][0]


def test_two_players_may_take_the_same_colour():
    """OSA-2.4"""
    t, box = deal(2)
    act(t, box, "token green", "token green")

    assert [[0, 0, 0, 1]] * 2 == t.tokens[:2]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_no_card_is_lost_in_the_set_up(seats):
    """OSA-2.1, OSA-2.2"""
    t, box = deal(seats)

    lying = t.market_cards + t.farm_cards + sum(map(sum, t.hand))

    assert (108 - lying, []) == (sum(t.pile), game.audit(t, box))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_table_is_cleared_whatever_lay_on_it_before(seats):
    """OSA-2.1"""
    fresh, box = deal(seats, stream=3)
    *_, (used, _) = positions(4, 2)
    used = copy(used)

    game.rules["deal"](used, box, seats, KEY, 3)

    assert fresh == used


def test_a_pile_that_runs_out_ends_the_starting_hands():
    """OSA-2.2, OSA-6.2"""
    t, _ = deal(4, {"cards": [1, 1, 1], "hand": 30})

    assert (12 - 8, 0) == (sum(map(sum, t.hand)), sum(t.pile))
    assert (Phase.TOKEN, 0) == (t.phase, sum(t.hand[t.first]))
    assert cards("") == t.hand[3]
