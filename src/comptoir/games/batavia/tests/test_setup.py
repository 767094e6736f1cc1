"""BAT-2, setting up."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from comptoir.engine.errors import BadSetup
from comptoir.engine.rules.table import NOBODY, copy
from comptoir.games.batavia import game
from comptoir.games.batavia.data import COMPANY_NAMES, GOOD_NAMES, GOODS
from comptoir.games.batavia.view import view

from .builder import KEY, QUICK, cards, deal, positions

SOME = settings(max_examples=50, deadline=None)


def blocks(t):
    return [t.stall[first : first + 5] for first in range(1, 36, 5)]


@SOME
@given(stream=st.integers(0, 2**40), seats=st.sampled_from([3, 4, 5]))
def test_every_block_of_five_spaces_has_a_tile_of_each_company(stream, seats):
    """BAT-2.1"""
    t, _ = deal(seats, stream=stream)

    assert [[0, 1, 2, 3, 4]] * 7 == [sorted(x // GOODS for x in b) for b in blocks(t)]


def test_any_company_may_lie_on_any_space_of_a_block():
    """BAT-2.1"""
    deals = [deal(3, stream=stream)[0] for stream in range(120)]

    assert all(
        {0, 1, 2, 3, 4} == {t.stall[s] // GOODS for t in deals} for s in range(1, 36)
    )


def test_any_good_of_a_company_may_lie_in_any_block():
    """BAT-2.1"""
    deals = [blocks(deal(3, stream=stream)[0]) for stream in range(120)]

    for block in range(7):
        for company in range(5):
            tiles = {x for d in deals for x in d[block] if x // GOODS == company}
            assert 7 == len(tiles)


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_the_first_ten_stalls_lie_face_up_and_the_others_face_down(seats):
    """BAT-2.2"""
    t, box = deal(seats)

    stalls = view(t, box, 0).stalls

    assert list(range(11, 36)) == [stall.space for stall in stalls if stall.hidden]
    assert [x // GOODS for x in t.stall[1:11]] == [
        COMPANY_NAMES.index(stall.company) for stall in stalls[:10]
    ]
    assert {None} == {stall.company or stall.good for stall in stalls[10:]}


def test_the_quick_start_lays_the_stalls_in_the_order_of_the_ledger():
    """BAT-2.3"""
    ledger = (game.folder / "RULES.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d+)–\d+ \| (.+) \|$", ledger, re.MULTILINE)
    expected = [tile.lower() for _, row in rows for tile in row.split(" | ")]

    t, _ = deal(options=QUICK)

    assert expected == [
        f"{COMPANY_NAMES[tile // GOODS]} {GOOD_NAMES[tile % GOODS]}"
        for tile in t.stall[1:]
    ]


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_the_quick_start_shows_all_stalls_and_keeps_the_blocks(seats):
    """BAT-2.3"""
    t, box = deal(seats, QUICK)

    assert [[0, 1, 2, 3, 4]] * 7 == [sorted(x // GOODS for x in b) for b in blocks(t)]
    assert not any(stall.hidden for stall in view(t, box, None).stalls)


def test_the_quick_start_is_the_same_in_every_game():
    """BAT-2.3"""
    orders = {tuple(deal(3, QUICK, stream)[0].stall) for stream in range(20)}

    assert 1 == len(orders)


def test_in_a_quick_start_nothing_is_left_to_turn_up():
    """BAT-2.3"""
    *_, (t, _) = positions(3, 1, QUICK)

    events = game.read_journal(t.journal)

    assert "turned" not in {event.name for event in events}


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("hand", [0, 1, 10, 16])
def test_everyone_is_dealt_a_hand_and_the_rest_is_the_pile(seats, hand):
    """BAT-2.4"""
    t, _ = deal(seats, {"hand": hand})

    assert [hand] * seats + [0] * (5 - seats) == [sum(row) for row in t.hand]
    assert 110 - seats * hand == sum(t.pile) + sum(t.packet)


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_a_hand_is_ten_cards_unless_an_option_says_otherwise(seats):
    """BAT-2.4"""
    t, _ = deal(seats)

    assert {10} == {sum(row) for row in t.hand[:seats]}


def test_hands_are_dealt_from_shuffled_cards():
    """BAT-2.4"""
    hands = [deal(3, stream=stream)[0].hand[0] for stream in range(200)]

    assert all(340 <= sum(hand[c] for hand in hands) <= 460 for c in range(5))
    assert len({tuple(hand) for hand in hands}) > 100


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_everyone_starts_without_gold_before_the_first_stall(seats):
    """BAT-2.5"""
    t, _ = deal(seats)

    assert ([0] * 5, [0] * 5) == (t.gold, t.place)


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_the_first_auctioneer_is_drawn_by_lot(seats):
    """BAT-2.6"""
    firsts = {deal(seats, stream=stream)[0].first for stream in range(60)}

    assert set(range(seats)) == firsts


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_an_option_names_the_first_auctioneer(seats):
    """BAT-2.6"""
    for seat in range(seats):
        options = {"first_auctioneer": seat}
        firsts = {deal(seats, options, stream)[0].first for stream in range(8)}
        assert {seat} == firsts


@pytest.mark.parametrize("seats", [3, 4])
def test_the_first_auctioneer_must_sit_at_the_table(seats):
    """BAT-2.6"""
    with pytest.raises(BadSetup, match=f"expected 0 to {seats - 1}"):
        game.new_boxes(seats, {"first_auctioneer": seats})


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_seals_lie_on_the_board_and_the_markers_at_0(seats):
    """BAT-2.7"""
    t, _ = deal(seats)

    assert ([NOBODY] * 5, [0] * 5, 0) == (t.seal, t.marker, t.cannon)
    assert (NOBODY, NOBODY) == (t.arrival, t.high_bidder)
    assert [NOBODY] * 35 == t.crate


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_all_cards_and_tiles_are_used_at_every_number_of_players(seats):
    """BAT-2.7"""
    t, _ = deal(seats)

    together = [sum(row) for row in zip(t.pile, t.packet, *t.hand, strict=True)]

    assert cards("all") == together
    assert list(range(35)) == sorted(t.stall[1:])


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_a_table_is_cleared_whatever_lay_on_it_before(seats):
    """BAT-2.5, BAT-2.7"""
    fresh, box = deal(seats, stream=3)
    *_, (used, _) = positions(5, 2)
    used = copy(used)

    game.rules["deal"](used, box, seats, KEY, 3)

    assert fresh == used
