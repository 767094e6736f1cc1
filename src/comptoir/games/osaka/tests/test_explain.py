"""Every reason for a refusal: its key, its number, and its words in both languages."""

from comptoir.games.osaka.data import Phase
from game_kit import explain_tests

from .builder import KIT, act, deal, match_at, table


def first_tokens():
    return deal(4)


def a_turn():
    return table(market="R5 B3:1 Y2:0", farm="B5 G3:2", hands={0: "R2", 1: "B2"})


def free():
    return table(market="R5 B3:1", farm="B5 G3:2", hands={0: "R2"})


def waiting():
    return table(market="R5", farm="B5:0", hands={0: "R2"})


def shut_out():
    return table(market="R5:1", farm="B5", pile="", hands={0: "R2"})


def paying():
    t, box = table(market="R5", hands={0: "R2 R3 B2"})
    act(t, box, "buy")
    return t, box


def insuring():
    t, box = table(
        market="G2",
        ships="G4 R3 B4 Y2",
        hands={0: "Y5", 1: "B2 B5 R2 Y2"},
        goods={1: "B5 B3 Y3"},
    )
    act(t, box, "buy", "pay yellow-5")
    return t, box


def covering():
    t, box = insuring()
    act(t, box, "discard blue-2")
    return t, box


CARD = {"card": "red-5"}
YELLOW = {"card": "yellow-2", "colour": "yellow"}
RED = {"card": "red-2", "colour": "red"}
CASES = [
    (first_tokens, "buy", "token_first", "OSA-2.4", {}),
    (first_tokens, "pass", "token_first", "OSA-2.4", {}),
    (a_turn, "token red", "no_token", "OSA-2.4", {}),
    (a_turn, "pass", "must_act", "OSA-3.8", {}),
    (a_turn, "buy", "too_dear", "OSA-3.3", {"price": 7, "coins": 2}),
    (shut_out, "buy", "nothing_to_buy", "OSA-3.2", {}),
    (a_turn, "coin yellow-2", "fetch_it", "OSA-3.4", {"card": "yellow-2"}),
    (a_turn, "coin blue-3", "reserved_by", "OSA-3.4", {"card": "blue-3", "seat": 1}),
    (a_turn, "coin blue-5", "still_in_farm", "OSA-3.4", {"card": "blue-5"}),
    (a_turn, "coin yellow-5", "not_in_market", "OSA-3.4", {"card": "yellow-5"}),
    (waiting, "fetch", "reserved_in_farm", "OSA-3.6", {}),
    (free, "fetch", "nothing_reserved", "OSA-3.4", {}),
    (a_turn, "reserve red-5", "pawn_out", "OSA-3.6", {}),
    (waiting, "farm blue-5", "pawn_out", "OSA-3.6", {}),
    (free, "reserve blue-3", "already_reserved", "OSA-3.5", {"card": "blue-3", "seat": 1}),
    (free, "farm green-3", "already_reserved", "OSA-3.5", {"card": "green-3", "seat": 2}),
    (free, "reserve red-2", "not_to_reserve", "OSA-3.5", {"card": "red-2"}),
    (free, "farm red-5", "not_in_farm", "OSA-3.5", CARD),
    (free, "pay red-2", "buy_first", "OSA-3.3", {}),
    (free, "discard red-2", "no_wreck", "OSA-5.9", {}),
    (free, "insure red-2", "no_wreck", "OSA-5.9", {}),
    (free, "done", "no_wreck", "OSA-5.9", {}),
    (paying, "coin red-5", "pay_first", "OSA-3.3", {}),
    (paying, "pay red-5", "no_such_card", "OSA-3.3", CARD),
    (insuring, "buy", "discard_or_done", "OSA-5.9", {}),
    (insuring, "insure blue-5", "discard_or_done", "OSA-5.9", {}),
    (insuring, "discard red-5", "no_such_card", "OSA-5.9", CARD),
    (insuring, "discard blue-5", "no_symbol", "OSA-1.3", {"card": "blue-5"}),
    (insuring, "discard yellow-2", "ship_is_safe", "OSA-5.9", YELLOW),
    (insuring, "discard red-2", "nothing_at_risk", "OSA-5.9", RED),
    (covering, "discard blue-2", "choose_good", "OSA-5.9", {}),
    (covering, "insure yellow-3", "same_colour", "OSA-5.9", {"colour": "blue"}),
    (covering, "insure blue-2", "no_such_good", "OSA-5.9", {"card": "blue-2"}),
    (covering, "done", "one_a_card", "OSA-5.9", {}),
]  # fmt: skip


def test_what_is_legal_is_not_refused():
    match = match_at(*free())

    assert [None, None] == [match.explain(0, m) for m in ("coin red-5", "farm blue-5")]


def test_the_facts_of_a_price_stand_in_the_sentence():
    """OSA-3.3"""
    match = match_at(*a_turn())

    sentence = match.game.words("en").refusal(match.explain(0, "buy"))

    assert (
        "The market cards for you to buy cost 7; your hand is worth 2. (OSA-3.3)"
        == sentence
    )


PROMPTS = [
    (a_turn, ("short", {"price": 7, "coins": 2, "may": "coin_fetch"})),
    (shut_out, ("turn", {"price": 0, "may": ""})),
    (paying, ("paying", {"due": 5, "may": "pay"})),
    (insuring, ("insuring", {"may": "discard_done"})),
    (covering, ("covering", {"colour": "blue", "symbols": 2, "may": "insure"})),
]
(
    test_a_refusal_names_its_reason_and_its_number,
    test_every_sentence_of_the_catalogue_is_said_somewhere,
    test_the_table_says_what_it_asks_for,
) = explain_tests(KIT, CASES, PROMPTS)


def test_the_first_question_is_for_a_token():
    """OSA-2.4"""
    t, box = first_tokens()

    assert ("token", {"may": ""}) == match_at(t, box).prompt(0)


def test_only_who_is_asked_is_told_that_the_hand_cannot_pay():
    """OSA-3.7"""
    match = match_at(*a_turn())

    assert ("turn", {"price": 7, "may": ""}) == match.prompt(1)


def test_a_table_that_is_over_asks_nothing():
    t, box = table()
    t.phase = Phase.OVER

    assert ("over", {"may": ""}) == match_at(t, box).prompt(0)


def test_a_card_that_another_has_reserved_too_is_not_the_only_one():
    """OSA-3.4  It must not say 'The only yellow 2 is the one you reserved'."""
    match = match_at(*table(market="Y2:0 Y2:1 R3", farm=""))
    refusal = match.explain(0, "coin yellow-2")

    said = "No yellow 2 in the market is free, but you have reserved one: fetch it. (OSA-3.4)"
    assert said == KIT.game.words("en").refusal(refusal)
    assert match.explain(0, "fetch") is None
