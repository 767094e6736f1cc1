"""What each viewer sees of the table, and what `audit` would notice."""

from collections import Counter

import pytest

from comptoir.engine.model.game import REFEREE
from comptoir.engine.play.match import Match
from comptoir.games.batavia import game
from comptoir.games.batavia.data import ARRIVAL, NOTHING, Phase
from comptoir.games.batavia.view import view
from game_kit import lift

from .builder import DANISH, QUICK, SILK, TEA, deal, positions, table


def test_a_seat_sees_the_table():
    t, box = table(
        options=QUICK,
        turn=2,
        turns=1,
        hands={2: "1E"},
        laid={0: "2D", 1: "1D 1S"},
        packet="3F",
        discard="1N",
        visited={0: [2], 3: [1]},
        gold=[3, 0, 1, 0],
    )

    seen = view(t, box, 2)

    assert (2, "turn", 2, 1, 1) == (
        seen.viewer,
        seen.phase,
        seen.turn,
        seen.first,
        seen.turns,
    )
    assert ({"french": 3}, {"dutch": 1}) == (seen.packet, seen.discard)
    assert (4, 25, 3) == (seen.cannon, seen.pirate_line, seen.markers["danish"])
    assert (0, 1, None) == tuple(seen.seals[c] for c in ("danish", "swedish", "dutch"))
    assert ({"danish": 0}, {"english": 3}) == (
        seen.offices["silk"],
        seen.offices["tea"],
    )
    assert (None, "english", None) == (
        seen.stalls[0].good,
        seen.stalls[8].company,
        seen.arrival,
    )
    assert (110 - 1 - 4 - 3 - 1, None) == (seen.pile, seen.pile_cards)
    own, first = seen.seats[2], seen.seats[0]
    assert ({"english": 1}, 1, 0, 15) == (own.hand, own.gold, own.space, own.bills)
    assert ({"danish": 2}, ["danish"], 2) == (first.laid, first.seals, first.space)
    assert ({"danish": 1}, False) == (first.tiles, first.in_auction)


def test_the_gold_of_this_box_is_seen():
    """BAT-6.3, BAT-9.2"""
    options = {"exchange": [9, 8, 7, 6, 5], "goods": [3] * 7, "shared_goods": [2] * 7}

    seen = view(*deal(4, options), None)

    assert ([9, 8, 7, 6, 5], 3) == (seen.exchange, seen.goods["pepper"])
    assert (7, {2}) == (len(seen.goods), set(seen.shared_goods.values()))


def test_the_auction_is_seen():
    t, box = table(phase=Phase.AUCTION, high_bid=4, high_bidder=1, bidding=[1, 1, 0, 0])

    seen = view(t, box, None)

    assert (4, 1) == (seen.high_bid, seen.high_bidder)
    assert [True, True, False, False] == [seat.in_auction for seat in seen.seats]


def test_only_the_referee_sees_hands_pile_and_face_down_stalls():
    """BAT-3.10, BAT-2.2"""
    t, box = deal()

    seen = view(t, box, REFEREE)

    assert t.pile == list(seen.pile_cards.values())
    assert None not in [seat.hand for seat in seen.seats]
    assert None not in [seat.bills for seat in seen.seats]
    assert None not in [stall.company for stall in seen.stalls]
    assert 25 == sum(stall.hidden for stall in seen.stalls)


def test_bills_are_shown_when_the_game_is_over():
    """BAT-9.3"""
    *_, (t, box) = positions(3, 1)

    seen = view(t, box, None)

    assert (t.bills[:3], None, "arrival") == (
        [seat.bills for seat in seen.seats],
        seen.turn,
        seen.ending,
    )


@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
def test_the_log_names_drawn_cards_to_their_seat_alone(viewer):
    """BAT-3.10"""
    match = Match(game, 3, seed="log", options={"first_auctioneer": 0})
    for seat in (1, 2, 0):
        match.play(seat, "pass")
    match.play(0, "draw")

    drew = [event for event in match.log(viewer) if event.name.startswith("drew")]

    assert [viewer == 0] * 2 == ["company" in event.args for event in drew]


@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
def test_the_log_tells_others_only_how_many_cards_were_dealt(viewer):
    """BAT-3.10, BAT-2.4"""
    match = Match(game, 3, seed="log")

    events = [event for event in match.log(viewer) if event.name.startswith("dealt")]

    dealt = Counter((event.seat, "company" in event.args) for event in events)
    assert {(seat, seat == viewer): 10 for seat in range(3)} == dealt


def broken(change):
    t, box = table(
        options=QUICK, laid={0: "2D", 1: "1D"}, hands={2: "3S"}, visited={0: [2]}
    )
    change(t)
    return game.audit(t, box)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lift("pile", 0), "23 english cards, not 22"),
        (lift("hand", 2, 4, by=-4), "hand: -1, not 0 to 127"),
        (lift("marker", DANISH), "danish marker at 4, 3 cards laid"),
        (lift("cannon"), "the cannon does not show all laid cards"),
        (lift("seal", DANISH), "danish seal with 1, not 0"),
        (lift("bills", 1), "bills were lost or made"),
        (lift("bills", 1, by=-16), "bills: -1, not 0 to 127"),
        (lift("discard", 3, by=-1), "discard: -1, not 0 to 127"),
        (lift("stall", 3), "a tile is lost or doubled"),
        (lift("tiles", 0, 0, by=2), "more tiles held than taken"),
        (lift("pool", 0), "pool: something is left in the scratch space"),
        (lift("shuffled", 2), "french cards unaccounted for since the last shuffle"),
        (lift("known", 2, 0), "hand: more of it is known than lies there"),
    ],
)
def test_audit_notices_what_is_wrong(change, message):
    assert message in broken(change)


def test_audit_finds_nothing_wrong_with_a_lawful_table():
    assert [] == broken(lift("cannon", by=0))


def test_audit_notices_a_merchant_ahead_of_the_open_tiles():
    """BAT-5.6"""
    t, box = deal()
    t.place[1] = 6

    assert ["a merchant outran the tiles face up"] == game.audit(t, box)


def test_audit_notices_a_closed_block_without_a_company():
    """BAT-2.1"""
    t, box = deal()
    swap = next(s for s in range(16, 21) if t.stall[s] // 7 != t.stall[11] // 7)
    t.stall[11], t.stall[swap] = t.stall[swap], t.stall[11]

    assert ["a block face down lacks a company"] == game.audit(t, box)


def test_audit_lets_a_merchant_rest_on_the_arrival_tile():
    """BAT-8.1"""
    t, box = table(options=QUICK, place=[ARRIVAL], arrival=0)

    assert [] == game.audit(t, box)


def test_the_tiles_of_the_quick_start_are_where_tests_expect_them():
    """BAT-2.3"""
    t, _ = deal(options=QUICK)

    assert (NOTHING, TEA, DANISH * 7 + SILK) == tuple(t.stall[:3])
