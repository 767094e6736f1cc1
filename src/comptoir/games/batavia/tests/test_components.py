"""BAT-1, the components."""

from collections import Counter

import pytest

from comptoir.engine.errors import BadSetup
from comptoir.games.batavia import game
from comptoir.games.batavia.data import (
    ACTIONS,
    COMPANY_NAMES,
    GOOD_NAMES,
    GOODS,
    MAX_BILLS,
    SPACES,
)
from comptoir.games.batavia.scoring import pay_office

from .builder import DANISH, NUTMEG, QUICK, act, deal, table


def test_three_to_five_players_sit_down():
    """BAT-1.1"""
    assert [3, 4, 5] == [game.check_seats(seats) for seats in (3, 4, 5)]


@pytest.mark.parametrize("seats", [0, 1, 2, 6])
def test_no_other_number_of_players_is_seated(seats):
    """BAT-1.1"""
    with pytest.raises(
        BadSetup, match=f"expected 3 to 5 seats for batavia, got {seats}"
    ):
        game.check_seats(seats)


def test_the_companies_come_in_the_order_of_the_box():
    """BAT-1.2"""
    assert ("english", "danish", "french", "dutch", "swedish") == COMPANY_NAMES


def test_the_goods_come_in_rising_value():
    """BAT-1.3"""
    expected = ("tea", "cotton", "porcelain", "silk", "ginger", "nutmeg", "pepper")

    assert expected == GOOD_NAMES
    assert sorted(deal()[1].goods) == deal()[1].goods


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("options", [{}, QUICK])
def test_every_pair_of_company_and_good_is_one_stall(seats, options):
    """BAT-1.4"""
    t, _ = deal(seats, options)

    pairs = Counter(divmod(tile, GOODS) for tile in t.stall[1:])

    assert {(company, good): 1 for company in range(5) for good in range(7)} == pairs


def test_there_are_35_spaces_and_one_arrival_tile_behind_them():
    """BAT-1.4"""
    t, box = table(
        options=QUICK, turn=0, visited={0: [35]}, laid={0: "1D"}, hands={0: "1D"}
    )

    act(t, box, "lay danish", "stop")

    assert (SPACES, SPACES + 1, 0) == (35, t.place[0], t.arrival)


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_there_are_22_ship_cards_of_each_company_and_110_in_all(seats):
    """BAT-1.5"""
    t, _ = deal(seats)

    rows = zip(t.pile, t.packet, *t.hand, strict=True)

    assert [22, 22, 22, 22, 22] == [sum(row) for row in rows]


def test_the_die_has_six_sides():
    """BAT-1.6"""
    packets = [sum(deal(stream=stream)[0].packet) for stream in range(150)]

    assert {1, 2, 3, 4, 5, 6} == set(packets)


def test_the_sides_of_the_die_are_equally_likely():
    """BAT-1.6"""
    rolls = Counter(sum(deal(3, stream=stream)[0].packet) for stream in range(600))

    assert all(70 <= rolls[face] <= 130 for face in range(1, 7))


@pytest.mark.parametrize("die", [1, 2, 9])
def test_an_option_names_another_die(die):
    """BAT-1.6"""
    packets = {sum(deal(3, {"die": die}, stream)[0].packet) for stream in range(100)}

    assert set(range(1, die + 1)) == packets


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_everyone_has_fifteen_bills(seats):
    """BAT-1.7"""
    t, _ = deal(seats)

    assert [15] * seats + [0] * (5 - seats) == t.bills


@pytest.mark.parametrize("bills", [0, 1, 20])
def test_an_option_names_another_number_of_bills(bills):
    """BAT-1.7"""
    t, _ = deal(4, {"bills": bills})

    assert [bills] * 4 == t.bills[:4]


def test_all_the_bills_of_the_fullest_table_can_be_bid():
    """BAT-1.7, BAT-3.3"""
    assert f"bid {5 * MAX_BILLS}" == str(ACTIONS.read("bid 100"))


def test_a_thirteenth_crate_is_placed_and_counted():
    """BAT-1.7"""
    t, box = table(
        options=QUICK,
        turn=0,
        visited={0: list(range(1, 13))},
        laid={0: "1D"},
        hands={0: "1D"},
    )

    act(t, box, "lay danish", "stop")

    assert (13, 13) == (t.crate.count(0), t.place[0])
    assert 0 == t.crate[DANISH * GOODS + NUTMEG]


def test_a_thirteenth_crate_wins_its_office():
    """BAT-1.7"""
    offices = {good: [5] for good in GOOD_NAMES} | {"pepper": [0, 2, 3]}
    t, box = table(options=QUICK, offices=offices)

    pay_office(t, box, NUTMEG)

    assert (30, 15) == (t.crate.count(0), t.gold[0])
