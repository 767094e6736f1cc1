"""What a seat cannot know is dealt anew; what it knows stays as it is."""

import pytest

from comptoir.games.negoces.data import COPIES, GOODS, NOTHING, Phase
from comptoir.games.negoces.state import PUBLIC
from game_kit import CHANCE, everyone

from .builder import CONTRABAND, JADE, KIT, TEA, act, auction, forced, sale, sample

imagined = KIT.imagined
HIDDEN = {"hand", "lot", "second", "offer", "known", "caught"}
VARIANTS = [None, {"revisions": 1}, {"revisions": 0, "sales": 9}]


@pytest.fixture(scope="module", params=VARIANTS, ids=str)
def tables(request):
    return sample(every=11, options=request.param)


def known_to(t, seat):
    """Return every fact a seat knows, in a form that can be compared."""
    facts = {k: v for k, v in vars(t).items() if k not in CHANCE | HIDDEN}
    own = t.hand[seat], t.known[seat], t.known[PUBLIC], t.caught[seat], t.offer[seat]
    sizes = [sum(hand) for hand in t.hand]
    open_lot = t.lot if not t.lot_hidden or seat == t.seller else t.lot != NOTHING
    second = t.second if seat == t.seller else t.second != NOTHING
    offers = [o if not h else None for o, h in
              zip(t.offer, t.offer_hidden, strict=True)]  # fmt: skip
    return facts, own, sizes, open_lot, second, offers


def test_all_that_a_seat_knows_stays_as_it_is(tables):
    """NEG-1.4, NEG-4.2, NEG-4.3"""
    for t, box, seat in everyone(tables):
        assert known_to(t, seat) == known_to(imagined(t, box, seat), seat)


def test_what_was_seen_is_in_every_imagined_hand(tables):
    """NEG-5.3"""
    for t, box, seat in everyone(tables):
        other = imagined(t, box, seat)
        for holder in {0, 1, 2, 3} - {seat}:
            has = list(other.hand[holder])
            for card in (other.lot, other.second):
                if holder == t.seller and card != NOTHING:
                    has[card] += 1
            assert all(
                n >= least for n, least in zip(has, t.known[seat][holder], strict=True)
            )


def test_at_the_start_the_others_hold_whole_series():
    """NEG-2.1"""
    t, box = auction()

    hands = [imagined(t, box, 0, n).hand for n in range(200)]

    assert {(0,) * 7 + (4, 4)} == {tuple(sorted(h)) for four in hands for h in four}
    assert 15 == len({tuple(four[1]) for four in hands})


def test_a_hidden_lot_may_be_any_card_the_seller_may_hold():
    """NEG-4.2"""
    t, box = sale("hide jade")

    lots = {imagined(t, box, 1, n).lot for n in range(300)}

    assert {0, 1, 4, 5, 6, 7, CONTRABAND} == lots
    assert {JADE} == {imagined(t, box, 0, n).lot for n in range(20)}


def test_a_card_given_hidden_is_remembered_by_its_giver_alone():
    """NEG-4.2"""
    t, box = sale("hide jade")
    act(t, box, (1, "coins 1"), (0, "accept 2 1"))

    held = [{imagined(t, box, seat, n).hand[1][JADE] >= 1 for n in range(60)}
            for seat in (0, 2)]  # fmt: skip

    assert [{True}, {False, True}] == held


def test_cards_shown_in_a_forced_sale_are_placed_for_good():
    """NEG-5.3, NEG-5.4"""
    t, box = forced("hide contraband", "name tea", "take 4")

    for seat in (1, 2):
        for n in range(40):
            other = imagined(t, box, seat, n)
            assert [1, 0, 0, 3] == [hand[TEA] for hand in other.hand]


def test_a_good_that_was_not_shown_is_imagined_on_the_market():
    """NEG-5.2"""
    t, box = forced("hide tea", "name tea", lot="hide jade", hands={0: "12345678X"})

    for seat in (1, 2, 3):
        tables = [imagined(t, box, seat, n) for n in range(60)]
        assert all(TEA in (other.lot, other.second) for other in tables)
        assert {0} == {other.hand[0][TEA] for other in tables}
        assert len({(other.lot == TEA) for other in tables}) == 2


@pytest.mark.parametrize("lot", ["open tea", "hide tea"])
def test_two_cards_of_the_good_named_are_both_imagined_there(lot):
    """NEG-5.2"""
    t, box = forced("hide tea", lot=lot, hands={0: "123456788"})
    assert Phase.NAMING == t.phase
    act(t, box, (0, "name tea"))

    other = imagined(t, box, 1)

    assert (TEA, TEA) == (other.lot, other.second)


def test_what_others_know_is_imagined_as_what_all_have_seen():
    """NEG-1.4"""
    t, box = sale("hide jade")
    act(t, box, (1, "hide perfume"), (1, "claim tea"), (0, "accept 2 1"))
    act(t, box, (0, "open jewels"))
    assert 1 == t.caught[0][1]

    other = imagined(t, box, 2)

    assert t.known[PUBLIC][0] == other.known[1][0] == other.known[3][0]
    assert [[0] * 4] * 4 == other.caught


def test_the_more_changed_hands_unseen_the_less_series_are_imagined():
    """NEG-2.1"""
    t, box = auction()
    t.unseen[1] = 30

    hands = [imagined(t, box, 1, n).hand[2] for n in range(100)]

    assert any(0 < count < COPIES for hand in hands for count in hand[:GOODS])
