"""BAT-8, the end, and BAT-9, scoring.

In the quick-start order 30, 33 are Swedish, 34 is English and 35 Danish.
"""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from comptoir.engine.rules.table import NOBODY
from comptoir.games.batavia import game
from comptoir.games.batavia.data import ARRIVAL, GOOD_NAMES, GOODS, Ending, Phase
from comptoir.games.batavia.scoring import end_game, pay_bills, pay_office, standing
from game_kit import names

from .builder import (
    DANISH,
    LETTERS,
    QUICK,
    SILK,
    SWEDISH,
    act,
    cards,
    deal,
    match_at,
    may,
    positions,
    table,
)

SOME = settings(max_examples=50, deadline=None)


def voyage_end(hands, **fields):
    """Return a table near the end: no Danish stall ahead of seat 0, who is on 30."""
    return table(options=QUICK, hands=hands, visited={0: [30], 1: [35]}, **fields)


def arrived(hands, space, **fields):
    """Return a table at which seat 0 just took the arrival tile; seat 1 is to move."""
    t, box = table(
        options=QUICK, hands=hands, visited={1: [space]}, turn=1, turns=1, **fields
    )
    t.place[0], t.arrival = ARRIVAL, 0
    return t, box


def test_anna_with_only_the_danish_seal_arrives():
    """BAT-8.1"""
    t, box = voyage_end({0: "1D"}, turn=0)

    events = act(t, box, "lay danish", "stop")

    assert (ARRIVAL, 0) == (t.place[0], t.arrival)
    assert ["laid", "seal_taken", "arrived"] == names(events)


def test_anna_with_the_swedish_seal_too_must_go_to_the_swedish_stall():
    """BAT-8.1, BAT-5.2"""
    t, box = voyage_end({0: "1D 1S"}, turn=0)

    act(t, box, "lay danish", "lay swedish", "stop")

    assert (33, NOBODY, 2) == (t.place[0], t.arrival, t.tiles[0][SWEDISH])


def test_who_draws_does_not_arrive():
    """BAT-8.1"""
    t, box = voyage_end({0: "1D"}, laid={0: "1D"}, turn=0)

    act(t, box, "draw")

    assert (30, NOBODY) == (t.place[0], t.arrival)


@pytest.mark.parametrize("turns", [0, 1, 2, 3])
def test_the_round_is_played_out_and_then_the_game_is_scored(turns):
    """BAT-8.1"""
    t, box = voyage_end({0: "1D"}, turn=0, turns=turns)

    act(t, box, "lay danish", "stop")
    for _ in range(3 - turns):
        assert (Phase.TURN, Ending.NOT_YET) == (t.phase, t.ending)
        act(t, box, "draw")

    assert (Phase.OVER, Ending.ARRIVAL) == (t.phase, t.ending)
    assert sum(t.gold) > 0


def test_a_match_that_is_over_asks_nobody():
    """BAT-8.1"""
    t, box = voyage_end({0: "1D"}, turn=0, turns=3)
    match = match_at(t, box)

    match.play(0, "lay danish")
    match.play(0, "stop")

    assert (True, [], "arrival") == (match.over, match.actors, match.ending)
    assert [[]] * 4 == [match.legal(seat) for seat in range(4)]


def test_after_the_arrival_a_seal_without_a_stall_ahead_is_no_reason_to_play():
    """BAT-8.2"""
    t, box = arrived({1: "1E 1F"}, 34, laid={1: "1S"})

    assert ["draw"] == may(t, box)


def test_before_the_arrival_it_is():
    """BAT-8.2, BAT-8.1"""
    t, box = table(options=QUICK, hands={1: "1E"}, visited={1: [34]}, turn=1)

    act(t, box, "lay english", "stop")

    assert 1 == t.arrival


def test_after_the_arrival_a_seal_with_a_stall_ahead_may_be_played_for():
    """BAT-8.2"""
    t, box = arrived({1: "1D"}, 34)

    act(t, box, "lay danish", "stop")

    assert (35, 0) == (t.place[1], t.arrival)


def test_after_the_arrival_laying_ends_only_with_a_seal_that_leads_ahead():
    """BAT-8.2"""
    t, box = arrived({1: "1E 1D"}, 34)

    act(t, box, "lay english")
    assert ["lay danish"] == may(t, box)
    act(t, box, "lay danish")

    assert ["stop"] == may(t, box)


def test_after_the_arrival_a_seal_held_by_another_must_first_be_won():
    """BAT-8.2"""
    t, box = arrived({1: "1D"}, 34, laid={2: "1D"})

    assert ["draw"] == may(t, box)


