"""BOR-5.1 and BOR-5.2, moving between companies."""

from comptoir.games.borneo.data import Phase
from game_kit import happened

from .builder import BLUE, GREEN, YELLOW, act, column, may, table


def test_a_merchant_moves_to_the_highest_free_rank_and_the_others_close_up():
    """BOR-5.1"""
    t, box = table(columns="0123/01/23/0123", turn=1)
    events = act(t, box, "move blue-2", "place yellow")

    assert ("023", "011") == (column(t, BLUE), column(t, YELLOW))
    assert [(1, "blue", "yellow", 3)] == happened(events, "moved")
    assert (Phase.HARBOUR, 1) == (t.phase, t.turn)


def test_only_own_merchants_move_and_never_to_their_own_company():
    """BOR-5.1"""
    t, box = table(columns="0123/01/23/0123")

    moves = [move for move in may(t, box) if move.startswith("move")]
    assert ["move blue-1", "move yellow-1", "move green-1"] == moves
    act(t, box, "move yellow-1")
    assert ["place blue", "place red", "place green"] == may(t, box)


def test_a_full_company_cannot_be_entered():
    """BOR-5.2"""
    t, box = table(5, columns="01234/01234/0123/4")
    act(t, box, "move blue-1")

    assert ["place red", "place green"] == may(t, box)


def test_a_merchant_that_leaves_a_full_company_makes_room():
    """BOR-5.1, BOR-5.2"""
    t, box = table(5, columns="01234/01234/0123/4", turn=0)
    act(t, box, "move blue-1", "place green")

    assert ("1234", "40") == (column(t, BLUE), column(t, GREEN))


def test_nobody_must_move():
    """BOR-5.1, BOR-3.1"""
    t, box = table()
    before = [list(row) for row in t.column]
    act(t, box, "pass")

    assert (before, Phase.HARBOUR) == (t.column, t.phase)
