"""Every reason for a refusal: its key, its number, and its words in both languages."""

from comptoir.games.batavia.data import ARRIVAL, Phase
from game_kit import explain_tests

from .builder import KIT, QUICK, act, deal, match_at, table


def auction():
    return deal(4, {"first_auctioneer": 3, "die": 1})


def auction_at_three():
    t, box = auction()
    act(t, box, "bid 3")
    return t, box


def a_turn(**cards):
    return table(options=QUICK, turn=0, **cards)


def laying(**cards):
    t, box = a_turn(**cards)
    act(t, box, "lay danish")
    return t, box


def choosing():
    t, box = a_turn(hands={0: "1D 1S 1E"}, visited={0: [30], 1: [35]})
    act(t, box, "lay danish", "lay swedish", "lay english", "stop")
    return t, box


def exchanging():
    t, box = a_turn(hands={0: "2D"})
    act(t, box, "lay danish", "stop")
    return t, box


def after_the_arrival():
    t, box = table(
        options=QUICK, hands={1: "1E 1D"}, visited={1: [34], 2: [35]}, turn=1, turns=1
    )
    t.place[0], t.arrival = ARRIVAL, 0
    return t, box


def laying_after_the_arrival():
    t, box = table(
        options=QUICK, hands={1: "1E 1D"}, visited={1: [34]}, turn=1, turns=1
    )
    t.place[0], t.arrival = ARRIVAL, 0
    act(t, box, "lay english")
    return t, box


def tied_at_danish():
    return laying(hands={0: "2D"}, laid={1: "1D"})


def beaten():
    return a_turn(hands={0: "1D"}, laid={1: "1D"})


def forced():
    return a_turn(hands={0: "1D"}, pile="")


def free():
    return a_turn(hands={0: "1D"})


def laying_danish():
    return laying(hands={0: "2D"})


CASES = [
    (auction, "draw", "auction_first", "BAT-3.4", {"may": "pass_bid"}),
    (auction, "stop", "auction_first", "BAT-3.4", {"may": "pass_bid"}),
    (auction, "move danish", "auction_first", "BAT-3.4", {"may": "pass_bid"}),
    (auction_at_three, "bid 2", "bid_too_low", "BAT-3.3", {"bid": 2, "high": 3, "bills": 15}),
    (auction_at_three, "bid 3", "bid_too_low", "BAT-3.3", {"bid": 3, "high": 3, "bills": 15}),
    (auction, "bid 16", "bid_too_high", "BAT-3.3", {"bid": 16, "high": 0, "bills": 15}),
    (free, "pass", "no_auction", "BAT-3.5", {}),
    (laying_danish, "bid 1", "no_auction", "BAT-3.5", {}),
    (free, "stop", "draw_or_lay", "BAT-4.1", {"may": "draw_lay"}),
    (free, "move danish", "draw_or_lay", "BAT-4.1", {"may": "draw_lay"}),
    (beaten, "stop", "draw_or_lay", "BAT-4.1", {"may": "draw"}),
    (forced, "stop", "draw_or_lay", "BAT-4.1", {"may": "lay"}),
    (tied_at_danish, "draw", "finish_laying", "BAT-4.2", {"may": "lay"}),
    (forced, "draw", "must_play", "BAT-4.1", {}),
    (free, "lay french", "no_such_card", "BAT-4.2", {"company": "french"}),
    (laying_danish, "lay dutch", "no_such_card", "BAT-4.2", {"company": "dutch"}),
    (beaten, "lay danish", "no_majority", "BAT-4.6", {}),
    (tied_at_danish, "stop", "stop_without_majority", "BAT-4.3", {}),
    (laying_danish, "draw", "finish_laying", "BAT-4.2", {"may": "lay_stop"}),
    (laying_danish, "move danish", "finish_laying", "BAT-4.2", {"may": "lay_stop"}),
    (choosing, "lay danish", "choose_seal", "BAT-5.2", {"may": "move"}),
    (choosing, "stop", "choose_seal", "BAT-5.2", {"may": "move"}),
    (choosing, "move french", "not_your_seal", "BAT-5.1", {"company": "french"}),
    (choosing, "move danish", "no_stall_of", "BAT-5.2", {"company": "danish"}),
    (free, "exchange", "no_exchange", "BAT-6.1", {}),
    (auction, "keep", "no_exchange", "BAT-6.1", {}),
    (exchanging, "draw", "exchange_or_keep", "BAT-6.1", {"may": "exchange_keep"}),
    (exchanging, "lay danish", "exchange_or_keep", "BAT-6.1", {"may": "exchange_keep"}),
    (after_the_arrival, "lay danish", "no_stall_ahead", "BAT-8.2", {}),
    (laying_after_the_arrival, "stop", "no_stall_ahead", "BAT-8.2", {}),
]  # fmt: skip


def test_what_is_legal_is_not_refused():
    match = match_at(*free())

    assert [None, None] == [match.explain(0, move) for move in ("draw", "lay danish")]


def test_the_facts_of_a_bid_stand_in_the_sentence():
    """BAT-3.3"""
    match = match_at(*auction_at_three())

    sentence = match.game.words("en").refusal(match.explain(1, "bid 2"))

    assert "You cannot bid 2: the last bid is 3. (BAT-3.3)" == sentence


PROMPTS = [
    (auction, ("auction", {"high": 0, "may": "pass_bid"})),
    (auction_at_three, ("auction", {"high": 3, "seat": 0, "may": "pass_bid"})),
    (free, ("turn", {"cards": 2, "may": "draw_lay"})),
    (laying_danish, ("laying", {"seal": "yes", "may": "lay_stop"})),
    (tied_at_danish, ("laying", {"seal": "no", "may": "lay"})),
    (choosing, ("seal", {"may": "move"})),
    (exchanging, ("exchange", {"tiles": 1, "gold": 1, "may": "exchange_keep"})),
]
(
    test_a_refusal_names_its_reason_and_its_number,
    test_every_sentence_of_the_catalogue_is_said_somewhere,
    test_the_table_says_what_it_asks_for,
) = explain_tests(KIT, CASES, PROMPTS)


def test_a_table_that_is_over_asks_nothing():
    match = match_at(*table(phase=Phase.OVER))

    assert ("over", {"may": ""}) == match.prompt(0)
