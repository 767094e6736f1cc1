"""The house bot negotiates, remembers, and knows no more than its seat."""

from itertools import pairwise

import numpy as np
import pytest

from comptoir.bots import move, new_dice, simple
from comptoir.engine.play.match import Match
from comptoir.engine.rules.rng import throw
from comptoir.engine.runs.batch import Batch
from comptoir.games.negoces import game
from comptoir.games.negoces.data import ACTIONS
from comptoir.games.negoces.house import house
from comptoir.games.negoces.house_worth import lies_now
from comptoir.games.negoces.rules import legal

from .builder import act, auction, forced, sale, table

GAMES = 10_000
HONEST = {"lying": 0}
LIAR = {"lying": 100}


def choice(t, box, seat):
    moves = [0] * len(ACTIONS)
    count = legal(t, box, seat, moves)
    return str(ACTIONS[house(t, box, seat, moves, count)])


def speak(t, box, seat, most=9):
    """Let one seat act until it is ready or waits; return its moves."""
    said = []
    for _ in range(most):
        move = choice(t, box, seat)
        said.append(move)
        act(t, box, (seat, move))
        if move in ("ready", "wait"):
            break
    return said


def test_it_bids_a_little_for_the_contraband():
    t, box = auction()
    assert "bid 2" == choice(t, box, 1)

    t.high_bid = 5

    assert "leave" == choice(t, box, 1)


def test_it_sells_openly_what_is_spare_and_others_seem_to_lack():
    t, box = table(options=HONEST, hands={0: "11222345X"})
    assert "open jewels" == choice(t, box, 0)

    for buyer in (1, 2, 3):
        t.known[0][buyer][1] = 1
        t.hand[0][0], t.hand[0][1] = 3, 2

    assert "open jade" == choice(t, box, 0)


def test_a_liar_hides_the_contraband_and_calls_it_something_better():
    """NEG-4.5"""
    t, box = table(options=LIAR)
    assert "hide contraband" == choice(t, box, 0)
    act(t, box, (0, "hide contraband"))

    said = choice(t, box, 0)

    assert said.startswith("claim ")
    assert "claim contraband" != said


def test_an_honest_bot_says_what_it_hides():
    """NEG-4.5"""
    t, box = sale("hide jewels", options=HONEST)

    assert "claim jewels" == choice(t, box, 0)


def test_it_offers_a_spare_card_for_a_good_it_lacks():
    t, box = sale("open jade", options=HONEST, hands={1: "33456678"})

    said = speak(t, box, 1)

    assert ["open perfume", "ready"] == said


def test_it_helps_no_seller_who_is_ahead():
    t, box = sale("open jade", options=HONEST)
    t.known[1][0][:2] = [1, 1]

    assert ["coins 2", "ready"] == speak(t, box, 1)


def test_it_does_not_bid_for_what_it_has():
    t, box = sale("open jade", options=HONEST, hands={0: "11122233X", 1: "12345677"})

    assert ["ready"] == speak(t, box, 1)


def test_it_outbids_the_others_but_keeps_ten_coins():
    t, box = sale("open jade", options=HONEST)
    t.known[1][0][:2] = [1, 1]  # ahead: coins, but no card
    act(t, box, (2, "coins 3"))
    assert "coins 4" == choice(t, box, 1)

    act(t, box, (1, "coins 4"), (2, "coins 5"))

    assert "withdraw" == choice(t, box, 1)


def test_it_never_lowers_what_it_offers():
    t, box = sale("open jade", options=HONEST)
    t.known[1][0][:2] = [1, 1]
    act(t, box, (2, "coins 3"), (1, "coins 4"), (2, "withdraw"))

    assert "ready" == choice(t, box, 1)


def test_it_withdraws_when_the_lot_is_worth_less():
    """NEG-4.3"""
    t, box = sale("hide jade", options=HONEST)
    act(t, box, (0, "claim tea"), (1, "coins 2"))
    t.caught[1][0] = 1

    assert "withdraw" == choice(t, box, 1)


def test_it_renews_for_the_coins_that_lie_there():
    """NEG-4.4"""
    t, box = sale("open jade", options=HONEST, hands={1: "33456678"})
    speak(t, box, 1)

    act(t, box, (0, "coins 1"))

    assert "renew" == choice(t, box, 1)


