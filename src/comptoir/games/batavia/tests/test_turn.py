"""BAT-4, a turn: draw or play."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from comptoir.engine.rules.table import NOBODY
from comptoir.games.batavia.data import Ending, Phase
from comptoir.games.batavia.turn import lay_card, may_play
from game_kit import names

from .builder import DANISH, LETTERS, QUICK, SWEDISH, act, cards, leader, may, table

SOME = settings(max_examples=50, deadline=None)
FLEET = st.lists(st.integers(0, 3), min_size=5, max_size=5)


def said(row):
    return " ".join(f"{n}{letter}" for n, letter in zip(row, LETTERS, strict=True))


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_the_first_player_goes_first_and_the_others_follow_clockwise(seats):
    """BAT-4.1"""
    for first in range(seats):
        t, box = table(seats, turn=first)
        turns = []
        for _ in range(seats):
            turns.append(t.turn)
            act(t, box, "draw")
        assert [(first + i) % seats for i in range(seats)] == turns
        assert Phase.AUCTION == t.phase


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_to_draw_takes_two_cards_and_ends_the_turn(seat):
    """BAT-4.1"""
    t, box = table(turn=seat, hands={seat: "1E"})

    act(t, box, "draw")

    assert (3, 110 - 3) == (sum(t.hand[seat]), sum(t.pile))
    assert ((seat + 1) % 4, Phase.TURN) == (t.turn, t.phase)


def test_who_could_play_may_draw_all_the_same():
    """BAT-4.1"""
    t, box = table(turn=0, hands={0: "2D 1S"})

    assert ["draw", "lay danish", "lay swedish"] == may(t, box)


def test_the_second_card_comes_from_the_new_pile_if_the_first_was_the_last():
    """BAT-4.1, BAT-3.9"""
    t, box = table(turn=0, pile="1E", discard="3D")

    act(t, box, "draw")

    assert (cards("1E 1D"), cards("2D"), cards("")) == (t.hand[0], t.pile, t.discard)


def test_the_last_two_cards_drawn_bring_the_new_pile_at_once():
    """BAT-3.9"""
    t, box = table(turn=0, pile="2E", discard="3D")

    assert ["drew", "drew", "shuffled"] == names(act(t, box, "draw"))
    assert (cards("2E"), cards("3D")) == (t.hand[0], t.pile)


def test_with_a_single_card_left_one_card_is_drawn():
    """BAT-4.1, BAT-3.9"""
    t, box = table(turn=0, pile="1E")

    act(t, box, "draw")

    assert (cards("1E"), cards("")) == (t.hand[0], t.pile)


def test_with_nothing_to_draw_who_may_play_must_play():
    """BAT-4.1"""
    t, box = table(turn=0, pile="", hands={0: "2D 1S"})

    assert ["lay danish", "lay swedish"] == may(t, box)


def test_with_nothing_to_draw_who_may_not_play_draws_nothing():
    """BAT-4.1, BAT-4.6"""
    t, box = table(turn=0, pile="", hands={0: "1D"}, laid={1: "1D"})

    assert ["draw"] == may(t, box)
    assert ([], 1) == (act(t, box, "draw"), t.turn)
    assert cards("1D") == t.hand[0]


def standstill(seats=3, **fields):
    """Return a table at which nobody can play, draw or pay."""
    return table(seats, {"bills": 0}, packet="all", turn=0, stirred=0, **fields)


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_a_round_in_which_nobody_does_a_thing_ends_the_game(seats):
    """BAT-4.1"""
    t, box = standstill(seats)

    act(t, box, *["draw"] * (seats - 1))
    assert Phase.TURN == t.phase
    events = act(t, box, "draw")

    assert (Phase.OVER, Ending.STANDSTILL) == (t.phase, t.ending)
    assert "ended" == events[0].name
    assert [2] * seats == t.gold[:seats]


def test_a_standstill_is_reached_in_a_round_of_its_own():
    """BAT-4.1"""
    t, box = table(
        3, {"bills": 0, "die": 1}, pile="1E", packet="21E 22D 22F 22N 22S", turn=0
    )

    act(t, box, *["draw"] * 3)
    assert (Phase.AUCTION, cards("1E")) == (t.phase, t.hand[0])
    act(t, box, *["pass"] * 3, "lay english", "stop", "keep", "draw", "draw")
    assert Phase.AUCTION == t.phase
    act(t, box, *["pass"] * 3, *["draw"] * 3)

    assert (Phase.OVER, Ending.STANDSTILL) == (t.phase, t.ending)


def test_a_card_drawn_keeps_the_game_going():
    """BAT-4.1"""
    t, box = table(3, {"bills": 0}, packet="21E 22D 22F 22N 22S", turn=0, stirred=0)

    act(t, box, *["draw"] * 3)

    assert (Phase.AUCTION, Ending.NOT_YET) == (t.phase, t.ending)


def test_a_card_laid_keeps_the_game_going():
    """BAT-4.1"""
    words = "21E 22D 22F 22N 22S"
    t, box = table(3, {"bills": 0}, packet=words, hands={2: "1E"}, turn=0, stirred=0)

    act(t, box, "draw", "draw", "lay english", "stop", "keep")

    assert (Phase.AUCTION, Ending.NOT_YET) == (t.phase, t.ending)


def test_a_packet_bought_keeps_the_game_going():
    """BAT-4.1"""
    laid = {0: "11E 11D 11F 11N 10S", 1: "11E 11D 11F 11N 10S"}
    t, box = table(3, {"pirate_line": 110}, packet="1S", hands={0: "1S"}, laid=laid)
    t.phase, t.turn, t.first, t.turns, t.high_bid = Phase.AUCTION, 2, 1, 0, 0

    act(t, box, "bid 1", "pass", "pass")

    assert (1, Phase.TURN) == (t.stirred, t.phase)


def test_an_empty_packet_bought_does_not():
    """BAT-4.1, BAT-3.9"""
    laid = {0: "11E 11D 11F 11N 10S", 1: "11E 11D 11F 11N 10S"}
    t, box = table(3, {"pirate_line": 110}, hands={2: "2S"}, laid=laid)
    t.phase, t.turn, t.first, t.stirred = Phase.AUCTION, 2, 1, 0

    act(t, box, "bid 1", "pass", "pass", "draw", "draw", "draw")

    assert Ending.STANDSTILL == t.ending


def test_any_number_of_cards_of_any_companies_may_be_laid():
    """BAT-4.2"""
    t, box = table(turn=0, hands={0: "2E 1F 2S"})

    act(t, box, *["lay english"] * 2, "lay french", *["lay swedish"] * 2)

    assert (cards("2E 1F 2S"), cards("")) == (t.laid[0], t.hand[0])
    assert ["stop"] == may(t, box)


def test_at_least_one_card_is_laid():
    """BAT-4.2"""
    t, box = table(turn=0, hands={0: "1F"}, laid={0: "3D"})

    assert ["draw", "lay french"] == may(t, box)


def test_one_card_is_enough():
    """BAT-4.2"""
    t, box = table(turn=0, hands={0: "3F 1S"})

    act(t, box, "lay swedish")

    assert ["lay french", "stop"] == may(t, box)


@pytest.mark.parametrize("rest", [{}, {"pile": ""}])
def test_who_has_no_card_must_draw(rest):
    """BAT-4.2, BAT-4.6"""
    t, box = table(turn=0, laid={0: "3D"}, **rest)

    assert ["draw"] == may(t, box)


def test_laid_cards_stay_when_the_round_is_over():
    """BAT-4.2"""
    t, box = table(3, turn=0, hands={0: "2F"}, laid={1: "1D"})

    act(t, box, *["lay french"] * 2, "stop", "keep", "draw", "draw")

    assert (Phase.AUCTION, cards("2F"), cards("1D")) == (t.phase, t.laid[0], t.laid[1])


def test_a_majority_held_before_lets_any_card_be_laid():
    """BAT-4.3"""
    t, box = table(turn=0, hands={0: "1F"}, laid={0: "1D", 1: "3F"})

    act(t, box, "lay french")

    assert ["stop"] == may(t, box)


def test_a_majority_made_by_this_lay_is_enough():
    """BAT-4.3"""
    t, box = table(turn=0, hands={0: "2D"}, laid={1: "1D"})

    act(t, box, "lay danish")
    assert ["lay danish"] == may(t, box)
    act(t, box, "lay danish")

    assert ["stop"] == may(t, box)


@SOME
@given(hand=FLEET, fleets=st.lists(FLEET, min_size=3, max_size=5))
def test_who_may_play_is_who_can_lead_a_company(hand, fleets):
    """BAT-4.3, BAT-4.6"""
    laid = {seat: said(fleet) for seat, fleet in enumerate(fleets)}
    t, box = table(
        len(fleets), {"pirate_line": 110}, hands={0: said(hand)}, laid=laid, turn=0
    )

    others = [max(column) for column in zip(*fleets[1:], strict=True)]
    leads = any(fleets[0][c] + hand[c] > others[c] for c in range(5))
    playable = leads and sum(hand) > 0
    lays = [
        move
        for c, move in enumerate(("english", "danish", "french", "dutch", "swedish"))
        if hand[c] and playable
    ]

    assert playable == may_play(t, 0)
    assert ["draw", *(f"lay {company}" for company in lays)] == may(t, box)


@SOME
@given(hand=FLEET, fleets=st.lists(FLEET, min_size=3, max_size=5), data=st.data())
def test_whoever_begins_to_lay_can_always_come_to_a_stop(hand, fleets, data):
    """BAT-4.3"""
    laid = {seat: said(fleet) for seat, fleet in enumerate(fleets)}
    t, box = table(
        len(fleets), {"pirate_line": 110}, hands={0: said(hand)}, laid=laid, turn=0
    )
    moves = [move for move in may(t, box) if move.startswith("lay")]

    while moves:
        act(t, box, data.draw(st.sampled_from(moves)))
        leads = any(
            leader([row[c] for row in t.laid[: t.seats]]) == 0 for c in range(5)
        )
        assert leads == ("stop" in may(t, box))
        moves = [move for move in may(t, box) if move.startswith("lay")]

    assert t.phase == Phase.TURN or ["stop"] == may(t, box)


@pytest.mark.parametrize(
    ("own", "other", "holder"), [(3, 2, 0), (2, 2, NOBODY), (1, 2, 1)]
)
def test_a_majority_is_strictly_more_than_every_other_player(own, other, holder):
    """BAT-4.4"""
    t, _ = table(hands={0: "3D"}, laid={1: f"{other}D"})

    for _ in range(own):
        lay_card(t, 0, DANISH)

    assert holder == t.seal[DANISH]


def test_a_tie_of_two_others_is_topped_by_one_more_card():
    """BAT-4.4"""
    t, _ = table(hands={0: "3D"}, laid={1: "2D", 2: "2D"})

    seals = [lay_card(t, 0, DANISH) or t.seal[DANISH] for _ in range(3)]

    assert [NOBODY, NOBODY, 0] == seals


@SOME
@given(
    seats=st.sampled_from([3, 4, 5]),
    lays=st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), max_size=60),
)
def test_after_any_lays_the_seal_is_with_the_strict_majority(seats, lays):
    """BAT-4.4, BAT-4.5"""
    t, _ = table(seats, hands=dict.fromkeys(range(seats), "4E 4D 4F 4N 4S"))

    for seat, company in lays:
        if seat < seats and t.hand[seat][company] > 0:
            lay_card(t, seat, company)
            counts = [row[company] for row in t.laid[:seats]]
            assert leader(counts) == t.seal[company]


def test_a_tie_sends_the_seal_back_and_leading_alone_takes_it():
    """BAT-4.5"""
    t, box = table(turn=1, hands={1: "3S"}, laid={0: "3S", 1: "1S 1F"})
    assert 0 == t.seal[SWEDISH]

    act(t, box, "lay swedish")
    assert 0 == t.seal[SWEDISH]
    act(t, box, "lay swedish")
    assert NOBODY == t.seal[SWEDISH]
    act(t, box, "lay swedish")

    assert 1 == t.seal[SWEDISH]


def test_the_way_of_the_seal_is_told():
    """BAT-4.5"""
    t, box = table(turn=1, hands={1: "2S"}, laid={0: "1S"})

    events = act(t, box, "lay swedish", "lay swedish")

    assert ["laid", "seal_returned", "laid", "seal_taken"] == names(events)
    assert [1, 0, 1, 1] == [event.seat for event in events]


def test_the_holder_who_lays_more_keeps_the_seal():
    """BAT-4.5"""
    t, box = table(turn=0, hands={0: "1S"}, laid={0: "2S", 1: "1S"})

    assert ["laid"] == names(act(t, box, "lay swedish"))
    assert 0 == t.seal[SWEDISH]


def test_who_can_make_no_majority_must_draw():
    """BAT-4.6"""
    t, box = table(turn=0, hands={0: "2D 1F"}, laid={1: "2D", 2: "1F"})

    assert ["draw"] == may(t, box)


def test_anna_lays_four_dutch_and_two_french_cards():
    """BAT-4.7, BAT-4.2"""
    t, box = table(
        turn=0, hands={0: "4N 2F"}, laid={1: "1N 2E", 2: "3F 1S"}, packet="5E"
    )

    act(t, box, *["lay dutch"] * 4, *["lay french"] * 2)

    assert [2, 0, 3 + 2, 1 + 4, 1] == t.marker
    assert 7 + 6 == t.cannon


def test_the_packet_of_the_auction_is_not_counted():
    """BAT-4.7"""
    t, box = table(turn=0, packet="9E 9D 9F", hands={0: "1E"})

    act(t, box, "lay english", "stop", "keep")

    assert (1, [1, 0, 0, 0, 0], cards("9E 9D 9F")) == (t.cannon, t.marker, t.packet)


def test_beyond_the_scale_the_real_count_decides():
    """BAT-4.7"""
    options = QUICK | {"pirate_line": 28}
    t, box = table(
        4, options, turn=0, hands={0: "1D", 1: "1F"}, laid={0: "9E 8D", 1: "9F"}
    )

    act(t, box, "lay danish", "stop", "move english", "keep")
    assert (27, [9, 9, 9, 0, 0]) == (t.cannon, t.marker)
    act(t, box, "lay french", "stop", "keep")

    assert (18, [9, 9, 0, 0, 0]) == (t.cannon, t.marker)
