"""BOR-7, drawing, and BOR-8.1, the end and the last missions."""

import pytest

from comptoir.games.borneo.data import Ending, Phase, Place
from comptoir.games.borneo.turn import end_game
from game_kit import happened

from .builder import act, deal, hand, lying, may, positions, table


def test_two_cards_are_drawn_and_nobody_else_sees_them():
    """BOR-7.1, BOR-1.8"""
    t, box = table(hands={0: "1 2"})
    events = act(t, box, "pass", "harbour 1", "load 1")

    drawn = [event for event in events if event.name == "drew"]
    assert 2 == len(drawn)
    assert 3 == t.hand_cards[0]
    assert {e.args["card"] for e in drawn} == set(hand(t, 0).split()) - {"2"}
    assert [{}, {}] == [event.seen_by(1).args for event in drawn]


def test_a_hand_is_cut_to_six():
    """BOR-7.1"""
    t, box = table(hands={0: "1 2 3 4 5 6"})
    act(t, box, "pass", "harbour 1", "load 1")
    assert (Phase.DISCARDING, 7, 0) == (t.phase, t.hand_cards[0], t.turn)
    assert [f"discard {card}" for card in hand(t, 0).split()] == may(t, box)
    events = act(t, box, "discard 4")

    assert [4] == [int(card) for _, card, _ in happened(events, "discarded")]
    assert ("4", 6, 1) == (lying(t, Place.DISCARD), t.hand_cards[0], t.turn)


def test_six_cards_may_be_kept():
    """BOR-7.1"""
    t, box = table(hands={0: "1 2 3 4 5"})
    act(t, box, "pass", "harbour 1", "load 1")

    assert (6, 1) == (t.hand_cards[0], t.turn)


def test_turns_go_clockwise():
    """BOR-3.1"""
    t, box = table(turn=3)
    act(t, box, "pass", "harbour 1", may_load(t, 3))

    assert (0, 0) == (t.turn, t.mover)


def may_load(t, seat):
    return f"load {hand(t, seat).split()[0]}"


def test_an_empty_pile_is_renewed_at_once_from_the_discard_pile():
    """BOR-7.2"""
    t, box = table(hands={0: "1 2"}, discard="5 6 7", pile="3 4")
    events = act(t, box, "pass", "harbour 1", "load 1")

    assert "2 3 4" == hand(t, 0)
    assert [(None, 3)] == happened(events, "shuffled")
    assert (3, "5 6 7", "") == (
        t.pile_cards,
        lying(t, Place.PILE),
        lying(t, Place.DISCARD),
    )


def test_also_in_the_middle_of_a_draw():
    """BOR-7.2"""
    t, box = table(hands={0: "1 2"}, discard="5 6 7", pile="3")
    events = act(t, box, "pass", "harbour 1", "load 1")

    names = [event.name for event in events if event.name in ("drew", "shuffled")]
    assert ["drew", "shuffled", "drew"] == names
    assert 2 == t.pile_cards


def test_cards_discarded_onto_nothing_are_the_next_pile():
    """BOR-7.2"""
    t, box = table(hands={0: "1 2 3 4 5 6", 1: "7 8"}, pile="9 10")
    act(t, box, "pass", "harbour 1", "load 1", "discard 2")
    assert (0, "2") == (t.pile_cards, lying(t, Place.DISCARD))
    act(t, box, "pass", "harbour 2", "load 7")

    assert "2 8" == hand_before_end(t)


def hand_before_end(t):
    """The second card could not be drawn: the game has ended and hands are discarded."""
    assert Ending.SHIPMENTS == t.ending
    return " ".join(c for c in lying(t, Place.DISCARD).split() if c in ("2", "8"))


@pytest.mark.parametrize("pile", ["", "3"])
def test_if_no_card_can_be_drawn_the_game_ends(pile):
    """BOR-7.2"""
    t, box = table(hands={0: "1 2"}, pile=pile, missions={})
    events = act(t, box, "pass", "harbour 1", "load 1")

    assert (Ending.SHIPMENTS, Phase.OVER) == (t.ending, t.phase)
    assert [(None, "shipments")] == happened(events, "ended")
    assert len(pile) == len(happened(events, "drew"))


def test_a_drawn_card_may_be_any_of_the_pile():
    """BOR-7.2, BOR-2.1"""
    drawn = {int(hand(deal(3, stream=n)[0], 0).split()[0]) for n in range(300)}

    assert len(drawn) > 30


def ending(stores, mover=1):
    t, box = table(
        missions={
            1: {"value": 4, "pepper": 1},
            2: {"value": 9, "nutmeg": 1},
        },
        faces={1: "pepper BBBB", 2: "pepper BBBB", 3: "nutmeg BBBB", 4: "pepper BBBB"},
        stores=stores,
        rows={1: "10 11"},
        hands={0: "20 21"},
        turn=mover,
    )
    t.mover = mover
    t.journal.clear()
    end_game(t, box, Ending.HARBOURS)
    return t, box


def test_cards_at_the_harbours_and_in_hands_are_discarded():
    """BOR-8.1"""
    t, _ = ending({})

    assert Phase.OVER == t.phase
    assert {"10", "11", "20", "21"} <= set(lying(t, Place.DISCARD).split())
    assert ([0] * 5, [0] * 3, [-1] * 3) == (t.hand_cards, t.row_cards, t.harbour)
    assert Place.HARBOUR not in t.harbour_place


def test_the_last_missions_go_clockwise_from_the_left_of_the_last_player():
    """BOR-8.1"""
    t, box = ending({0: "1", 1: "2", 2: "3"})
    asked = [t.turn]
    act(t, box, "pass")
    asked.append(t.turn)
    act(t, box, "pass")
    asked.append(t.turn)
    assert (1, Phase.MISSION) == (t.turn, t.phase)
    act(t, box, "mission 1", "pay 2")

    assert ([2, 0, 1], Phase.OVER) == (asked, t.phase)


def test_each_may_complete_one_last_mission_only():
    """BOR-8.1"""
    t, box = ending({2: "1 3"})
    act(t, box, "mission 1", "pay 1")

    assert Phase.OVER == t.phase
    assert 2 == t.missions_left


def test_a_mission_taken_before_is_gone_in_the_last_round():
    """BOR-8.1"""
    t, box = ending({2: "1", 0: "2", 3: "4"})
    act(t, box, "mission 1", "pay 1")

    assert Phase.OVER == t.phase


@pytest.mark.parametrize(("seats", "count"), [(3, 10), (4, 10), (5, 8)])
def test_a_game_has_as_many_distributions_as_harbours_allow(seats, count):
    """BOR-6.9, BOR-2.2"""
    *_, (t, _) = positions(seats, 2)

    assert (count, Ending.HARBOURS) == (t.distributions, t.ending)


def test_only_the_seat_that_is_asked_may_act():
    """BOR-3.1"""
    t, box = table()

    assert may(t, box)
    assert [] == may(t, box, 1)