def test_a_liar_offers_junk_under_a_better_name():
    """NEG-4.5"""
    t, box = sale("open jade", options=LIAR, hands={0: "112222345", 1: "3366678X"})
    t.known[1][0] = [1, 1, 1, 1, 1, 0, 0, 0, 0]

    said = speak(t, box, 1)

    assert "hide contraband" in said
    assert any(move.startswith("claim ") for move in said)


def test_a_liar_without_junk_offers_coins():
    t, box = sale("open jade", options=LIAR, hands={0: "11122233X", 1: "12345678"})
    act(t, box, (0, "coins 3"))

    assert "coins 2" == choice(t, box, 1)


def test_it_lets_a_silent_seller_speak():
    """NEG-4.8"""
    t, box = sale(options={"revisions": 0})
    for n in range(31):
        act(t, box, (1, f"hide {'perfume' if n % 2 else 'spices'}"))

    assert "ready" == choice(t, box, 1)


def test_it_believes_nobody_who_lied_to_it():
    """NEG-4.5"""
    t, box = sale("hide jade", options=HONEST)
    act(t, box, (0, "claim tea"))
    assert "open perfume" == choice(t, box, 1)

    t.caught[1][0] = 1

    assert "ready" == choice(t, box, 1)


def test_as_a_seller_it_waits_then_takes_the_good_it_lacks():
    t, box = sale("open jade", options=HONEST)
    act(t, box, (1, "open perfume"), (2, "coins 2"))
    assert "wait" == choice(t, box, 0)

    act(t, box, (1, "ready"), (2, "ready"), (3, "ready"))

    assert "accept 2 1" == choice(t, box, 0)


def test_it_adds_coins_to_a_lot_that_nobody_offers_anything_for():
    """NEG-4.4"""
    t, box = sale("open jade", options=HONEST)
    assert "wait" == choice(t, box, 0)

    act(t, box, (1, "ready"))

    assert "coins 2" == choice(t, box, 0)
    act(t, box, (2, "coins 1"))
    assert "wait" == choice(t, box, 0)


def test_it_forces_when_no_offer_is_good():
    """NEG-4.7"""
    t, box = sale("open jade", options=HONEST, hands={0: "11122224X", 1: "13333444"})
    act(t, box, (1, "open jade"), (1, "ready"), (2, "ready"), (3, "ready"))

    assert "force" == choice(t, box, 0)


def test_with_all_goods_it_wants_the_coins_that_are_missing():
    """NEG-6.2"""
    t, box = sale(
        "open jade", options=HONEST, hands={0: "112345678"}, coins=[8, 15, 15, 15]
    )
    act(t, box, (1, "open jewels"), (2, "coins 2"))
    act(t, box, (1, "ready"), (2, "ready"), (3, "ready"))

    assert "accept 3 1" == choice(t, box, 0)


def test_it_sells_nothing_to_who_may_win_by_it():
    """NEG-6.3"""
    t, box = sale("open jade", options=HONEST)
    act(t, box, (1, "open perfume"), (1, "ready"), (2, "ready"), (3, "ready"))
    assert "accept 2 1" == choice(t, box, 0)

    t.known[0][1] = [0, 1, 1, 1, 1, 1, 1, 0, 0]

    assert "force" == choice(t, box, 0)


def test_it_does_not_deal_with_the_same_buyer_for_ever():
    t, box = sale("open jade", options=HONEST)
    act(t, box, (1, "hide perfume"), (1, "claim perfume"))
    act(t, box, (1, "ready"), (2, "ready"), (3, "ready"))
    assert "accept 2 1" == choice(t, box, 0)

    t.last_buyer, t.streak = 1, 2

    assert "force" == choice(t, box, 0)


def test_the_second_card_is_the_contraband_or_a_spare_one():
    """NEG-5.1"""
    t, box = forced(options=HONEST)
    assert "hide contraband" == choice(t, box, 0)

    t, box = forced(options=HONEST, hands={0: "112222345"})

    assert "hide jewels" == choice(t, box, 0)


