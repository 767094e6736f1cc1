"""Every reason for a refusal: its key, its number, and its words in both languages."""

import pytest

from comptoir.engine.text.words import LANGUAGES
from comptoir.games.negoces import game
from game_kit import explain_tests

from .builder import KIT, act, auction, forced, match_at, sale, table


def in_auction():
    return *auction(), 1


def poor_bidder():
    t, box = auction()
    t.high_bid = 14
    return t, box, 1


def lot():
    return *table(), 0


def selling(*moves, options=None, lot="open jade"):
    t, box = sale(lot, options=options)
    act(t, box, *moves)
    return t, box, 0


def seller():
    return selling((0, "coins 3"), (1, "open perfume"), (0, "coins 2"))


def hidden_seller():
    return selling((0, "claim tea"), lot="hide jade")


def closing():
    return selling((1, "ready"), (2, "ready"), (3, "ready"), lot="hide jade")


def lot_bound():
    return selling((0, "coins 3"), options={"revisions": 1})


def buyer():
    return *selling()[:2], 1


def buyer_with_offer():
    return *selling((1, "open perfume"), (1, "coins 3"))[:2], 1


def buyer_hiding():
    return *selling((1, "hide perfume"), (1, "claim tea"))[:2], 1


def restless_buyer():
    moves = [(1, f"coins {n % 15 + 1}") for n in range(31)]
    return *selling(*moves, options={"revisions": 0})[:2], 1


def silenced_buyer():
    t, box, seat = restless_buyer()
    act(t, box, (1, "withdraw"), (1, "ready"))
    return t, box, seat


def waiting_seller():
    return selling((1, "coins 1"), (0, "wait"))


def old_seller():
    t, box, seat = waiting_seller()
    box.rules = 1
    return t, box, seat


def ready_buyer():
    return *selling((1, "ready"))[:2], 1


def spent_buyer():
    return *selling((1, "coins 1"), options={"revisions": 1})[:2], 1


def free_buyer():
    return *selling((1, "ready"), options={"revisions": 0})[:2], 1


def free_closing():
    moves = [(1, "ready"), (2, "ready"), (3, "ready")]
    return selling(*moves, options={"revisions": 0})


def second():
    return *forced(), 0


def naming():
    return *forced("hide contraband", hands={0: "11234567X"}, lot="open perfume"), 0


def pick():
    return *forced("hide contraband", "name perfume"), 0


COMMANDS = ("undo", "why", "rules", "log", "board", "save", "help", "quit")
CASES = [
    (in_auction, "open jade", "auction_first", "NEG-3.2", {}),
    (in_auction, "bid 4", "bid_too_high", "NEG-3.2", {"bid": 4, "high": 1}),
    (poor_bidder, "bid 14", "bid_too_low", "NEG-3.2", {"bid": 14, "high": 14}),
    (lot, "bid 2", "no_auction", "NEG-3.3", {}),
    (buyer, "leave", "no_auction", "NEG-3.3", {}),
    (lot, "coins 2", "lot_first", "NEG-4.2", {}),
    (lot, "force", "lot_first", "NEG-4.2", {}),
    (lot, "open tea", "no_such_card", "NEG-4.2", {"card": "tea"}),
    (seller, "hide jewels", "lot_stays", "NEG-4.2", {}),
    (seller, "ready", "buyers_only", "NEG-4.1", {}),
    (seller, "withdraw", "buyers_only", "NEG-4.1", {}),
    (seller, "name tea", "force_first", "NEG-5.1", {}),
    (seller, "take 2", "force_first", "NEG-5.1", {}),
    (seller, "accept 1 0", "own_offer", "NEG-4.1", {}),
    (seller, "accept 3 0", "no_offer", "NEG-4.6", {"player": 3}),
    (seller, "accept 2 7", "offer_changed", "NEG-4.6", {"player": 2, "revision": 7, "now": 1}),
    (seller, "accept 2 1", "not_binding", "NEG-4.4", {"player": 2, "coins": 3, "now": 2}),
    (seller, "coins 2", "same_coins", "NEG-4.4", {"coins": 2}),
    (seller, "coins 16", "too_many_coins", "NEG-4.4", {"coins": 15, "what": 16}),
    (seller, "claim tea", "nothing_hidden", "NEG-4.5", {}),
    (hidden_seller, "claim tea", "claimed_already", "NEG-4.5", {}),
    (hidden_seller, "coins 0", "same_coins", "NEG-4.4", {"coins": 0}),
    (closing, "wait", "close_the_sale", "NEG-4.8", {"offers": 0}),
    (closing, "coins 1", "close_the_sale", "NEG-4.8", {"offers": 0}),
    (closing, "claim tea", "close_the_sale", "NEG-4.8", {"offers": 0}),
    (lot_bound, "coins 1", "lot_bound", "NEG-4.8", {"revisions": 1}),
    (buyer, "wait", "seller_only", "NEG-4.1", {"seat": 0}),
    (buyer, "accept 2 1", "seller_only", "NEG-4.1", {"seat": 0}),
    (buyer, "open tea", "no_such_card", "NEG-4.3", {"card": "tea"}),
    (buyer, "coins 0", "not_nothing", "NEG-4.3", {}),
    (buyer, "coins 59", "too_many_coins", "NEG-4.3", {"coins": 15, "what": 59}),
    (buyer, "withdraw", "no_offer_yet", "NEG-4.3", {}),
    (buyer, "renew", "no_offer_yet", "NEG-4.3", {}),
    (buyer, "claim tea", "nothing_hidden", "NEG-4.5", {}),
    (buyer_hiding, "claim jade", "claimed_already", "NEG-4.5", {}),
    (buyer_hiding, "coins 0", "same_coins", "NEG-4.3", {"coins": 0}),
    (buyer_with_offer, "open perfume", "same_card", "NEG-4.3", {"card": "perfume"}),
    (buyer_with_offer, "coins 3", "same_coins", "NEG-4.3", {"coins": 3}),
    (buyer_with_offer, "renew", "nothing_to_renew", "NEG-4.4", {"coins": 0}),
    (restless_buyer, "renew", "seller_silent", "NEG-4.8", {"seat": 0}),
    (silenced_buyer, "coins 3", "seller_silent", "NEG-4.8", {"seat": 0}),
    (waiting_seller, "coins 1", "you_wait", "NEG-4.8", {"offers": 1}),
    (waiting_seller, "wait", "waits_already", "NEG-4.8", {}),
    (old_seller, "force", "silent_seller", "NEG-4.8", {}),
    (ready_buyer, "coins 1", "you_are_ready", "NEG-4.8", {}),
    (spent_buyer, "coins 2", "out_of_revisions", "NEG-4.8", {"revisions": 1}),
    (free_buyer, "ready", "ready_already", "NEG-4.8", {}),
    (second, "open jade", "second_hidden", "NEG-5.1", {}),
    (second, "hide tea", "no_such_card", "NEG-5.1", {"card": "tea"}),
    (second, "name tea", "second_first", "NEG-5.1", {}),
    (naming, "name jade", "name_in_hand", "NEG-5.2", {"card": "jade"}),
    (naming, "name perfume", "name_on_market", "NEG-5.2", {"card": "perfume"}),
    (naming, "take 2", "name_first", "NEG-5.2", {}),
    (pick, "take 3", "shows_none", "NEG-5.4", {"player": 3}),
    (pick, "force", "take_first", "NEG-5.4", {}),
]  # fmt: skip