def test_who_arrives_exchanges_nothing():
    """BAT-8.3"""
    t, box = voyage_end({0: "1D"}, turn=0, new_tile=SWEDISH)

    act(t, box, "lay danish", "stop")

    assert (1, Phase.TURN) == (t.turn, t.phase)
    assert (cards("1S"), 0) == (t.tiles[0], t.gold[0])


def test_the_others_still_exchange_after_the_arrival():
    """BAT-8.3"""
    t, box = arrived({1: "1D"}, 34)

    act(t, box, "lay danish", "stop", "exchange")

    assert (3, 0) == (t.gold[1], sum(t.tiles[1]))


def test_gold_from_exchanges_counts():
    """BAT-9.1"""
    t, box = table(gold=[7, 0, 3, 1], bills=[15, 15, 15, 15], laid={})

    end_game(t, box, Ending.ARRIVAL)

    assert [7 + 2, 0 + 2, 3 + 2, 1 + 2] == t.gold[:4]


def test_all_lay_down_their_hands():
    """BAT-9.1"""
    t, box = table(hands={0: "3E", 2: "1S 2D"}, laid={0: "1E", 1: "2F"})

    end_game(t, box, Ending.ARRIVAL)

    assert [cards("4E"), cards("2F"), cards("1S 2D"), cards("")] == t.laid[:4]
    assert ([0] * 5, 9) == (t.hand[0], t.cannon)


def test_an_unsold_packet_is_nobodys():
    """BAT-9.1"""
    t, box = table(hands={0: "1E"}, packet="5E 4D")

    end_game(t, box, Ending.ARRIVAL)

    assert (cards("5E 4D"), [0, NOBODY, NOBODY, NOBODY, NOBODY]) == (t.packet, t.seal)


@pytest.mark.parametrize(("hand", "holder"), [("1D", 0), ("2D", NOBODY), ("3D", 1)])
def test_the_seals_are_given_anew(hand, holder):
    """BAT-9.1, BAT-9.5"""
    t, box = table(hands={1: hand}, laid={0: "2D"})

    end_game(t, box, Ending.ARRIVAL)

    assert holder == t.seal[DANISH]
    assert [2 + 2 * (seat == holder) for seat in range(4)] == t.gold[:4]


@SOME
@given(
    counts=st.lists(
        st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=3, max_size=5
    )
)
def test_hands_and_laid_cards_count_together_for_the_seals(counts):
    """BAT-9.1"""
    laid = {seat: f"{n}S" for seat, (n, _) in enumerate(counts)}
    hands = {seat: f"{n}S" for seat, (_, n) in enumerate(counts)}
    t, box = table(len(counts), laid=laid, hands=hands)

    end_game(t, box, Ending.ARRIVAL)

    totals = [sum(pair) for pair in counts]
    best = [seat for seat, n in enumerate(totals) if n == max(totals) > 0]
    assert (best[0] if len(best) == 1 else NOBODY) == t.seal[SWEDISH]


def test_no_pirates_come_to_the_scoring():
    """BAT-9.1"""
    t, box = table(hands={0: "20E", 1: "20D", 2: "20F"}, laid={3: "10N 9S"})

    end_game(t, box, Ending.ARRIVAL)

    assert (79, [20, 20, 20, 10, 9], [0] * 5) == (t.cannon, t.marker, t.discard)
    assert [0, 1, 2, 3, 3] == t.seal


@pytest.mark.parametrize("good", range(7))
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_most_crates_in_an_office_bring_ten_to_sixteen_gold(good, seats):
    """BAT-9.2"""
    t, box = table(seats, QUICK, offices={GOOD_NAMES[good]: [1, 2, 1]})

    pay_office(t, box, good)

    assert [0, 10 + good] + [0] * 3 == t.gold