def test_it_names_what_leaders_are_known_to_hold():
    """NEG-5.2"""
    t, box = forced("hide contraband", options=HONEST)
    t.known[0][3][7] = 1

    assert "name tea" == choice(t, box, 0)


def test_it_does_not_force_the_same_player_again_nor_strike_back():
    """NEG-5.4"""
    hands = {0: "11112222X", 1: "33344558", 2: "34566788"}
    t, box = forced("hide contraband", "name perfume", hands=hands, options=HONEST)
    first = choice(t, box, 0)

    t.forced_from[0] = int(first.split()[1]) - 1
    second = choice(t, box, 0)
    t.forced_from = [-1] * 4
    t.forced_from[int(first.split()[1]) - 1] = 0

    assert first != second == choice(t, box, 0)


def told(seed, options=None):
    """Play a game among house bots and return its events."""
    match, dice = Match(game, 4, seed, options), new_dice("house")
    while not match.over:
        seat = match.actors[throw(dice, len(match.actors))]
        move(match, seat, simple.house, dice)
    return match.log()


def test_it_opens_raises_withdraws_accepts_forces_and_lies():
    names = {e.name.split(".")[0] for seed in range(20) for e in told(seed)}

    assert names >= {
        "put_open",
        "put_hidden",
        "lot_coins",
        "offered_open",
        "offered_hidden",
        "offered_coins",
        "claimed",
        "withdrew",
        "accepted",
        "forced",
    }


def test_honest_bots_never_lie():
    """NEG-4.5"""
    for seed in range(8):
        match, dice = Match(game, 4, seed, HONEST), new_dice("honest")
        while not match.over:
            seat = match.actors[throw(dice, len(match.actors))]
            move(match, seat, simple.house, dice)
        assert [[0] * 4] * 4 == match.position.table.caught


def test_nobody_forces_back_and_forth():
    """Two players forcing from each other for ever was seen in trials."""
    for seed in range(25):
        pairs = [(e.seat, e.args["owner"]) for e in told(seed) if e.name == "picked"]
        longest = run = 1
        for before, after in pairwise(pairs):
            run = run + 1 if set(before) == set(after) else 1
            longest = max(longest, run)
        assert longest <= 3


@pytest.fixture(scope="module")
def many():
    batch = Batch(game, 4, GAMES, seed="house", fill=False)
    batch.rollout(bots="house")
    return batch


def test_four_house_bots_finish_by_a_win_in_a_fair_number_of_sales(many):
    won = (many.ending == 1).mean()
    median = np.median(many.tables["sales"])
    print(f"won {won:.1%}, median {median:.0f} sales")

    assert won >= 0.95
    assert 8 <= median <= 40


def test_the_auction_decides_nothing(many):
    """NEG-3.3"""
    buyers = many.tables["high_bidder"]
    share = (many.ranks[np.arange(GAMES), buyers] == 1).mean()
    print(f"who buys the contraband wins {share:.1%} of the games")

    assert 0.15 < share < 0.4


def test_no_seat_is_better_than_another(many):
    shares = (many.ranks == 1).mean(axis=0)

    assert (abs(shares - 0.25) < 0.05).all()


@pytest.mark.parametrize("seller", range(4))
def test_of_equal_offers_it_takes_that_of_the_next_on_the_left(seller):
    """No chair is favoured: by number, seats 1 and 3 won more games than 2 and 4."""
    t, box = sale("open contraband", options=HONEST, seller=seller)
    buyers = [(seller + step) % 4 for step in (1, 2, 3)]
    act(t, box, *[(buyer, "coins 9") for buyer in reversed(buyers)])
    act(t, box, *[(buyer, "ready") for buyer in buyers])

    assert choice(t, box, seller).startswith(f"accept {buyers[0] + 1} ")


def test_where_a_seat_sits_does_not_decide_when_it_lies():
    """Only how far it is from who bought the contraband."""
    t, box = table(options={"lying": 50})
    for bidder in range(4):
        t.high_bidder = bidder
        moods = [lies_now(t, box, (bidder + step) % 4) for step in range(4)]
        assert moods == [lies_now_at(box, step) for step in range(4)]


def lies_now_at(box, step):
    t, _ = table()
    t.high_bidder = 0
    return lies_now(t, box, step)
