"""NEG-4.8, free tables: bots come to an end by themselves, and leave people their time."""

import pytest

from comptoir.bots import move, new_dice, simple
from comptoir.bots.budget import Budget
from comptoir.bots.search import Search
from comptoir.engine.play.match import Match, replay
from comptoir.engine.rules.rng import throw
from comptoir.engine.runs.batch import Batch
from comptoir.games.negoces import game
from comptoir.games.negoces.data import LAST_SALE
from comptoir.games.negoces.house_buyer import MOST_REVISIONS

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


@pytest.mark.parametrize("bots", ["house", "casual", "random"])
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
