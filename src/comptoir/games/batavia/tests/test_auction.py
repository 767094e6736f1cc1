"""BAT-3, the auction."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from comptoir.engine.rules.table import NOBODY
from comptoir.games.batavia import game
from comptoir.games.batavia.auction import (
    leave_auction,
    open_auction,
    place_bid,
    settle_auction,
    turn_up_card,
)
from comptoir.games.batavia.cards import refill_pile
from comptoir.games.batavia.data import Phase
from comptoir.games.batavia.view import view
from game_kit import names

from .builder import QUICK, act, cards, deal, load_die, may, table

SOME = settings(max_examples=50, deadline=None)


@pytest.mark.parametrize("face", [1, 2, 3, 4, 5, 6])
def test_the_auctioneer_turns_up_as_many_cards_as_the_die_shows(face):
    """BAT-3.1"""
    t, box = table(packet="")
    load_die(t, box, face)

    open_auction(t, box)

    assert (face, 110 - face) == (sum(t.packet), sum(t.pile))


def test_a_roll_of_three_may_offer_two_english_cards_and_a_swedish_one():
    """BAT-3.1, BAT-3.7"""
    t, box = table(pile="2E 1S")
    load_die(t, box, 3)

    open_auction(t, box)

    assert cards("2E 1S") == t.packet
    act(t, box, "bid 1", "pass", "pass", "pass")
    assert cards("2E 1S") == t.hand[t.first]


def test_the_roll_and_every_card_are_shown_to_all():
    """BAT-3.1"""
    t, box = table(pile="2E 1S", first=2)
    load_die(t, box, 3)

    open_auction(t, box)

    events = game.read_journal(t.journal)
    assert ["rolled", "shown", "shown", "shown"] == names(events)
    assert (2, {"die": 3}) == (events[0].seat, events[0].args)


def test_new_cards_join_the_packet_left_from_the_round_before():
    """BAT-3.1, BAT-3.8"""
    t, box = table(packet="2E 3F", pile="1S 1N")
    load_die(t, box, 2)

    open_auction(t, box)

    assert cards("2E 3F 1S 1N") == t.packet


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_the_auctioneers_left_speaks_first_and_the_auctioneer_last(seats):
    """BAT-3.2"""
    for first in range(seats):
        t, box = deal(seats, {"first_auctioneer": first})
        spoken = []
        for bid in range(1, seats + 1):
            spoken.append(t.turn)
            act(t, box, f"bid {bid}")
        assert [(first + 1 + i) % seats for i in range(seats)] == spoken
        assert (first + 1) % seats == t.turn


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_the_auctioneer_may_win_the_own_auction(seats):
    """BAT-3.2"""
    t, box = deal(seats, {"first_auctioneer": 0})

    act(t, box, *["pass"] * (seats - 1), "bid 4")

    assert (0, 15 - 4) == (t.first, t.bills[0])


@pytest.mark.parametrize("bills", [0, 1, 7, 15])
@pytest.mark.parametrize("high", [0, 1, 6, 7, 15])
def test_a_bid_tops_the_last_one_and_is_at_most_the_own_bills(bills, high):
    """BAT-3.3"""
    t, box = table(
        bills=[bills, 60 - bills, 0, 0], turn=0, phase=Phase.AUCTION, high_bid=high
    )

    assert ["pass"] + [
        f"bid {bid}" for bid in range(1, 61) if high < bid <= bills
    ] == may(t, box)


def test_a_first_bid_is_at_least_one_bill():
    """BAT-3.3"""
    t, box = deal()

    assert ["pass", *(f"bid {bid}" for bid in range(1, 16))] == may(t, box)


def test_who_has_no_bills_can_only_pass():
    """BAT-3.3, BAT-3.4"""
    t, box = deal(options={"bills": 0})

    assert ["pass"] == may(t, box)


def test_nobody_speaks_out_of_turn():
    """BAT-3.2"""
    t, box = deal(4, {"first_auctioneer": 0})

    assert [0, 16, 0, 0] == [len(may(t, box, seat)) for seat in range(4)]


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_who_does_not_raise_is_not_asked_again(seats):
    """BAT-3.4"""
    t, box = deal(seats, {"first_auctioneer": seats - 1})

    act(t, box, "bid 1", "pass", *(f"bid {2 + i}" for i in range(seats - 2)), "bid 10")

    assert [seat != 1 for seat in range(seats)] == [x == 1 for x in t.bidding[:seats]]
    assert 2 == t.turn


def test_the_first_to_speak_may_pass_and_is_out():
    """BAT-3.4"""
    t, box = deal(3, {"first_auctioneer": 0})

    act(t, box, "pass", "bid 1", "bid 2", "bid 3")

    assert ([1, 0, 1], 0) == (t.bidding[:3], t.turn)


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_the_auction_ends_when_one_bidder_is_left(seats):
    """BAT-3.5"""
    t, box = deal(seats, {"first_auctioneer": 0})

    act(t, box, "bid 1", *["pass"] * (seats - 2))
    assert Phase.AUCTION == t.phase
    act(t, box, "pass")

    assert (Phase.TURN, 1, 1) == (t.phase, t.first, t.turn)


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_the_last_player_left_without_a_bid_may_still_bid(seats):
    """BAT-3.5"""
    t, box = deal(seats, {"first_auctioneer": 2})

    act(t, box, *["pass"] * (seats - 1))

    assert (Phase.AUCTION, 2) == (t.phase, t.turn)
    assert ["pass", *(f"bid {bid}" for bid in range(1, 16))] == may(t, box)
    act(t, box, "bid 1")
    assert (Phase.TURN, 2, 14) == (t.phase, t.turn, t.bills[2])


def test_the_bid_goes_round_the_table_one_bill_at_a_time():
    """BAT-3.6"""
    t, _ = table(seats=4, high_bid=8, high_bidder=1)

    settle_auction(t)

    assert [17, 7, 18, 18] == t.bills[:4]


def test_an_uneven_bid_favours_the_winners_left():
    """BAT-3.6"""
    t, box = deal(4, {"first_auctioneer": 0})

    act(t, box, "bid 5", "pass", "pass", "pass")

    assert [16, 10, 17, 17] == t.bills[:4]


@SOME
@given(data=st.data(), seats=st.sampled_from([3, 4, 5]))
def test_the_payment_is_shared_as_evenly_as_it_can_be(data, seats):
    """BAT-3.6"""
    winner, bid = data.draw(st.integers(0, seats - 1)), data.draw(st.integers(1, 15))
    t, _ = table(seats, high_bid=bid, high_bidder=winner)

    settle_auction(t)

    each, more = divmod(bid, seats - 1)
    left = [(winner + 1 + i) % seats for i in range(seats - 1)]
    expected = {seat: 15 + each + (i < more) for i, seat in enumerate(left)}
    assert expected | {winner: 15 - bid} == dict(enumerate(t.bills[:seats]))


def test_every_bill_paid_is_seen():
    """BAT-3.6"""
    t, box = deal(4, {"first_auctioneer": 0})

    events = act(t, box, "bid 5", "pass", "pass", "pass")

    payees = [event.args["payee"] for event in events if event.name == "paid"]
    assert [2, 3, 0, 2, 3] == payees


@pytest.mark.parametrize("winner", [0, 1, 2, 3])
def test_the_winner_takes_packet_and_ship_and_goes_first(winner):
    """BAT-3.7"""
    t, _ = table(packet="2D 1S", hands={winner: "1D"}, high_bid=2, high_bidder=winner)

    settle_auction(t)

    assert (cards("3D 1S"), [0] * 5) == (t.hand[winner], t.packet)
    assert (winner, winner, Phase.TURN) == (t.first, t.turn, t.phase)


def test_the_winner_is_auctioneer_of_the_next_round():
    """BAT-3.7, BAT-3.8"""
    t, box = deal(3, {"first_auctioneer": 0})

    events = act(t, box, "bid 1", "pass", "pass", "draw", "draw", "draw")

    assert [1] == [event.seat for event in events if event.name == "rolled"]
    assert (Phase.AUCTION, 2) == (t.phase, t.turn)


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_if_all_pass_the_first_auctioneer_becomes_first_player(seats):
    """BAT-3.8"""
    for first in range(seats):
        t, box = deal(seats, {"first_auctioneer": first})
        packet = list(t.packet)
        act(t, box, *["pass"] * seats)
        assert (packet, [15] * seats) == (t.packet, t.bills[:seats])
        assert (first, first, Phase.TURN) == (t.first, t.turn, t.phase)


def test_if_all_pass_later_the_first_player_stays_the_same():
    """BAT-3.8"""
    t, box = deal(3, {"first_auctioneer": 0})

    act(t, box, "bid 1", "pass", "pass", *["draw"] * 3, *["pass"] * 3)
    assert (1, 1) == (t.first, t.turn)
    events = act(t, box, *["draw"] * 3)

    assert [1] == [event.seat for event in events if event.name == "rolled"]


def test_if_all_pass_the_packet_is_sold_with_the_next_one():
    """BAT-3.8"""
    t, box = deal(3, {"first_auctioneer": 0, "die": 1})

    act(t, box, *["pass"] * 3, *["draw"] * 3, *["pass"] * 3, *["draw"] * 3)

    assert (3, Phase.AUCTION, 1) == (sum(t.packet), t.phase, t.turn)
    act(t, box, "bid 1", "pass", "pass")
    assert (10 + 2 + 2 + 3, 1) == (sum(t.hand[1]), t.first)


def test_an_empty_pile_is_made_anew_of_the_discarded_cards_at_once():
    """BAT-3.9"""
    t, _ = table(pile="1E", discard="3D 2S")

    turn_up_card(t)

    assert (cards("1E"), cards("3D 2S"), cards("")) == (t.packet, t.pile, t.discard)


def test_a_pile_with_a_card_left_is_not_made_anew():
    """BAT-3.9"""
    t, _ = table(pile="2E", discard="3D")

    turn_up_card(t)
    refill_pile(t)

    assert (cards("1E"), cards("3D")) == (t.pile, t.discard)


def test_an_auction_goes_on_with_the_new_pile():
    """BAT-3.9"""
    t, box = table(pile="2E", discard="4D")
    load_die(t, box, 5)

    open_auction(t, box)

    assert (cards("2E 3D"), cards("1D")) == (t.packet, t.pile)


@SOME
@given(discard=st.lists(st.integers(0, 22), min_size=5, max_size=5))
def test_no_card_is_lost_when_the_pile_is_made_anew(discard):
    """BAT-3.9"""
    words = " ".join(f"{n}{letter}" for n, letter in zip(discard, "EDFNS", strict=True))
    t, _ = table(pile="", discard=words)

    refill_pile(t)

    assert (discard, [0] * 5, discard) == (t.pile, t.discard, t.shuffled)


def test_what_cannot_be_turned_up_is_not():
    """BAT-3.9"""
    t, box = table(pile="2E")
    load_die(t, box, 6)

    open_auction(t, box)

    assert (cards("2E"), cards("")) == (t.packet, t.pile)


def test_an_auction_without_a_card_still_sells_the_ship():
    """BAT-3.9"""
    t, box = table(seats=3, pile="", first=0)
    open_auction(t, box)

    act(t, box, "bid 3", "pass", "pass")

    assert ([16, 12, 17], 1, 1) == (t.bills[:3], t.first, t.turn)
    assert 0 == sum(t.hand[1])


@pytest.mark.parametrize("viewer", [None, 0, 1, 2, 3])
def test_the_number_of_cards_is_public_and_the_cards_are_not(viewer):
    """BAT-3.10"""
    t, box = table(hands={0: "3E", 1: "1D 1F", 2: "4S"})

    seats = view(t, box, viewer).seats

    assert [3, 2, 4, 0] == [seat.cards for seat in seats]
    assert [seat == viewer for seat in range(4)] == [s.hand is not None for s in seats]


@pytest.mark.parametrize("viewer", [None, 0, 1, 2, 3])
def test_the_number_of_bills_is_the_seats_own_secret(viewer):
    """BAT-3.10"""
    t, box = table(bills=[12, 18, 14, 16])

    seats = view(t, box, viewer).seats

    expected = [b if s == viewer else None for s, b in enumerate(t.bills[:4])]
    assert expected == [seat.bills for seat in seats]


@pytest.mark.parametrize("viewer", [None, 0, 1, 2, 3])
def test_an_option_opens_the_number_of_bills(viewer):
    """BAT-3.10"""
    t, box = table(options={"open_bills": True}, bills=[12, 18, 14, 16])

    seats = view(t, box, viewer).seats

    assert [12, 18, 14, 16] == [seat.bills for seat in seats]


def test_a_packet_bought_in_the_open_is_known_until_it_is_laid():
    """BAT-3.10"""
    t, box = table(options=QUICK, seats=3, packet="2D", hands={1: "1D 1F"}, first=0)
    t.phase, t.turn, t.bidding = Phase.AUCTION, 1, [1, 1, 1, 0, 0]

    act(t, box, "bid 1", "pass", "pass")
    assert (cards("3D 1F"), cards("2D")) == (t.hand[1], t.known[1])
    act(t, box, "lay danish", "lay french")

    assert (cards("2D"), cards("1D")) == (t.hand[1], t.known[1])


def test_bidding_is_written_down():
    """BAT-3.3, BAT-3.4"""
    t, _ = table(seats=3, turn=0, phase=Phase.AUCTION, high_bidder=NOBODY)

    place_bid(t, 0, 2)
    leave_auction(t, 1)

    assert ([2, 0, 2], 2) == ([t.high_bid, t.high_bidder, t.turn], sum(t.bidding))
