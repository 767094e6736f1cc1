"""The house bot is sensible, plays by the rules, and knows no more than its seat."""

import pytest

from comptoir.engine.rules.table import NOBODY, copy
from comptoir.engine.runs.simulation import simulate
from comptoir.games.borneo import game
from comptoir.games.borneo.data import ACTIONS, COMPANIES, POST_NAMES, RANKS, Phase
from comptoir.games.borneo.flags import flags_in
from comptoir.games.borneo.house import MOVES, POST_BITS, RANK_SCALE, best_move, house
from comptoir.games.borneo.house_stand import free_ranks, stand_of
from comptoir.games.borneo.house_worth import (
    AVERAGE,
    CROWD,
    FINE,
    POINT,
    appeal_of,
    heats,
    leads,
    weight,
)
from comptoir.games.borneo.rules import legal

from .builder import act, deal, may, positions, set_mission, table, tally

FACES = {
    1: "pepper BBBB",
    2: "nutmeg BBBY",
    3: "pepper RRRR",
    4: "pepper-2 GGGG",
    5: "crate GGGG",
    6: "cloves GGGG",
    7: "pepper GGGG",
    8: "cloves BBBY",
}


def choice(t, box):
    moves = [0] * len(ACTIONS)
    count = legal(t, box, t.turn, moves)
    return str(ACTIONS[house(t, box, t.turn, moves, count)])


def follow(t, box, phase):
    """Let the house play until a phase is over; return its moves."""
    made = []
    while t.phase == phase:
        made.append(choice(t, box))
        act(t, box, made[-1])
    return made


def test_it_wins_seven_of_ten_games_against_three_random_bots():
    """It wins nearly all; seven of ten is what a beginner should learn from."""
    results = simulate(game, 4, 60, ["house", *["random"] * 3], "taught", plain=True)

    assert results.wins[0] > 0.7 * 60


def test_merchants_are_placed_high_and_apart():
    t, box = deal(3)
    first = choice(t, box)
    act(t, box, first)

    assert first != choice(t, box)


def test_the_mission_that_brings_most_is_completed_without_waste():
    t, box = table(
        missions={1: {"value": 4, "cloves": 1}, 2: {"value": 7, "pepper": 2}},
        faces=FACES,
        stores={0: "1 4 5 6"},
    )

    assert ["mission 2"] == follow(t, box, Phase.MISSION)
    assert ["pay 4"] == follow(t, box, Phase.PAYING)


def test_a_single_is_paid_before_a_double_and_a_crate_last():
    t, box = table(
        missions={1: {"value": 9, "pepper": 1, "cloves": 1}},
        faces=FACES,
        stores={0: "1 4 5"},
    )

    follow(t, box, Phase.MISSION)
    assert ["pay 1", "pay 5"] == follow(t, box, Phase.PAYING)


def test_it_completes_no_mission_that_costs_more_than_it_brings():
    t, box = table(
        missions={1: {"value": 1, "pepper": 2}}, faces=FACES, stores={0: "1 7"}
    )

    assert "pass" == choice(t, box)


def test_pirates_are_asked_only_where_nothing_else_helps():
    options = {"blackbeard": True}
    asked = {1: {"value": 9, "cloves": 2, "pepper": 1}}
    t, box = table(options=options, missions=asked, faces=FACES, stores={0: "1 6 7"})
    follow(t, box, Phase.MISSION)
    assert ["trade cloves", "pay 1"] == follow(t, box, Phase.PAYING)[:2]
    t, box = table(options=options, missions=asked, faces=FACES, stores={0: "1 5 6 7"})
    follow(t, box, Phase.MISSION)

    assert not any("trade" in move for move in follow(t, box, Phase.PAYING))


