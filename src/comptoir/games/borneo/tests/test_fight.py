"""BOR-5.3 to BOR-5.9, fights."""

import pytest

from comptoir.games.borneo.data import Phase, Place
from comptoir.games.borneo.view import view
from game_kit import happened

from .builder import (
    BLUE,
    GREEN,
    YELLOW,
    act,
    column,
    hand,
    lying,
    may,
    store,
    table,
    tally,
)

FACES = {
    1: "pepper BBBB",
    2: "pepper YYYB",  # its blue flag is in the lower row
    3: "pepper BBRR",
    4: "pepper GGGG",
    5: "pepper BRRR",
    6: "nutmeg-2 BBYY",
    7: "pepper BBBY",
}


def fight(hands=None, columns="0123/0123/0123/", turn=3, **more):
    return table(
        columns=columns,
        turn=turn,
        faces=FACES,
        hands=hands or {3: "1 2 4", 0: "3 5 6"},
        **more,
    )


def fights(t, box):
    return [move for move in may(t, box) if move.startswith("fight")]


def test_a_merchant_may_attack_with_cards_that_show_its_companys_flag():
    """BOR-5.3"""
    t, box = fight({3: "2 5"})

    assert ["fight blue-4", "fight yellow-4", "fight red-4"] == fights(t, box)


def test_without_its_flag_nobody_attacks():
    """BOR-5.3"""
    t, box = fight({3: "4 1"}, columns="0123/0123//0123")

    assert ["fight blue-4", "fight green-4"] == fights(t, box)


def test_only_other_players_merchants_higher_up_can_be_attacked():
    """BOR-5.3"""
    t, box = fight({1: "1 2"}, columns="1012/1/0023/233", turn=1)
    assert ["fight blue-3"] == fights(t, box)
    act(t, box, "fight blue-3")

    assert Phase.ATTACK == t.phase
    assert 1 == t.target


def test_nobody_attacks_where_only_own_merchants_stand_higher():
    """BOR-5.3"""
    t, box = fight({1: "1 2"}, columns="1102/1/0023/233", turn=1)

    assert [] == [move for move in fights(t, box) if move == "fight blue-2"]


def test_the_target_is_chosen_where_there_are_several():
    """BOR-5.3"""
    t, box = fight(columns="0213/0123/0123/")
    act(t, box, "fight blue-4")

    assert ["target blue-1", "target blue-2", "target blue-3"] == may(t, box)
    events = act(t, box, "target blue-2")
    assert [(3, 2, "blue")] == happened(events, "attacked")


def test_the_attacker_lays_at_least_one_card_with_the_flag():
    """BOR-5.3"""
    t, box = fight()
    act(t, box, "fight blue-4", "target blue-1")
    assert ["lay 1", "lay 2"] == may(t, box)
    act(t, box, "lay 2")

    assert ["lay 1", "done"] == may(t, box)


def test_both_keep_a_card():
    """BOR-5.5"""
    t, box = fight({3: "1 2 7", 0: "3 5"})
    act(t, box, "fight blue-4", "target blue-1", "lay 1", "lay 7")
    assert (Phase.DEFENCE, 0, "2") == (t.phase, t.turn, hand(t, 3))
    act(t, box, "lay 3")

    assert ("5", Phase.RETREAT) == (hand(t, 0), t.phase)


def test_who_has_one_card_cannot_attack():
    """BOR-5.5"""
    assert [] == fights(*fight({3: "1"}))


def test_a_defender_with_one_card_is_not_asked():
    """BOR-5.5"""
    t, box = fight({3: "1 2 4", 0: "6"})
    act(t, box, "fight blue-4", "target blue-1", "lay 1", "done")

    assert ("6", Phase.RETREAT) == (hand(t, 0), t.phase)


def test_the_defender_lays_no_more_cards_than_the_attacker():
    """BOR-5.4"""
    t, box = fight({3: "1 2 4", 0: "3 5 6 7"})
    act(t, box, "fight blue-4", "target blue-1", "lay 1", "done")
    assert ["lay 3", "lay 5", "lay 6", "lay 7", "done"] == may(t, box)
    act(t, box, "lay 5")

    assert Phase.RETREAT == t.phase


def test_the_defender_may_lay_nothing():
    """BOR-5.4"""
    t, box = fight()
    act(t, box, "fight blue-4", "target blue-1", "lay 1", "done", "done")

    assert ("3 5 6", Phase.RETREAT) == (hand(t, 0), t.phase)


def test_a_defender_without_the_flag_is_asked_all_the_same():
    """BOR-5.4, BOR-1.8"""
    t, box = fight({3: "1 2 4", 0: "8 9"})
    box.flag_count[7] = box.flag_count[8] = tally(0, 4, 0, 0)
    act(t, box, "fight blue-4", "target blue-1", "lay 1", "done")

    assert (["done"], 0) == (may(t, box), t.turn)


