"""`imagine` deals anew what a seat cannot know, and keeps what it knows."""

import pytest

from comptoir.games.borneo.data import CARDS, Place
from comptoir.games.borneo.imagine import is_hidden
from game_kit import CHANCE, everyone

from .builder import KIT, act, hand, sample, table

imagined = KIT.imagined
DEALT_ANEW = {"pile", "place", "hand"}


@pytest.fixture(scope="module", params=[None, {"blackbeard": True}], ids=str)
def tables(request):
    return sample(every=17, options=request.param)


def known(t, seat):
    """Return every fact a seat knows: its hand, open places, others' hands by shuffle."""
    facts = {k: v for k, v in vars(t).items() if k not in CHANCE | DEALT_ANEW}
    open_places = [None if is_hidden(t, seat, c) else t.place[c] for c in range(CARDS)]
    ages = [
        sorted(t.shuffled[c] for c in t.hand[s][: t.hand_cards[s]])
        for s in range(t.seats)
    ]
    return facts, open_places, ages, t.hand[seat]


def test_all_that_a_seat_knows_stays_as_it_is(tables):
    """BOR-1.8, BOR-7.2"""
    for t, box, seat in everyone(tables):
        other = imagined(t, box, seat)
        assert known(t, seat) == known(other, seat)


def test_hands_of_others_and_the_pile_are_dealt_anew():
    """BOR-1.8"""
    t, box = table(hands={0: "1 2", 1: "3 4", 2: "5 6"})
    hands = {hand(imagined(t, box, 0, n), 1) for n in range(40)}

    assert len(hands) > 30
    assert {hand(t, 0)} == {hand(imagined(t, box, 0, n), 0) for n in range(40)}


def test_who_drew_before_a_shuffle_holds_no_card_that_was_shuffled():
    """BOR-7.2, BOR-1.8"""
    t, box = table(
        hands={0: "1 2", 1: "3 4", 2: "5", 3: "6"}, discard="7 8 9 10 11", pile="12 13"
    )
    act(t, box, "pass", "harbour 1", "load 1")
    assert {7, 8, 9, 10, 11} == {c + 1 for c in t.pile[: t.pile_cards]}
    for number in range(30):
        # Seat 1 knows that seat 0 drew from the old pile, and who has held on to what.
        other = imagined(t, box, 1, number)
        held = {
            *hand(other, 0).split(),
            *hand(other, 2).split(),
            *hand(other, 3).split(),
        }
        assert held == {"2", "12", "13", "5", "6"}
    act(t, box, "pass", "harbour 2", "load 3")
    ages = [t.shuffled[c] for c in t.hand[1][: t.hand_cards[1]]]
    assert [0, 1, 1] == sorted(ages)
    fresh = {tuple(sorted(imagined(t, box, 0, n).hand[1][:3])) for n in range(60)}
    assert len(fresh) > 15
    for cards in fresh:
        assert 2 == sum(6 <= card <= 10 for card in cards)


def test_cards_laid_in_a_fight_and_at_harbours_are_no_secret():
    """BOR-1.8"""
    t, _ = table(hands={0: "1 2"}, rows={1: "3"}, stores={1: "4"}, discard="5")
    t.place[5] = Place.FIGHT

    assert [False] * 6 == [is_hidden(t, 0, card) for card in range(6)]
    assert [True, True, False] == [is_hidden(t, 1, card) for card in range(3)]
