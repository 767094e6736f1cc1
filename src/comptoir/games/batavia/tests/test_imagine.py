"""`imagine` deals anew what a seat cannot know, and keeps what it knows."""

import pytest

from comptoir.games.batavia.data import GOODS
from game_kit import CHANCE, everyone

from .builder import KIT, QUICK, act, cards, deal, sample, table

imagined = KIT.imagined
DEALT_ANEW = {"pile", "hand", "drawn", "stall"}
VARIANTS = [None, QUICK, {"pirate_line": 6, "hand": 5, "die": 2}]


@pytest.fixture(scope="module", params=VARIANTS, ids=str)
def tables(request):
    return sample(every=13, options=request.param)


def known_to(t, seat):
    """Return every fact a seat knows, in a form that can be compared."""
    facts = {k: v for k, v in vars(t).items() if k not in CHANCE | DEALT_ANEW}
    own = t.hand[seat], t.drawn[seat], t.stall[: t.face_up + 1]
    counts = [sum(t.pile), *map(sum, t.hand), *map(sum, t.drawn)]
    return facts, own, counts


def test_all_that_a_seat_knows_stays_as_it_is(tables):
    """BAT-3.10"""
    for t, box, seat in everyone(tables):
        assert known_to(t, seat) == known_to(imagined(t, box, seat), seat)


def test_cards_seen_bought_are_kept(tables):
    """BAT-3.10, BAT-3.7"""
    for t, box, seat in everyone(tables):
        other = imagined(t, box, seat)
        for hand, known in zip(other.hand, t.known, strict=True):
            assert all(held >= seen for held, seen in zip(hand, known, strict=True))


def test_a_packet_bought_by_another_is_in_every_imagined_hand():
    """BAT-3.7, BAT-3.10"""
    t, box = deal(3, {"first_auctioneer": 0, "hand": 3})
    packet = list(t.packet)
    act(t, box, "bid 1", "pass", "pass")

    hands = [imagined(t, box, 0, number).hand[1] for number in range(50)]

    assert all(h >= p for hand in hands for h, p in zip(hand, packet, strict=True))
    assert {3 + sum(packet)} == {sum(hand) for hand in hands}
    assert len({tuple(hand) for hand in hands}) > 10


def test_the_pile_holds_only_cards_put_in_when_it_was_last_shuffled(tables):
    """BAT-3.9"""
    for t, box, seat in everyone(tables):
        pile = imagined(t, box, seat).pile
        put_in = [n - own for n, own in zip(t.shuffled, t.drawn[seat], strict=True)]
        assert all(n <= most for n, most in zip(pile, put_in, strict=True))


def test_a_pile_made_of_danish_cards_is_imagined_danish():
    """BAT-3.9"""
    t, box = table(3, turn=1, pile="1E", discard="6D", hands={0: "3F 2D", 1: "4S"})
    act(t, box, "draw")

    piles = {tuple(imagined(t, box, 0, number).pile) for number in range(30)}

    assert {tuple(cards("5D"))} == piles


def test_who_draws_from_the_pile_knows_one_card_more():
    """BAT-4.1"""
    t, box = table(3, turn=1, pile="2E 4D", hands={0: "3F"})
    act(t, box, "draw")

    for seat in range(3):
        piles = {tuple(imagined(t, box, seat, number).pile) for number in range(60)}
        lots = {(2 - e, 2 + e) for e in range(3)} if seat != 1 else {tuple(t.pile[:2])}
        assert lots == {pile[:2] for pile in piles}


def test_the_tiles_face_down_are_shuffled_as_at_the_set_up():
    """BAT-2.1, BAT-2.2"""
    t, box = deal()

    tables = [imagined(t, box, 0, number) for number in range(120)]

    for space in range(1, 36):
        companies = {other.stall[space] // GOODS for other in tables}
        assert (1 if space <= 10 else 5) == len(companies)
    hidden = set(t.stall[11:])
    assert hidden == {tile for other in tables for tile in other.stall[11:16]}


def test_unseen_cards_are_spread_evenly():
    """BAT-2.4"""
    t, box = deal(3)
    unseen = [22 - own - shown for own, shown in zip(t.hand[0], t.packet, strict=True)]

    hands = [imagined(t, box, 0, number).hand[1] for number in range(400)]

    for company in range(5):
        mean = sum(hand[company] for hand in hands) / len(hands)
        assert abs(mean - 10 * unseen[company] / sum(unseen)) < 0.3


def test_nothing_is_left_to_imagine_when_all_is_known():
    t, box = table(
        3, QUICK, hands={0: "5D"}, packet="22E 17D 22F", laid={1: "22N", 2: "22S"}
    )

    other = imagined(t, box, 0)

    assert (t.hand, t.pile, t.stall) == (other.hand, other.pile, other.stall)


def test_who_drew_from_a_pile_of_one_company_holds_its_cards():
    """BAT-3.9"""
    t, box = table(3, turn=1, pile="3D", hands={0: "3F"})
    act(t, box, "draw")

    for number in range(20):
        assert [0, 2, 0, 0, 0] == imagined(t, box, 0, number).hand[1]


def test_who_laid_a_card_drawn_holds_the_other():
    """BAT-3.9"""
    t, box = table(3, turn=1, pile="3D", hands={0: "3F"})
    act(t, box, "draw")
    t.hand[1][1], t.laid[1][1], t.spent[1][1] = 1, t.laid[1][1] + 1, 1
    t.marker[1] += 1

    for number in range(20):
        assert [0, 1, 0, 0, 0] == imagined(t, box, 0, number).hand[1]