def test_a_harbour_is_filled_where_its_merchants_choose_first():
    t, box = table(
        columns="0/1230/2301/123",
        faces=FACES,
        ports={2: ("nutmeg", 7, 9)},
        rows={2: "2 9"},
        hands={0: "1 3"},
    )
    box.upper[8] = tally(3, 0, 0, 0)
    act(t, box, "pass")

    assert ["harbour 2"] == follow(t, box, Phase.HARBOUR)
    assert "load 1" == choice(t, box)


def test_the_card_that_completes_a_mission_is_taken():
    t, box = table(
        columns="01/0123/1230/32",
        faces=FACES,
        missions={1: {"value": 9, "cloves": 1}},
        ports={1: ("nutmeg", 9, 3)},
        rows={1: "7 6"},
        hands={0: "3 20"},
    )
    act(t, box, "pass", "harbour 1", "load 3")

    assert (["take 3", "take 6", "take 7"], "take 6") == (may(t, box), choice(t, box))


def test_a_merchant_moves_where_its_rank_is_worth_more():
    t, box = table(columns="1230/0123/0123/", faces=FACES, rows={1: "4 6"})
    made = follow(t, box, Phase.COMPANIES)

    assert made[0].startswith("move")
    assert "place green" == choice(t, box)


def judge(t, seat, warmth, served, cards):
    """Value a seat's situation the slow way: every rank, and every card of a distribution."""
    ranks = 0
    for company, column in enumerate(t.column):
        own = sum(weight(rank) for rank in range(RANKS) if column[rank] == seat)
        every = sum(weight(rank) for rank in range(RANKS) if column[rank] != NOBODY)
        lead = own - (every - own) // (t.seats - 1)
        ranks += flags_in(warmth, company) * lead
    first = [t.column[company][rank] for rank in range(RANKS) for company in served]
    takers = ([seat for seat in first if seat != NOBODY] * cards)[:cards]
    shares = [
        AVERAGE + cards - place if taker == seat else -CROWD
        for place, taker in enumerate(takers)
    ]
    return ranks * RANK_SCALE // 100, sum(shares)


@pytest.mark.parametrize("seats", game.seats)
def test_moves_are_judged_as_if_they_had_been_made(seats):
    """Without a distribution, with a monopoly's, and with one that serves all companies."""
    orders = [([], 0), ([2], 4), ([3, 0], 6), ([1, 3, 0, 2], 5), ([0, 1, 2, 3], 3)]
    judged = 0
    for t, box in positions(seats, 3):
        if t.phase == Phase.COMPANIES:
            seat, warmth, stand = t.turn, heats(t, box), stand_of(t)
            served, cards = orders[judged % len(orders)]
            judged += 1
            order = sum(company + 1 << 3 * at for at, company in enumerate(served))
            posts, numbers = 0, []
            for move in (move for move in may(t, box) if move.startswith("move")):
                post = POST_NAMES.index(move.split()[1])
                posts = posts << POST_BITS | post + 1
                named = copy(t)
                act(named, box, move)
                for place in may(named, box):
                    made = copy(named)
                    company = ACTIONS.read(place).number - ACTIONS.first("place")
                    act(made, box, place)
                    worth = sum(judge(made, seat, warmth, served, cards))
                    numbers.append(worth * MOVES - post * COMPANIES - company)
            _, shares = judge(t, seat, warmth, served, cards)
            ahead, free = leads(t, seat, stand), free_ranks(stand)
            assert (max(numbers), shares) == best_move(
                t, seat, posts, stand, free, warmth, ahead, order, cards
            )
    assert judged > len(orders)


def test_an_appeal_is_an_exact_division():
    """For every demand and value that a mission may have."""
    for asked in range(1, 37):
        for value in range(1, 100):
            appeal, profit = appeal_of(value, asked), max(0, value - asked) * POINT
            for covered in range(asked + 1):
                exact = profit * covered * covered // (asked * asked)
                assert exact == covered * covered * appeal >> FINE


def fight(hands):
    t, box = table(
        turn=3, columns="0123/3/0120/123", faces=FACES, hands=hands, rows={1: "8"}
    )
    for card in (9, 10, 11):
        box.flag_count[card] = tally(0, 0, 2, 0)
    return t, box


