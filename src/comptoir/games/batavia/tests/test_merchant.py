"""BAT-5, the merchant moves, and BAT-6, the exchange of tiles.

In the quick-start order the Danish stalls lie on 2, 10, 13, 16, 24, 27 and 35.
"""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from comptoir.engine.rules.table import NOBODY
from comptoir.games.batavia.data import (
    ARRIVAL,
    COMPANY_NAMES,
    GOOD_NAMES,
    GOODS,
    NOTHING,
    Phase,
)
from comptoir.games.batavia.merchant import (
    exchange_tiles,
    may_exchange,
    next_stall,
    reveal_stalls,
)
from game_kit import names

from .builder import (
    DANISH,
    DUTCH,
    ENGLISH,
    PORCELAIN,
    QUICK,
    SILK,
    TEA,
    act,
    deal,
    may,
    table,
)

SOME = settings(max_examples=50, deadline=None)


def test_the_merchant_moves_to_the_next_stall_of_the_seal_and_takes_it():
    """BAT-5.1"""
    t, box = table(options=QUICK, turn=0, hands={0: "1D"})

    events = act(t, box, "lay danish", "stop")

    assert (2, NOTHING, [0, 1, 0, 0, 0]) == (t.place[0], t.stall[2], t.tiles[0])
    assert ["laid", "seal_taken", "moved", "took"] == names(events)


def test_only_the_one_who_laid_cards_moves():
    """BAT-5.1"""
    t, box = table(options=QUICK, turn=0, hands={0: "1D"}, laid={1: "2F", 2: "2S"})

    act(t, box, "lay danish", "stop", "keep")

    assert [2, 0, 0, 0] == t.place[:4]


def test_a_merchant_follows_a_seal_it_already_held():
    """BAT-5.1"""
    t, box = table(options=QUICK, turn=0, hands={0: "1F"}, laid={0: "1S", 1: "2F"})

    act(t, box, "lay french", "stop")

    assert (5, [0, 0, 0, 0, 1]) == (t.place[0], t.tiles[0])


def test_with_several_seals_one_is_chosen():
    """BAT-5.2"""
    t, box = table(
        options=QUICK, turn=0, hands={0: "1D 1S"}, visited={0: [6]}, laid={1: "1E"}
    )

    act(t, box, "lay danish", "lay swedish", "stop")

    assert (Phase.SEAL, ["move danish", "move swedish"]) == (t.phase, may(t, box))


@pytest.mark.parametrize(("move", "space"), [("move swedish", 8), ("move danish", 10)])
def test_the_chosen_seal_leads_to_its_next_stall_and_no_further(move, space):
    """BAT-5.2"""
    t, box = table(options=QUICK, turn=0, hands={0: "1D 1S"}, visited={0: [6]})

    act(t, box, "lay danish", "lay swedish", "stop", move)

    assert space == t.place[0]


def test_an_emptied_space_leads_on_to_the_stall_after_it():
    """BAT-5.2, BAT-5.3"""
    t, box = table(options=QUICK, turn=0, hands={0: "1D"}, visited={0: [6], 1: [10]})

    act(t, box, "lay danish", "stop")

    assert 13 == t.place[0]


def test_a_seal_without_a_stall_ahead_cannot_be_chosen_while_another_has_one():
    """BAT-5.2"""
    visited = {0: [30], 1: [35]}
    t, box = table(options=QUICK, turn=0, hands={0: "1D 1S 1E"}, visited=visited)

    act(t, box, "lay danish", "lay swedish", "lay english", "stop")

    assert ["move english", "move swedish"] == may(t, box)


def test_seals_of_others_are_no_choice():
    """BAT-5.2"""
    t, box = table(options=QUICK, turn=0, hands={0: "1D 1S"}, laid={1: "1E 1F"})

    act(t, box, "lay danish", "lay swedish", "stop")

    assert ["move danish", "move swedish"] == may(t, box)