@pytest.mark.parametrize("good", range(7))
@pytest.mark.parametrize("crates", [[1, 1], [2, 0, 2], [1, 1, 1], [1, 2, 2], [0, 1, 1]])
def test_equals_for_the_most_get_half_rounded_down(good, crates):
    """BAT-9.2"""
    t, box = table(5, QUICK, offices={GOOD_NAMES[good]: crates})

    pay_office(t, box, good)

    paid = [(10 + good) // 2 * (n == max(crates)) for n in crates]
    assert paid == t.gold[: len(crates)]


def test_silk_brings_13_alone():
    """BAT-9.2"""
    t, box = table(options=QUICK, offices={"silk": [1, 2, 1]})

    pay_office(t, box, SILK)

    assert [0, 13, 0, 0] == t.gold[:4]


@pytest.mark.parametrize(
    ("crates", "gold"), [([1, 1, 1], [6, 6, 6]), ([1, 2, 2], [0, 6, 6])]
)
def test_silk_brings_6_each_to_three_or_two_equals(crates, gold):
    """BAT-9.2"""
    t, box = table(3, QUICK, offices={"silk": crates})

    pay_office(t, box, SILK)

    assert gold == t.gold[:3]


def test_an_empty_office_pays_nobody():
    """BAT-9.2"""
    t, box = deal()

    for good in range(7):
        pay_office(t, box, good)

    assert [0] * 5 == t.gold


@SOME
@given(owners=st.lists(st.integers(-1, 3), min_size=35, max_size=35))
def test_every_office_is_paid_by_its_crates_of_all_companies(owners):
    """BAT-9.2"""
    t, box = deal()
    t.crate = list(owners)

    for good in range(7):
        pay_office(t, box, good)

    expected = Counter()
    for good in range(7):
        crates = Counter(s for s in owners[good::GOODS] if s != NOBODY)
        best = [seat for seat in crates if crates[seat] == max(crates.values())]
        gold = 10 + good if len(best) == 1 else (10 + good) // 2
        expected.update(dict.fromkeys(best, gold))
    assert [expected[seat] for seat in range(4)] == t.gold[:4]


@pytest.mark.parametrize(("crates", "gold"), [([1, 2], 37), ([1, 1], 73)])
def test_options_name_the_gold_of_the_offices(crates, gold):
    """BAT-9.2"""
    goods, shared = list(range(31, 38)), list(range(67, 74))
    options = QUICK | {"goods": goods, "shared_goods": shared}
    t, box = table(4, options, offices={"pepper": crates})

    pay_office(t, box, GOODS - 1)

    assert gold == t.gold[1]


@pytest.mark.parametrize(
    ("bills", "gold"),
    [
        ([16, 14, 15, 15], [5, 0, 0, 0]),
        ([10, 20, 20, 10], [0, 2, 2, 0]),
        ([15, 15, 15, 15], [2, 2, 2, 2]),
        ([0, 0, 0, 60], [0, 0, 0, 5]),
        ([1, 20, 19, 20], [0, 2, 0, 2]),
    ],
)
def test_most_bills_bring_5_gold_and_equals_2_each(bills, gold):
    """BAT-9.3"""
    t, box = table(bills=bills)

    pay_bills(t, box)

    assert gold == t.gold[:4]


def test_the_arrival_tile_brings_4_gold():
    """BAT-9.4"""
    t, box = table(laid={}, arrival=2)

    end_game(t, box, Ending.ARRIVAL)

    assert [2, 2, 2 + 4, 2] == t.gold[:4]


def test_an_arrival_tile_nobody_took_pays_nobody():
    """BAT-9.4"""
    t, box = table(laid={})

    end_game(t, box, Ending.STANDSTILL)

    assert [2, 2, 2, 2, 0] == t.gold


@pytest.mark.parametrize("seals", range(6))
def test_each_seal_brings_2_gold(seals):
    """BAT-9.5"""
    fleet = [f"1{letter}" for letter in LETTERS]
    t, box = table(laid={1: " ".join(fleet[:seals]), 2: " ".join(fleet[seals:])})

    end_game(t, box, Ending.ARRIVAL)

    assert [2, 2 + 2 * seals, 2 + 2 * (5 - seals), 2] == t.gold[:4]


@SOME
@given(gold=st.lists(st.integers(0, 9), min_size=3, max_size=5))
def test_most_gold_wins_and_equals_share_the_victory(gold):
    """BAT-9.6"""
    t, box = table(len(gold), gold=gold, phase=Phase.OVER)
    match = match_at(t, box)

    assert gold == match.scores
    assert [1 + sum(other > own for other in gold) for own in gold] == match.ranks
    assert [seat for seat, own in enumerate(gold) if own == max(gold)] == match.winners


@pytest.mark.parametrize("ending", list(Ending))
def test_the_standing_says_how_the_game_ended(ending):
    """BAT-9.6"""
    t, box = table(ending=ending)

    assert ending == standing(t, box, [0] * 4, [0] * 4)


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("seed", [1, 2])
def test_all_the_gold_of_a_game_is_told(seats, seed):
    """BAT-9.1, BAT-9.6"""
    *_, (t, _) = positions(seats, seed)

    told = Counter()
    for event in game.read_journal(t.journal):
        told[event.seat] += event.args.get("gold", 0)

    assert t.gold[:seats] == [told[seat] for seat in range(seats)]
