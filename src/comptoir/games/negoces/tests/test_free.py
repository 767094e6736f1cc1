"""NEG-4.8, free tables: bots come to an end by themselves, and leave people their time."""

import pytest

from comptoir.bots import move, new_dice, simple
from comptoir.bots.budget import Budget
from comptoir.bots.search import Search
from comptoir.engine.play.match import Match, replay
from comptoir.engine.rules.rng import throw
from comptoir.engine.runs.batch import Batch
from comptoir.games.negoces import game
from comptoir.games.negoces.data import LAST_SALE, Phase
from comptoir.games.negoces.house_buyer import MOST_REVISIONS

from .builder import act, asked, may, sale

FREE = {"revisions": 0, "sales": 0}
GAMES = 2_000
LONGEST = 3_000  # moves; a table of bots takes some two hundred


def ask(match, dice, bot, *people):
    """Let bots move, by lot, until the table waits for people alone, or is over."""
    moved = 0
    while asked := [seat for seat in match.actors if seat not in people]:
        move(match, asked[throw(dice, len(asked))], bot, dice)
        moved += 1
        assert moved < LONGEST
    return moved


def test_a_table_that_people_make_is_free():
    assert FREE == game.online


@pytest.mark.parametrize("bots", ["house", "random"])
def test_tables_of_bots_end(bots):
    batch = Batch(game, 4, GAMES, seed="free", options=FREE, fill=False)
    batch.rollout(bots=bots)

    assert batch.over.all()
    assert batch.tables["sales"].max() <= LAST_SALE


def test_a_table_of_searching_bots_ends():
    match, dice = Match(game, 4, "free", FREE), new_dice("free")
    ask(match, dice, Search(Budget(iterations=2)))

    assert match.over


@pytest.mark.parametrize("bot", [simple.house, simple.random], ids=["house", "random"])
def test_a_sale_stays_open_until_its_seller_ends_it(bot):
    """The bots fall silent, and are asked again only when something has changed."""
    match, dice = Match(game, 4, "patience", FREE), new_dice("patience")
    while match.view().phase != "sale":
        move(match, match.actors[0], simple.house, dice)
    seller = match.view().seller
    match.play(seller, "wait")
    for coins in (1, 2, 0, 3):
        moved = ask(match, dice, bot, seller)
        while match.actors != [seller]:
            match.play(seller, "wait")
            moved += ask(match, dice, bot, seller)
        assert moved > 0
        assert [seller] == match.actors
        assert "sale" == match.view().phase
        assert {"force", f"coins {coins}"} <= {*map(str, match.legal(seller))}
        match.play(seller, f"coins {coins}")
        assert len(match.actors) == 4


def test_a_house_bot_does_not_haggle_for_ever():
    match, dice = Match(game, 4, "haggle", FREE), new_dice("haggle")
    while match.view().phase != "sale":
        move(match, match.actors[0], simple.house, dice)
    seller = match.view().seller
    for n in range(60):
        match.play(seller, f"coins {n % 2 + 1}")
        ask(match, dice, simple.house, seller)

    revisions = match.position.table.offer_revision
    assert 0 < max(revisions) <= MOST_REVISIONS


def test_whoever_speaks_unasked_breaks_nothing():
    """All that is legal is played, by those the table waits for and by the others."""
    match, dice, unasked = Match(game, 4, "unasked", FREE), new_dice("unasked"), 0
    for _ in range(1500):
        able = [seat for seat in range(4) if match.legal(seat)]
        if not able:
            break
        seat = able[throw(dice, len(able))]
        unasked += seat not in match.actors
        move(match, seat, simple.random, dice)
        assert [] == match.audit()

    assert unasked > 10
    assert match.packed().tobytes() == replay(match.record()).packed().tobytes()


def free_sale(lot="open jade"):
    """A sale at a table without bounds."""
    return sale(lot, options=FREE)


def test_at_a_free_table_who_is_ready_may_still_change_and_withdraw():
    """NEG-4.8"""
    t, box = free_sale()
    act(t, box, (1, "coins 1"), (1, "ready"))
    before = may(t, box, 1)
    assert "ready" not in before
    assert {"open perfume", "coins 2", "withdraw"} <= {*before}
    assert [0, 2, 3] == asked(t, box)

    act(t, box, (1, "coins 2"))

    assert ([0, 0, 0, 0], [0, 1, 2, 3]) == (t.ready, asked(t, box))


def test_at_a_free_table_all_may_be_ready_and_the_sale_stays_open():
    """NEG-4.8  The seller may still speak, move coins and wait, and the buyers change."""
    t, box = free_sale("hide jade")
    act(t, box, (1, "coins 1"), (1, "ready"), (2, "ready"), (3, "ready"))
    assert [0] == asked(t, box)
    assert {"claim tea", "coins 3", "wait", "accept 2 1", "force"} <= {*may(t, box, 0)}

    act(t, box, (0, "wait"))

    assert [0] == asked(t, box)
    assert "wait" not in may(t, box, 0)
    assert {"claim tea", "coins 3", "accept 2 1", "force"} <= {*may(t, box, 0)}
    assert "withdraw" in may(t, box, 1)
    assert "coins 1" in may(t, box, 3)


def test_at_a_free_table_coins_of_a_waiting_seller_wake_everybody():
    """NEG-4.8  The sign of each lasts until something changes."""
    t, box = free_sale()
    act(t, box, (0, "wait"), (1, "ready"), (2, "ready"), (3, "ready"), (0, "coins 2"))

    assert ([0, 0, 0, 0], [0, 1, 2, 3]) == (t.ready, asked(t, box))


def test_an_offer_can_always_be_withdrawn_at_a_free_table():
    """NEG-4.8  However often it was changed before the seller spoke, and not under a number
    that an accept on its way could meet.
    """
    t, box = free_sale()
    for n in range(31):
        act(t, box, (1, f"coins {n % 15 + 1}"))
    act(t, box, (1, "withdraw"), (1, "ready"))

    assert [] == may(t, box, 1)
    assert not any(move.startswith("accept") for move in may(t, box, 0))


def test_people_play_without_the_bound():
    """NEG-4.8"""
    t, box = free_sale()

    for n in range(200):
        act(t, box, (0, f"coins {1 - n % 2}"), (1, f"coins {n % 15 + 1}"))

    assert (200, 200, [0, 1, 2, 3]) == (
        t.offer_revision[1],
        t.lot_revision,
        asked(t, box),
    )
    assert f"accept 2 {200 % 32}" in may(t, box, 0)


def test_no_number_comes_round_again_before_the_seller_has_spoken():
    """NEG-4.8"""
    t, box = free_sale()
    for n in range(31):
        act(t, box, (1, f"coins {n % 15 + 1}"))
    assert ["withdraw", "ready"] == may(t, box, 1)

    act(t, box, (0, "wait"))

    assert "withdraw" in may(t, box, 1)
    assert Phase.SALE == t.phase
    assert [] == game.audit(t, box)
