"""NEG-1, the components, and NEG-2, the set-up."""

import pytest

from comptoir.engine.errors import BadSetup
from comptoir.games.negoces import game
from comptoir.games.negoces.data import CARD_NAMES, GOOD_NAMES, Phase
from comptoir.games.negoces.ending import count_goods
from comptoir.games.negoces.view import view

from .builder import CONTRABAND, SERIES, cards, deal, sale, table


def test_four_players_sit_down():
    """NEG-1.1"""
    assert 4 == game.check_seats(4) == game.check_seats(None)


@pytest.mark.parametrize("seats", [0, 2, 3, 5, 6])
def test_no_other_number_of_players_is_seated(seats):
    """NEG-1.1"""
    with pytest.raises(BadSetup, match=f"expected 4 seats for negoces, got {seats}"):
        game.check_seats(seats)


def test_the_goods_come_in_the_order_of_their_numbers():
    """NEG-1.2"""
    expected = "jade jewels perfume spices coffee silk wine tea"

    assert expected.split() == list(GOOD_NAMES)
    for language in ("en", "fr"):
        letters = [game.words(language).say(f"letter.{name}") for name in CARD_NAMES]
        assert list("12345678X") == letters


@pytest.mark.parametrize("stream", range(20))
def test_there_are_four_cards_of_each_good(stream):
    """NEG-1.2"""
    t, _ = deal(stream=stream)

    assert [4] * 8 + [0] == [sum(row) for row in zip(*t.hand, strict=True)]


def test_the_one_contraband_card_is_no_good():
    """NEG-1.3"""
    t, _ = table(hands={0: "11234567X"})

    assert (1, 7) == (t.hand[0][CONTRABAND], count_goods(t, 0))


def test_all_players_have_fifteen_coins_that_everyone_sees():
    """NEG-1.4"""
    t, box = deal()

    for viewer in (None, 0, 1, 2, 3):
        assert [15] * 4 == [seat.coins for seat in view(t, box, viewer).seats]


def test_hands_are_secret_and_their_size_is_public():
    """NEG-1.4"""
    t, box = sale()

    for viewer in range(4):
        seats = view(t, box, viewer).seats
        assert [8, 8, 8, 8] == [seat.cards for seat in seats]
        assert [viewer] == [n for n, seat in enumerate(seats) if seat.hand is not None]


@pytest.mark.parametrize("stream", range(20))
def test_everyone_is_dealt_two_whole_series(stream):
    """NEG-2.1"""
    t, _ = deal(stream=stream)

    for hand in t.hand:
        assert [0] * 7 + [4, 4] == sorted(hand)


def test_who_gets_which_series_is_drawn_by_lot():
    """NEG-2.1"""
    first = {tuple(deal(stream=stream)[0].hand[0]) for stream in range(200)}

    assert 28 == len(first)


def test_each_player_alone_hears_what_they_are_dealt():
    """NEG-2.1, NEG-1.4"""
    t, _ = deal()

    dealt = [e for e in game.read_journal(t.journal) if e.name == "dealt"]

    assert [0, 0, 1, 1, 2, 2, 3, 3] == [event.seat for event in dealt]
    for event in dealt:
        assert t.hand[event.seat][GOOD_NAMES.index(event.args["card"])] == 4
        assert {} == event.seen_by((event.seat + 1) % 4).args


def test_the_contraband_lies_on_the_market_until_it_is_bought():
    """NEG-2.2"""
    t, box = deal()

    assert (Phase.AUCTION, 0) == (t.phase, sum(hand[CONTRABAND] for hand in t.hand))
    assert [] == game.audit(t, box)


def test_a_table_is_dealt_anew_whatever_lay_there():
    """NEG-2.1"""
    t, box = sale("hide jade")
    fresh, _ = deal()

    game.rules["deal"](t, box, 4, fresh.key, 0)

    assert fresh == t


def test_the_builder_deals_the_series_it_names():
    t, _ = table()

    assert [cards(hand) for hand in (SERIES[0] + "X", *SERIES[1:])] == t.hand


OPTIONS = [
    ({"revisions": 32}, "revisions"),
    ({"revisions": -1}, "revisions"),
    ({"sales": 1001}, "sales"),
    ({"lying": 101}, "lying"),
    ({"goal_2008": 3}, "goal_2008"),
]


@pytest.mark.parametrize(("options", "name"), OPTIONS)
def test_an_option_out_of_its_range_is_refused_by_name(options, name):
    with pytest.raises(BadSetup, match=name):
        game.read_options(options)
