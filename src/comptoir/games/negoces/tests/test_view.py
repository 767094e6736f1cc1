"""What each viewer sees, what audit finds, and the board that is drawn of it."""

import re

import pytest
from rich.cells import cell_len

from comptoir.engine.model.game import REFEREE
from comptoir.engine.text.words import LANGUAGES
from comptoir.games.negoces import game
from comptoir.games.negoces.data import NOTHING
from comptoir.games.negoces.view import view

from .builder import act, auction, forced, sale, sample


def drawn(t, box, viewer, language="en"):
    words = game.words(language, names=["Anna", "Bruno", "Chloé", "Wolfeschlegelstein"])
    return game.board(view(t, box, viewer), words).plain


def test_the_referee_sees_everything():
    t, box = sale("hide jade")
    act(t, box, (1, "hide perfume"))

    seen = view(t, box, REFEREE)

    assert ("jade", "perfume") == (seen.lot.card, seen.seats[1].offer.card)
    assert all(seat.hand for seat in seen.seats)


def test_a_spectator_sees_no_hand():
    """NEG-1.4"""
    t, box = sale()

    assert [None] * 4 == [seat.hand for seat in view(t, box, None).seats]


def test_a_seat_sees_what_it_has_seen_of_the_others():
    """NEG-1.4"""
    t, box = sale("hide jade")
    act(t, box, (1, "coins 1"), (0, "accept 2 1"))

    known = [view(t, box, viewer).seats[1].known for viewer in (0, 2, None, REFEREE)]

    assert [{"jade": 1}, {}, {}, {}] == known


def test_ready_and_out_of_revisions_are_both_final():
    """NEG-4.8"""
    t, box = sale(options={"revisions": 1})
    act(t, box, (1, "coins 1"), (2, "ready"), (0, "wait"))

    assert [True, True, True, False] == [s.final for s in view(t, box, 3).seats]


WRONG = [
    (lambda t: t.coins.__setitem__(0, 14), "coins were lost or made"),
    (lambda t: t.coins.__setitem__(slice(0, 2), [-1, 31]), "coins: -1, not 0 to 60"),
    (lambda t: t.hand[1].__setitem__(2, 5), "5 perfume cards, not 4"),
    (
        lambda t: t.hand[1].__setitem__(slice(0, 3), [-1, 0, 5]),
        "hand: -1, not 0 to 32767",
    ),
    (lambda t: setattr(t, "lot_coins", 16), "the seller owes the lot's coins"),
    (lambda t: setattr(t, "phase", 1), "a lot at the wrong time"),
    (lambda t: setattr(t, "named", 2), "a good named too soon"),
    (
        lambda t: t.pool.__setitem__(0, 1),
        "pool: something is left in the scratch space",
    ),
    (lambda t: t.offer.__setitem__(1, 7), "seat 1 offers a card not held"),
    (lambda t: t.offer_coins.__setitem__(1, 16), "seat 1 offers coins not owned"),
    (lambda t: t.offer_revision.__setitem__(1, 0), "seat 1 offers without a revision"),
    (lambda t: t.offer_revision.__setitem__(1, 9), "seat 1 offers beyond the bound"),
    (lambda t: t.offer_coins.__setitem__(0, 1), "seat 0 offers at the wrong time"),
    (
        lambda t: t.known[2][1].__setitem__(7, 1),
        "watcher 2 knows of more tea cards than seat 1 has",
    ),
]


@pytest.mark.parametrize(("spoil", "message"), WRONG)
def test_audit_finds_what_is_wrong(spoil, message):
    t, box = sale()
    act(t, box, (1, "open perfume"), (1, "coins 2"))
    assert [] == game.audit(t, box)

    spoil(t)

    assert message in game.audit(t, box)


def test_audit_finds_a_back_without_a_card():
    t, box = auction()
    t.lot_hidden = 1

    assert ["nothing lies hidden"] == game.audit(t, box)
    assert NOTHING == t.lot


def test_audit_counts_hands_between_sales():
    """NEG-6.1"""
    t, box = sale()
    t.hand[0][0] -= 1
    t.hand[1][0] += 1
    assert ["the wrong seller"] == game.audit(t, box)

    t.hand[2][4] -= 1
    t.hand[1][4] += 1

    assert "hands of [8, 10, 7, 8] cards" in game.audit(t, box)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_board_fits_eighty_columns(language):
    tables = [
        *sample(every=19),
        *sample(every=17, options={"revisions": 0, "sales": 5}),
    ]
    for t, box in tables:
        for viewer in (None, 0, 3, REFEREE):
            lines = drawn(t, box, viewer, language).split("\n")
            assert max(map(cell_len, lines)) <= 80
            assert len(lines) <= 26
            assert not any("{" in line for line in lines)


def test_the_board_shows_the_lot_three_stalls_and_six_of_eight():
    t, box = sale("open jade", hands={0: "11112222X", 3: "34567833"})
    act(t, box, (0, "coins 2"), (1, "coins 4"), (2, "hide silk"), (2, "claim tea"))
    act(t, box, (3, "open perfume"), (3, "coins 1"), (3, "ready"))

    board = drawn(t, box, 3)

    assert "sale 1 of 30" in board
    assert re.search(r"Lot\s+1 jade \(open\)\s+\+ 2 coins", board)
    assert re.search(r"2 Bruno.* 4 coins", board)
    assert re.search(r"3 Chloé.*\[ hidden card \] said to be tea", board)
    assert re.search(r"3 perfume \(open\) \+ 1 coin · ready", board)
    assert "Your hand  6 of eight goods · 15 coins, 10 needed" in board


def test_the_board_tells_an_offer_that_does_not_bind():
    """NEG-4.4"""
    t, box = sale()
    act(t, box, (0, "coins 2"), (1, "coins 4"), (0, "coins 1"))

    assert "4 coins · not binding" in drawn(t, box, 0)


def test_the_board_shows_a_forced_sale_to_its_seller_and_to_the_others():
    t, box = forced("hide contraband", "name tea", lot="hide jade")

    assert "and contraband, hidden" in drawn(t, box, 0)
    assert "and a second hidden card  wanted: tea" in drawn(t, box, 1)
    assert "shows 4 cards" in drawn(t, box, 1)


def test_the_board_shows_the_auction():
    t, box = auction()
    act(t, box, (1, "leave"))

    assert re.search(r"2 Bruno.*out", drawn(t, box, 0))
    assert "bid 1 by Anna" in drawn(t, box, 0)