@SOME
@given(
    place=st.integers(0, 34),
    gone=st.sets(st.integers(1, 35)),
    company=st.integers(0, 4),
)
def test_the_next_stall_is_the_first_of_its_company_ahead(place, gone, company):
    """BAT-5.3"""
    t, _ = table(options=QUICK, visited={1: sorted(gone)}, place=[place])

    ahead = [s for s in range(place + 1, 36) if t.stall[s] // GOODS == company]

    assert min(ahead, default=ARRIVAL) == next_stall(t, 0, company)


def test_stalls_behind_are_out_of_reach():
    """BAT-5.3"""
    t, box = table(options=QUICK, turn=0, hands={0: "1E"}, visited={0: [8]})

    act(t, box, "lay english", "stop")

    assert (9, ENGLISH) == (t.place[0], t.stall[1] // GOODS)


def test_other_merchants_are_passed_over():
    """BAT-5.3"""
    t, box = table(
        options=QUICK, turn=0, hands={0: "1E"}, visited={1: [1], 2: [3], 3: [7]}
    )

    act(t, box, "lay english", "stop")

    assert [9, 1, 3, 7] == t.place[:4]


def test_stalls_that_all_have_passed_stay_and_do_nothing():
    """BAT-5.4"""
    visited = {0: [34], 1: [30], 2: [31], 3: [35]}
    t, box = table(options=QUICK, turn=1, hands={1: "1D"}, visited=visited)
    before = list(t.stall)

    act(t, box, "lay danish", "stop")

    assert (ARRIVAL, before, 1) == (t.place[1], t.stall, sum(t.tiles[1]))


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_stalls_behind_the_last_merchant_are_not_cleared_away(seats):
    """BAT-5.4"""
    visited = {seat: [6 + seat] for seat in range(seats)}
    t, box = table(seats, QUICK, turn=0, hands={0: "1E"}, visited=visited)
    before = list(t.stall)

    act(t, box, "lay english", "stop")

    taken = 12 if seats > 3 else 9
    assert [NOTHING if s == taken else x for s, x in enumerate(before)] == t.stall
    assert taken == t.place[0]


def test_a_crate_goes_to_the_office_of_the_good_on_the_companys_space():
    """BAT-5.5"""
    t, box = table(options=QUICK, turn=2, hands={2: "1D"})

    act(t, box, "lay danish", "stop")

    expected = [2 if tile == DANISH * GOODS + SILK else NOBODY for tile in range(35)]
    assert expected == t.crate


@pytest.mark.parametrize("face_up", [10, 15, 20, 25, 30, 35])
@pytest.mark.parametrize("back", range(10))
def test_reaching_one_of_the_last_five_open_tiles_opens_five_more(face_up, back):
    """BAT-5.6"""
    t, _ = deal()
    t.face_up, t.place[0] = face_up, face_up - back

    reveal_stalls(t, 0)

    assert min(35, face_up + 5 if back < 5 else face_up) == t.face_up


def test_turned_tiles_are_told_and_seen():
    """BAT-5.6"""
    t, box = table(turn=0, hands={0: "1D 1S"}, visited={0: [1, 2, 3, 4, 5]})

    events = act(t, box, "lay danish", "lay swedish", "stop", "move danish")

    told = [tuple(event.args.values()) for event in events if event.name == "turned"]
    tiles = [(COMPANY_NAMES[x // GOODS], GOOD_NAMES[x % GOODS]) for x in t.stall[11:16]]
    assert [(11 + i, *tile) for i, tile in enumerate(tiles)] == told
    assert 15 == t.face_up


def test_the_first_block_opens_nothing():
    """BAT-5.6"""
    t, box = table(turn=0, hands={0: "1D"})

    events = act(t, box, "lay danish", "stop")

    assert t.place[0] <= 5
    assert ("turned" not in names(events), 10) == (True, t.face_up)


# Tiles held before the new one, by company, and the company of the new one.
HOLDINGS = st.lists(st.integers(0, 3), min_size=5, max_size=5)


@SOME
@given(tiles=HOLDINGS, new=st.integers(0, 4))
def test_an_exchange_needs_a_company_of_which_nothing_else_is_held(tiles, new):
    """BAT-6.1"""
    t, _ = deal()
    t.tiles[0] = [held + (company == new) for company, held in enumerate(tiles)]
    t.new_tile = new

    assert (tiles[new] == 0) == may_exchange(t, 0)


def stop_on(t, box, company):
    act(t, box, f"lay {company}", "stop")


def test_anna_may_exchange_only_if_the_new_tile_is_english():
    """BAT-6.1"""
    visited = {0: [2, 3, 4, 5]}
    t, box = table(options=QUICK, turn=0, hands={0: "1E 1S"}, visited=visited)

    stop_on(t, box, "english")

    assert (Phase.EXCHANGE, ["exchange", "keep"]) == (t.phase, may(t, box))


@pytest.mark.parametrize("company", ["danish", "french", "dutch", "swedish"])
def test_with_any_other_tile_anna_keeps_her_tiles_unasked(company):
    """BAT-6.1"""
    visited = {0: [2, 3, 4, 5]}
    t, box = table(options=QUICK, turn=0, hands={0: "1D 1F 1N 1S"}, visited=visited)

    stop_on(t, box, company)

    assert (Phase.TURN, 1, 5, 0) == (t.phase, t.turn, sum(t.tiles[0]), t.gold[0])


def test_to_exchange_is_a_choice_and_to_keep_changes_nothing():
    """BAT-6.1"""
    t, box = table(options=QUICK, turn=0, hands={0: "1E"}, visited={0: [2, 3, 4, 5]})
    stop_on(t, box, "english")

    act(t, box, "keep")

    assert ([1, 1, 1, 1, 1], 0, 1) == (t.tiles[0], t.gold[0], t.turn)


def test_tiles_are_exchanged_once():
    """BAT-6.1"""
    t, box = table(options=QUICK, turn=0, hands={0: "1E"}, visited={0: [2, 3, 4, 5, 6]})
    stop_on(t, box, "english")

    act(t, box, "exchange")

    assert ([0, 0, 1, 0, 0], 15, 1) == (t.tiles[0], t.gold[0], t.turn)
    assert Phase.TURN == t.phase


def test_three_companies_bring_six_gold_and_a_swedish_tile_is_left():
    """BAT-6.2, BAT-6.3"""
    t, box = table(options=QUICK, turn=0, hands={0: "1D"}, visited={0: [3, 5, 8]})
    stop_on(t, box, "danish")

    act(t, box, "exchange")

    assert ([0, 0, 0, 0, 1], 6) == (t.tiles[0], t.gold[0])


def test_dee_hands_in_four_tiles_and_keeps_a_dutch_one():
    """BAT-6.2, BAT-6.3"""
    t, box = table(options=QUICK, turn=3, hands={3: "1F"}, visited={3: [1, 4, 5, 7]})
    stop_on(t, box, "french")

    act(t, box, "exchange")

    assert ([0, 0, 0, 1, 0], 10) == (t.tiles[3], t.gold[3])


def test_tiles_left_count_in_a_later_exchange():
    """BAT-6.2"""
    t, box = table(options=QUICK, turn=0, hands={0: "1E 1F"}, visited={0: [5, 8]})

    stop_on(t, box, "english")
    act(t, box, "exchange", *["draw"] * 3, *["pass"] * 4)
    assert ([0, 0, 0, 0, 1], 3, 0) == (t.tiles[0], t.gold[0], t.turn)
    stop_on(t, box, "french")
    act(t, box, "move french", "exchange")

    assert ([0, 0, 0, 0, 0], 3 + 3) == (t.tiles[0], t.gold[0])


@SOME
@given(tiles=HOLDINGS)
def test_one_tile_of_every_company_leaves_and_gold_is_triangular(tiles):
    """BAT-6.2, BAT-6.3"""
    t, box = deal()
    t.tiles[1], t.gold[1] = list(tiles), 4
    crates, others = list(t.crate), t.tiles[0] + t.tiles[2]

    exchange_tiles(t, box, 1)

    count = sum(held > 0 for held in tiles)
    assert 4 + count * (count + 1) // 2 == t.gold[1]
    assert [max(0, held - 1) for held in tiles] == t.tiles[1]
    assert (crates, others) == (t.crate, t.tiles[0] + t.tiles[2])


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
def test_an_option_names_the_gold_of_an_exchange(count):
    """BAT-6.3"""
    t, box = deal(options={"exchange": [20, 40, 60, 80, 700]})
    t.tiles[0] = [int(company < count) for company in range(5)]

    exchange_tiles(t, box, 0)

    assert [20, 40, 60, 80, 700][count - 1] == t.gold[0]


def test_crates_stay_and_tiles_are_gone_after_an_exchange():
    """BAT-6.2, BAT-6.3"""
    t, box = table(options=QUICK, turn=0, hands={0: "1N"}, visited={0: [1]})
    stop_on(t, box, "dutch")

    act(t, box, "exchange")

    assert (0, 0) == (
        t.crate[ENGLISH * GOODS + TEA],
        t.crate[DUTCH * GOODS + PORCELAIN],
    )
    assert (NOTHING, NOTHING, 0) == (t.stall[1], t.stall[4], sum(t.tiles[0]))
