"""BOR-6.5 to BOR-6.8, who chooses which card."""

import pytest

from comptoir.games.borneo.data import Phase, Place
from comptoir.games.borneo.distribution import order_companies
from game_kit import happened

from .builder import BLUE, RED, YELLOW, act, lying, may, store, table, tally

FACES = {
    1: "pepper BBYR",
    2: "pepper BYYR",
    3: "cloves BYGR",
    4: "nutmeg BBBR",
    6: "pepper BBBB",
    7: "pepper BBBB",
    8: "pepper BBBB",
}
LETTERS = "BYRG"


def share(rows, card, columns, monopoly=30, limit=None, faces=None):
    """Lay a card that brings a harbour to its limit, or to a monopoly; three players."""
    t, box = table(
        3,
        options={"three_player_variant": False},
        faces=faces or FACES,
        ports={1: ("nutmeg", monopoly, limit or len(rows.split()) + 1)},
        rows={1: rows},
        hands={0: f"{card} 20"},
        columns=columns,
    )
    return t, box, act(t, box, "pass", "harbour 1", f"load {card}")


def choosers(t, box, events):
    """Let everyone take the lowest card; return who took one, in order."""
    while t.phase == Phase.PICKING:
        events += act(t, box, may(t, box)[0])
    return [seat for seat, _, _ in happened(events, "took")]


def test_the_monopolys_merchants_choose_from_the_highest_rank_down():
    """BOR-6.5"""
    t, box, _ = share("1 2", 4, "210/012/012/", monopoly=6, limit=9)
    assert (2, Phase.PICKING) == (t.turn, t.phase)
    assert ["take 1", "take 2", "take 4"] == may(t, box)
    act(t, box, "take 4")
    assert (1, ["take 1", "take 2"]) == (t.turn, may(t, box))
    act(t, box, "take 1")

    assert ("2 h1", "1", "4") == (store(t, 0), store(t, 1), store(t, 2))
    assert (1, 1) == (t.stock[2][3], t.stock[1][0])


def test_a_monopoly_goes_round_until_all_are_taken():
    """BOR-6.5"""
    t, box, events = share("1 2 3 6", 4, "21/00012/12/", monopoly=9, limit=9)

    assert (Phase.PICKING, 2) == (t.phase, t.turn)  # whose the last card will be too
    assert [2, 1, 2, 1, 2] == choosers(t, box, events)


def test_without_a_merchant_a_monopolys_cards_are_discarded():
    """BOR-6.5"""
    t, _, events = share("1 2", 4, "/012/012/012", monopoly=6, limit=9)

    assert [(None, 3)] == happened(events, "left")
    assert "1 2 4" == lying(t, Place.DISCARD)
    assert ("h1", 0) == (store(t, 0), t.row_cards[0])


def test_shared_companies_go_by_visible_flags_most_first():
    """BOR-6.6"""
    # Seen are six blue flags, three yellow ones and a red one.
    t, box, events = share("1 2", 4, "20/12/01/012")

    assert [BLUE, YELLOW, RED] == t.order[: t.ordered]
    assert [2, 1, 0] == choosers(t, box, events)


def test_after_the_first_merchants_come_the_second_ones():
    """BOR-6.6"""
    t, box, events = share("1 2 6 7", 4, "20/12/01/012")

    assert [2, 1, 0, 0, 2] == choosers(t, box, events)


def test_a_company_without_merchants_is_passed_over():
    """BOR-6.6"""
    t, box, events = share("1 2", 4, "/12/02/00112")

    assert [1, 0, 2] == choosers(t, box, events)


def test_when_every_merchant_served_has_had_one_it_goes_round_again():
    """BOR-6.6"""
    # Only blue and red are seen.
    t, box, events = share("6 7 8", 4, "2/00011/1/22")

    assert [2, 1, 2, 1] == choosers(t, box, events)


@pytest.mark.parametrize(
    ("first", "second", "order"),
    [
        ("YBGR", "BYGR", "YBGR"),
        ("GBYR", "BYGR", "GBYR"),
        ("GGGB", "YBGR", "GYBR"),  # the first card's blue flag is covered
        ("GGGB", "GBRY", "GBRY"),  # the newest card's lower row is seen
        ("BBGR", "YYGR", "BGYR"),
    ],
)
def test_of_equal_companies_the_flag_seen_first_decides(first, second, order):
    """BOR-6.7, BOR-6.6"""
    faces = {1: f"pepper {first}", 2: f"pepper {second}"}
    t, _, _ = share("1", 2, "012/120/201/", faces=faces)

    assert [LETTERS.index(letter) for letter in order] == t.order[: t.ordered]


def test_a_company_without_a_visible_flag_gets_nothing():
    """BOR-6.8"""
    # Blue is seen, and red in the newest card's lower row; green and yellow are not.
    t, box, events = share("6", 4, "2/00011/1/22")

    assert [2, 1] == choosers(t, box, events)


def test_cards_that_nobody_may_take_are_discarded():
    """BOR-6.8"""
    t, _, events = share("6", 4, "/01201//0122")

    assert [(None, 2)] == happened(events, "left")
    assert "4 6" == lying(t, Place.DISCARD)


def test_who_gets_all_the_rest_is_not_asked():
    """BOR-6.5"""
    t, _, events = share("1 2", 4, "2/0012/0112/", monopoly=6, limit=9)

    assert 3 == len(happened(events, "took"))
    assert "1 2 4" == store(t, 2)
    assert Phase.PICKING != t.phase


def test_the_player_whose_turn_it_is_goes_on_afterwards():
    """BOR-6.6, BOR-7.1"""
    t, box, events = share("1 2", 4, "20/12/01/012")
    choosers(t, box, events)

    assert (3, 1) == (t.hand_cards[0], t.turn)
    assert [] == t.order[: t.ordered]


def test_flags_are_seen_from_the_first_card_on():
    """BOR-6.7"""
    t, box = table(faces={1: "pepper YYRG", 2: "pepper RBBY"}, rows={1: "1"})
    order = order_companies(t, box, 0, 1, 2 - 1, tally(1, 1, 1, 1))

    assert [YELLOW, RED, BLUE] == [(order >> 3 * i & 7) - 1 for i in range(3)]
    assert 0 == order >> 3 * 3  # the green flag is covered