def refusal_at(at, action):
    t, box, seat = at()
    return match_at(t, box).explain(seat, action)


def test_a_changed_offer_is_to_be_looked_at_again():
    """NEG-4.6"""
    sentence = game.words("en").refusal(refusal_at(seller, "accept 2 7"))

    expected = "The offer from Seat 2 has changed: look at it again. (NEG-4.6)"
    assert expected == sentence


def test_what_is_legal_is_not_refused():
    assert refusal_at(buyer, "coins 5") is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_move_is_called_like_an_order_to_the_terminal(language):
    orders = {*COMMANDS, "annuler", "pourquoi", "regles", "aide", "quitter", "sauver"}
    words = game.words(language)

    assert not orders & {words.action(action).split()[0] for action in game.actions}


PROMPTS = [
    (in_auction, ("auction", {"seat": 0, "high": 1, "may": "bid_leave"})),
    (lot, ("lot", {"may": "open_hide"})),
    (seller, ("seller", {"goods": 2, "may": "coins_wait_force"})),
    (closing, ("close", {"goods": 2, "may": "force"})),
    (free_closing, ("free_close", {"goods": 2, "may": "coins_wait_force"})),
    (waiting_seller, ("waits", {"goods": 2, "may": "accept_force"})),
    (free_buyer, ("ready", {"goods": 2, "may": "open_hide_coins"})),
    (buyer, ("buyer", {"goods": 2, "may": "open_hide_coins_ready"})),
    (second, ("second", {"may": "hide"})),
    (naming, ("naming", {"may": "name"})),
    (pick, ("pick", {"may": "take"})),
]
(
    test_a_refusal_names_its_reason_and_its_number,
    test_every_sentence_of_the_catalogue_is_said_somewhere,
    test_the_table_says_what_it_asks_for,
) = explain_tests(KIT, CASES, PROMPTS)


def test_a_table_that_is_over_asks_nothing():
    t, box = sale(hands={0: "112345678"})
    act(t, box, (1, "coins 1"), (0, "accept 2 1"))

    assert ("over", {"may": ""}) == match_at(t, box).prompt(0)


def test_a_silent_buyer_is_told_what_never_is_a_buyers():
    """NEG-4.1"""
    t, box, seat = ready_buyer()
    match = match_at(t, box)

    assert match.explain(seat, "force").key == "seller_only"
    assert match.explain(seat, "bid 5").key == "no_auction"
    assert match.explain(seat, "coins 1").key == "you_are_ready"