@pytest.mark.parametrize(
    ("attack", "defence", "counted"),
    [
        ("1", "", (4, 2)),  # two merchants between
        ("2", "", (1, 2)),  # the lower row counts
        ("1", "3", (4, 4)),
        ("1", "7", (4, 5)),
        ("1 2", "3 5", (5, 5)),
    ],
)
def test_flags_of_both_rows_count_and_the_defender_adds_the_merchants_between(
    attack, defence, counted
):
    """BOR-5.6"""
    t, box = fight({3: "1 2 4 8", 0: "3 5 6 7"})
    lay = [f"lay {card}" for card in attack.split()]
    answer = [f"lay {card}" for card in defence.split()]
    moves = ["fight blue-4", "target blue-1", *lay, "done", *answer]
    if len(answer) < len(lay):
        moves.append("done")
    events = act(t, box, *moves)

    assert [(3, *counted)] == happened(events, "counted")
    won = counted[0] >= counted[1]
    assert won == bool(happened(events, "won"))
    assert won != bool(happened(events, "held"))


def test_everybody_sees_what_counts_so_far():
    """BOR-5.6"""
    t, box = fight()
    act(t, box, "fight blue-4", "target blue-1", "lay 1", "done")
    seen = view(t, box, None).fight

    assert (4, 0, 2) == (seen.attack_flags, seen.defence_flags, seen.between)


def test_own_merchants_between_count_too():
    """BOR-5.6"""
    t, box = fight(columns="0333/012/012/12", hands={3: "2 4 8", 0: "9 10"})
    events = act(t, box, "fight blue-4", "lay 2", "done", "done")

    assert [(3, 1, 2)] == happened(events, "counted")


def test_the_attacker_wins_ties_and_takes_the_rank():
    """BOR-5.7"""
    t, box = fight({3: "1 2 4", 0: "3 5"})
    act(t, box, "fight blue-4", "target blue-1", "lay 1", "done", "lay 3")

    assert "3120" == column(t, BLUE)
    assert (Phase.RETREAT, 0) == (t.phase, t.turn)
    assert ["place yellow", "place red", "place green", "stay"] == may(t, box)


def test_the_beaten_merchant_takes_the_rank_the_attacker_left():
    """BOR-5.7"""
    t, box = fight()
    act(t, box, "fight blue-4", "target blue-2", "lay 1", "done", "stay")

    assert "0321" == column(t, BLUE)
    assert (Phase.HARBOUR, 3) == (t.phase, t.turn)


def test_or_leaves_for_another_company_and_the_column_closes_up():
    """BOR-5.7"""
    t, box = fight(columns="0132/0123/0123/", turn=3)
    events = act(
        t, box, "fight blue-3", "target blue-1", "lay 1", "done", "done", "place green"
    )

    assert ("312", "0") == (column(t, BLUE), column(t, GREEN))
    assert [(0, 1, "green")] == happened(events, "retreated")
    assert (Phase.HARBOUR, 3) == (t.phase, t.turn)


def test_a_beaten_merchant_cannot_enter_a_full_company():
    """BOR-5.2, BOR-5.7"""
    t, box = table(
        5, columns="01234/01234/0123/4", turn=4, faces=FACES, hands={4: "1 2 4"}
    )
    act(t, box, "fight blue-5", "target blue-4", "lay 1", "done")

    assert ["place red", "place green", "stay"] == may(t, box)


def test_a_defender_with_more_holds_and_may_keep_a_card_laid():
    """BOR-5.8, BOR-5.9"""
    t, box = fight({3: "2 3 4", 0: "5 6 7"})
    act(t, box, "fight blue-4", "target blue-1", "lay 2", "lay 3", "lay 7", "lay 6")
    assert (Phase.REWARD, 0, "0123") == (t.phase, t.turn, column(t, BLUE))
    assert ["pass", "take 6", "take 7"] == may(t, box)
    events = act(t, box, "take 6")

    assert ("6", "2 3 7") == (store(t, 0), lying(t, Place.DISCARD))
    assert [(0, "6", "nutmeg-2")] == happened(events, "kept")
    assert 2 == t.stock[0][3]
    assert (Phase.HARBOUR, 3) == (t.phase, t.turn)


def test_the_reward_may_be_left():
    """BOR-5.8, BOR-5.9"""
    t, box = fight({3: "2 4 8", 0: "5 6 7"})
    act(t, box, "fight blue-4", "target blue-1", "lay 2", "done", "lay 7", "pass")

    assert ("", "2 7") == (store(t, 0), lying(t, Place.DISCARD))


def test_a_defence_without_cards_brings_no_reward():
    """BOR-5.8"""
    t, box = fight({3: "2 4 8", 0: "5 6 7"})
    act(t, box, "fight blue-4", "target blue-1", "lay 2", "done", "done")

    assert (Phase.HARBOUR, 3, "2") == (t.phase, t.turn, lying(t, Place.DISCARD))


def test_all_cards_of_a_lost_defence_are_discarded():
    """BOR-5.9"""
    t, box = fight({3: "1 2 4", 0: "5 6 7"})
    act(t, box, "fight blue-4", "target blue-1", "lay 1", "done", "lay 5")

    assert "1 5" == lying(t, Place.DISCARD)


def test_a_fight_is_instead_of_a_move():
    """BOR-5.3, BOR-3.1"""
    t, box = fight(columns="0123/0123/0123/")
    act(t, box, "fight yellow-4", "target yellow-3", "lay 2", "done", "stay")

    assert Phase.HARBOUR == t.phase
    assert "0132" == column(t, YELLOW)
