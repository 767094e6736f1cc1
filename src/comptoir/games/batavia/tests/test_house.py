"""The house bot is sensible, plays by the rules, and knows no more than its seat."""

import pytest

from comptoir.games.batavia.data import ACTIONS, ARRIVAL, Phase
from comptoir.games.batavia.house import house
from comptoir.games.batavia.rules import legal

from .builder import QUICK, act, table


def choice(t, box):
    moves = [0] * len(ACTIONS)
    count = legal(t, box, t.turn, moves)
    return str(ACTIONS[house(t, box, t.turn, moves, count)])


def bidding(packet, high=0, **fields):
    t, box = table(packet=packet, turn=0, phase=Phase.AUCTION, high_bid=high, **fields)
    return choice(t, box)


def test_the_ship_alone_is_not_worth_a_bill():
    assert "pass" == bidding("")


@pytest.mark.parametrize("high", [0, 1, 2, 3])
def test_a_good_packet_is_worth_one_bill_more(high):
    assert f"bid {high + 1}" == bidding("3D 1S", high, hands={0: "2D"})


def test_a_packet_is_not_worth_any_price():
    assert "pass" == bidding("3D", 9, hands={0: "2D"})


def test_a_packet_that_makes_a_majority_is_worth_more():
    bids = [bidding("3D", 3, laid={1: f"{n}D"}) for n in (2, 9)]

    assert ["bid 4", "pass"] == bids


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_only_the_own_hand_makes_a_packet_fit(seat):
    """BAT-3.10"""
    bid = bidding("3D", 3, hands={seat: "3D"}, laid={1: "5D"})

    assert ("bid 4" if seat == 0 else "pass") == bid


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_only_the_own_hand_makes_it_play(seat):
    """BAT-3.10"""
    hands = {0: "1S"} | {seat: "1S 2D"}
    t, box = table(options=QUICK, turn=0, hands=hands, laid={1: "1D 9S"})

    assert ("lay danish" if seat == 0 else "draw") == choice(t, box)


def test_a_third_of_the_bills_is_kept():
    bids = [bidding("6D", high, bills=[6, 18, 18, 18]) for high in (3, 4)]

    assert ["bid 4", "pass"] == bids


def test_who_has_no_bills_passes():
    assert "pass" == bidding("6D", bills=[0, 20, 20, 20])


def test_who_cannot_play_draws():
    t, box = table(turn=0, hands={0: "1D"}, laid={1: "1D"})

    assert "draw" == choice(t, box)


def test_a_good_stall_is_played_for_at_once():
    t, box = table(options=QUICK, turn=0, hands={0: "1D"})

    assert "lay danish" == choice(t, box)


def test_a_dear_stall_can_wait_for_more_cards():
    t, box = table(options=QUICK, turn=0, hands={0: "7D"}, laid={1: "6D"})

    assert "draw" == choice(t, box)


def test_a_full_hand_is_played_all_the_same():
    t, box = table(options=QUICK, turn=0, hands={0: "7D 2F"}, laid={1: "6D 5F"})

    assert "lay danish" == choice(t, box)


def test_with_nothing_to_draw_it_plays():
    t, box = table(options=QUICK, turn=0, hands={0: "7D"}, laid={1: "6D"}, pile="")

    assert "lay danish" == choice(t, box)


def test_with_the_seal_in_hand_a_card_of_the_longest_suit_is_laid():
    t, box = table(
        options=QUICK, turn=0, hands={0: "1E 3N 2S"}, laid={0: "1F", 1: "9N 9S 9E"}
    )
    box.pirate_line = 110

    assert "lay dutch" == choice(t, box)


def test_it_lays_what_the_seal_needs_and_stops():
    t, box = table(options=QUICK, turn=0, hands={0: "4D"}, laid={1: "1D"})

    chosen = []
    while t.phase in (Phase.TURN, Phase.LAYING) and t.turn == 0 and len(chosen) < 9:
        chosen.append(choice(t, box))
        act(t, box, chosen[-1])

    assert ["lay danish", "lay danish", "stop"] == chosen


def test_it_follows_the_seal_to_the_better_stall():
    t, box = table(options=QUICK, turn=0, hands={0: "1E 1F"})
    act(t, box, "lay english", "lay french", "stop")

    assert "move french" == choice(t, box)


def test_an_office_that_is_lost_is_worth_less():
    t, box = table(
        options=QUICK, turn=0, hands={0: "1E 1F"}, offices={"pepper": [0, 4]}
    )
    act(t, box, "lay english", "lay french", "stop")

    assert "move english" == choice(t, box)


@pytest.mark.parametrize(
    ("spaces", "company", "chosen"),
    [
        ([2, 3], "english", "keep"),
        ([2, 3, 4], "english", "exchange"),
        ([22], "english", "keep"),
        ([25], "english", "exchange"),
    ],
)
def test_it_exchanges_four_companies_or_late(spaces, company, chosen):
    t, box = table(options=QUICK, turn=0, hands={0: "1E"}, visited={0: spaces})
    act(t, box, f"lay {company}", "stop")

    assert chosen == choice(t, box)


def test_after_the_arrival_it_lays_only_for_a_stall_ahead():
    """BAT-8.2"""
    t, box = table(
        options=QUICK, hands={1: "9E 1D"}, visited={1: [34]}, turn=1, turns=1
    )
    t.place[0], t.arrival = ARRIVAL, 0

    assert "lay danish" == choice(t, box)