def test_it_fights_with_cards_to_spare_and_lays_the_best_first():
    t, box = fight({3: "1 2 10 11 12", 0: "20"})
    act(t, box, "fight blue-4")

    assert "target blue-1" == choice(t, box)
    act(t, box, "target blue-1")
    assert ["lay 1", "lay 2", "done"] == follow(t, box, Phase.ATTACK)


def test_without_cards_to_spare_it_does_not_fight():
    t, box = fight({3: "1 2", 0: "20"})

    assert not choice(t, box).startswith("fight")
    act(t, box, "fight blue-4")
    assert choice(t, box).startswith("target")


def test_a_rank_is_fought_for_where_that_is_worth_most():
    t, box = table(
        turn=3,
        columns="0123/3012/0123/",
        faces=FACES,
        hands={3: "1 2 10 11 12 13", 0: "20"},
        rows={1: "9 8", 2: "14 15"},
    )
    for card in (7, 8, 13, 14):
        box.upper[card], box.flag_count[card] = tally(3, 0, 0, 0), tally(3, 0, 0, 0)
    for card in (9, 10, 11, 12):
        box.flag_count[card], box.upper[card] = tally(0, 0, 0, 0), tally(0, 0, 0, 0)
        box.flag[card] = [3, 3, 3, 3]
    box.monopoly[0] = box.monopoly[1] = 30
    box.limit[0] = box.limit[1] = 10

    assert "fight blue-4" == choice(t, box)


@pytest.mark.parametrize(
    ("defence", "made"),
    [
        ("2 13 14", ["lay 2"]),  # 3 + 2 between beat 4
        ("13 14 15", ["done"]),
    ],
)
def test_it_defends_where_that_helps_and_with_no_more_than_it_takes(defence, made):
    t, box = fight({3: "1 10", 0: defence})
    for card in (12, 13, 14):
        box.flag_count[card] = tally(0, 0, 1, 0)
    act(t, box, "fight blue-4", "target blue-1", "lay 1")

    assert made == follow(t, box, Phase.DEFENCE)


def test_a_needless_defence_is_left():
    t, box = fight({3: "10 16 17", 0: "2 13 14"})
    box.flag_count[9] = tally(1, 0, 0, 0)
    act(t, box, "fight blue-4", "target blue-1", "lay 10", "done")

    assert ["done"] == follow(t, box, Phase.DEFENCE)


def test_the_best_card_of_a_defence_is_kept():
    t, box = fight({3: "10 11 20", 0: "1 2 14"})
    box.flag_count[9] = box.flag_count[10] = tally(1, 0, 0, 0)
    set_mission(box, 1, 30, nutmeg=1)
    act(t, box, "fight blue-4", "target blue-1", "lay 10", "lay 11", "lay 1", "lay 2")

    assert ["take 2"] == follow(t, box, Phase.REWARD)


def test_a_beaten_merchant_goes_where_its_rank_is_worth_most():
    t, box = fight({3: "1 10 11", 0: "20"})
    t.column[1] = [3, -1, -1, -1, -1]
    act(t, box, "fight blue-4", "target blue-1", "lay 1", "done")

    assert "place yellow" == choice(t, box)
    for rank in range(5):
        t.column[1][rank] = 3
    box.upper[1] = tally(40, 0, 0, 0)
    assert "stay" == choice(t, box)


def test_the_least_useful_card_is_discarded():
    t, box = table(columns="0123/1230/1230/", faces=FACES, hands={0: "1 2 3 20 21 22"})
    for card in (19, 20, 21):
        box.flag_count[card] = tally(0, 0, 0, 4)
    act(t, box, "pass", "harbour 3", "load 20")
    box.flag_count[21] = tally(0, 0, 4, 0)
    t.column[2] = [1, 2, 3, 1, 0]

    assert choice(t, box) in {"discard 22", "discard 3"}
