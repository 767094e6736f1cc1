"""What a learner sees: every number in its place, and nothing that is hidden."""

from copy import deepcopy

import pytest

from comptoir.games.batavia.data import ARRIVAL, COMPANIES, GOODS, SPACES, Phase
from comptoir.games.batavia.observe import LAYOUT, company_of
from comptoir.games.batavia.scoring import crates_in_office, end_game
from game_kit import counted, flat, round_from

from .builder import KIT, QUICK, deal, sample, table

stretches = KIT.stretches


@pytest.fixture(scope="module")
def tables():
    return sample(every=17)


def test_the_table_is_seen_as_it_is(tables):
    for t, box in tables:
        see = stretches(t, box, 1)
        assert [int(t.phase == phase) for phase in Phase] == see["phase, one-hot"]
        assert [t.seats] == see["seats at the table"]
        assert [t.turns] == see["turns taken this round"]
        assert [t.high_bid] == see["the high bid"]
        assert [t.new_tile + 1] == see["tile just taken: 1 + company"]
        assert [t.face_up] == see["last face-up space"]
        assert [sum(t.pile)] == see["cards in the pile"]
        assert [t.cannon] == see["cannon"]
        assert [box.pirate_line] == see["pirate line"]
        assert t.packet == see["packet, by company"]
        assert t.discard == see["discard pile, by company"]


def test_seats_are_counted_from_the_own_one(tables):
    for t, box in tables:
        for seat in range(t.seats):
            see = stretches(t, box, seat)
            who = [t.turn, t.first, t.high_bidder, t.arrival]
            name = "whose turn, first player, high bidder, arrival tile: 1 + seat"
            assert [counted(seat, t, other) for other in who] == see[name]
            seals = [counted(seat, t, other) for other in t.seal]
            assert seals == see["seals, by company: 1 + seat"]
            hands = [sum(hand) for hand in t.hand]
            bidding = t.bidding if t.phase == Phase.AUCTION else [0] * 5
            assert round_from(seat, t, bidding) == see["seats: in the auction"]
            assert round_from(seat, t, hands) == see["seats: cards in hand"]
            assert round_from(seat, t, t.gold) == see["seats: gold"]
            assert round_from(seat, t, t.place) == see["seats: space of the merchant"]


def test_holdings_are_counted_from_the_own_seat(tables):
    for t, box in tables:
        for seat in range(t.seats):
            see, none = stretches(t, box, seat), [0] * 5
            for name, rows in (
                ("seats: laid cards, by company", t.laid),
                ("seats: tiles, by company", t.tiles),
                ("seats: cards seen bought and not yet laid, by company", t.known),
            ):
                assert flat(round_from(seat, t, rows, none)) == see[name]


def test_stalls_are_seen_where_they_lie_face_up(tables):
    """BAT-2.2, BAT-5.6"""
    for t, box in tables:
        see = stretches(t, box, 0)
        tiles = [t.stall[s] if s <= t.face_up else -1 for s in range(1, 36)]
        companies = [0 if tile < 0 else 1 + tile // GOODS for tile in tiles]
        goods = [0 if tile < 0 else 1 + tile % GOODS for tile in tiles]
        assert companies == see["spaces: 1 + company of the stall"]
        assert goods == see["spaces: 1 + good of the stall"]


def test_crates_are_seen_in_their_offices(tables):
    """BAT-5.5"""
    for t, box in tables:
        see = stretches(t, box, 2)[
            "offices, by company and good: 1 + seat of the crate"
        ]
        assert [counted(2, t, owner) for owner in t.crate] == see


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_only_the_own_hand_is_seen(seat):
    """BAT-3.10"""
    t, box = table(hands={0: "3E", 1: "1D 1F", 2: "4S", 3: "2N 2E"})

    see = stretches(t, box, seat)

    assert t.hand[seat] == see["own hand, by company"]


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_bills_are_known_to_who_saw_every_payment(seat):
    """BAT-3.6, BAT-3.10"""
    t, box = table(bills=[12, 18, 14, 16])

    see = stretches(t, box, seat)["seats: bills, as payments told"]

    assert round_from(seat, t, t.bills) == see


def test_the_own_way_is_read_off_the_road(tables):
    """BAT-5.3, BAT-4.4, BAT-9.2"""
    for t, box in tables:
        for seat in range(t.seats):
            see = stretches(t, box, seat)
            ways = [see[name] for name, _ in LAYOUT if name.startswith("own way")]
            for company, way in enumerate(zip(*ways, strict=True)):
                assert way == expected_way(t, seat, company)


def expected_way(t, seat, company):
    """What a player can count: distance, good, crates in its office, cards needed."""
    others = [other for other in range(t.seats) if other != seat]
    laid = max(t.laid[other][company] for other in others)
    short = max(0, laid + 1 - t.laid[seat][company])
    for space in range(t.place[seat] + 1, SPACES + 1):
        tile = t.stall[space]
        if tile >= 0 and tile // GOODS == company:
            office = t.crate[tile % GOODS :: GOODS]
            most = max(office.count(other) for other in others)
            far = space - t.place[seat]
            return far, 1 + tile % GOODS, office.count(seat), most, short
    return 0, 0, 0, 0, short


def test_face_down_stalls_are_zero_at_the_start():
    """BAT-2.2"""
    see = stretches(*deal(), 0)["spaces: 1 + company of the stall"]

    assert ([0] * 25, 0) == (see[10:], see[:10].count(0))


def test_all_stalls_are_seen_in_a_quick_start():
    """BAT-2.3"""
    see = stretches(*deal(options=QUICK), 0)

    assert 0 == see["spaces: 1 + company of the stall"].count(0)


def test_a_merchant_at_the_end_is_seen_there():
    """BAT-8.1"""
    t, box = table(options=QUICK, arrival=2, place=[3, 0, ARRIVAL, 1])

    see = stretches(t, box, 1)

    assert [0, ARRIVAL, 1, 3, 0] == see["seats: space of the merchant"]


def test_a_company_is_found_without_dividing():
    """The result is right for every tile of the box."""
    companies = [company_of(tile) for tile in range(SPACES)]

    assert companies == [tile // GOODS for tile in range(SPACES)]


def test_it_tells_what_the_game_would_bring_if_it_ended(tables):
    """BAT-9.2 to BAT-9.5  Without the hands; and it tells whose crates lie in each office."""
    for t, box in tables:
        if t.phase == Phase.OVER:
            continue
        for seat in range(t.seats):
            see, end = stretches(t, box, seat), deepcopy(t)
            end.hand = [[0] * COMPANIES for _ in t.hand]
            end_game(end, box, 1)
            told = see["worth, by seat: gold if the game ended now"]
            assert round_from(seat, t, end.gold) == told
            for good in range(GOODS):
                crates = [crates_in_office(t, other, good) for other in range(5)]
                told = see["crates, by good and seat"][good * 5 : good * 5 + 5]
                assert round_from(seat, t, crates) == told
