"""Explains why a move is refused, with the number of the rule in the rulebook."""

from comptoir.engine.model.actions import Action
from comptoir.engine.model.refusals import Refusal
from comptoir.engine.rules.table import NOBODY

from .cards import count_coins
from .data import CARD_NAMES, COLOUR_NAMES, RANKS, Box, Phase
from .market import has_pawn, open_cards, price_for
from .state import Table
from .wreck import is_at_risk, uninsured

VERBS = {  # the verbs that are allowed in a phase
    Phase.TOKEN: ("token",),
    Phase.TURN: ("pass", "buy", "coin", "fetch", "reserve", "farm"),
    Phase.PAYING: ("pay",),
    Phase.INSURING: ("discard", "done"),
    Phase.COVERING: ("insure", "done"),
}
ASKED = {  # the message if the verb does not belong to the phase
    Phase.TOKEN: ("token_first", "OSA-2.4"),
    Phase.PAYING: ("pay_first", "OSA-3.3"),
    Phase.INSURING: ("discard_or_done", "OSA-5.9"),
    Phase.COVERING: ("choose_good", "OSA-5.9"),
}
NOT_NOW = {  # the message for verbs that are never legal in a turn
    "token": ("no_token", "OSA-2.4"),
    "pay": ("buy_first", "OSA-3.3"),
    "discard": ("no_wreck", "OSA-5.9"),
    "insure": ("no_wreck", "OSA-5.9"),
    "done": ("no_wreck", "OSA-5.9"),
}


def explain(t: Table, box: Box, seat: int, action: Action) -> Refusal:
    """Return why the seat to act may not play an action now."""
    phase = Phase(t.phase)
    if action.verb not in VERBS[phase]:
        key, number = NOT_NOW[action.verb] if phase == Phase.TURN else ASKED[phase]
        return Refusal(key, number)
    return {
        "pass": _pass,
        "buy": _buy,
        "coin": _coin,
        "fetch": _fetch,
        "reserve": _reserve,
        "farm": _farm,
        "pay": _pay,
        "discard": _discard,
        "insure": _insure,
        "done": _done,
    }[action.verb](t, box, seat, action)


def _pass(t: Table, box: Box, seat: int, action: Action) -> Refusal:
    return Refusal("must_act", "OSA-3.8")


def _buy(t: Table, box: Box, seat: int, action: Action) -> Refusal:
    if open_cards(t, seat) == 0:
        return Refusal("nothing_to_buy", "OSA-3.2")
    coins = count_coins(box, t.hand[seat])
    args = {"price": price_for(t, box, seat), "coins": coins}
    return Refusal("too_dear", "OSA-3.3", args)


def _coin(t: Table, box: Box, seat: int, action: Action) -> Refusal:
    pawns = _pawns_on(t.market, t.market_pawn, action)
    if seat in pawns:
        return Refusal("fetch_it", "OSA-3.4", {"card": action.what})
    if pawns:
        return Refusal(
            "reserved_by", "OSA-3.4", {"card": action.what, "seat": pawns[0]}
        )
    if action.what in [CARD_NAMES[kind] for kind in t.farm[: t.farm_cards]]:
        return Refusal("still_in_farm", "OSA-3.4", {"card": action.what})
    return Refusal("not_in_market", "OSA-3.4", {"card": action.what})


def _fetch(t: Table, box: Box, seat: int, action: Action) -> Refusal:
    if seat in t.farm_pawn:
        return Refusal("reserved_in_farm", "OSA-3.6")
    return Refusal("nothing_reserved", "OSA-3.4")


def _reserve(t: Table, box: Box, seat: int, action: Action) -> Refusal:
    pawns = _pawns_on(t.market, t.market_pawn, action)
    return _no_reservation(t, seat, action, pawns, "not_to_reserve")


def _farm(t: Table, box: Box, seat: int, action: Action) -> Refusal:
    pawns = _pawns_on(t.farm, t.farm_pawn, action)
    return _no_reservation(t, seat, action, pawns, "not_in_farm")


def _no_reservation(
    t: Table, seat: int, action: Action, pawns: list[int], missing: str
) -> Refusal:
    if not has_pawn(t, seat):
        return Refusal("pawn_out", "OSA-3.6")
    if pawns:
        args = {"card": action.what, "seat": pawns[0]}
        return Refusal("already_reserved", "OSA-3.5", args)
    return Refusal(missing, "OSA-3.5", {"card": action.what})


def _pawns_on(cards: list[int], pawns: list[int], action: Action) -> list[int]:
    """Return the seats whose pawns lie on cards of the kind that an action names."""
    kind = CARD_NAMES.index(str(action.what))
    return [p for c, p in zip(cards, pawns, strict=True) if c == kind and p != NOBODY]


def _pay(t: Table, box: Box, seat: int, action: Action) -> Refusal:
    return Refusal("no_such_card", "OSA-3.3", {"card": action.what})


def _discard(t: Table, box: Box, seat: int, action: Action) -> Refusal:
    kind = CARD_NAMES.index(str(action.what))
    colour = kind // RANKS
    args = {"card": action.what, "colour": COLOUR_NAMES[colour]}
    if t.hand[seat][kind] == 0:
        return Refusal("no_such_card", "OSA-5.9", {"card": action.what})
    if box.symbols[kind] == 0:
        return Refusal("no_symbol", "OSA-1.3", {"card": action.what})
    if not is_at_risk(t, colour):
        return Refusal("ship_is_safe", "OSA-5.9", args)
    assert uninsured(t, seat, colour) == 0
    return Refusal("nothing_at_risk", "OSA-5.9", args)


def _insure(t: Table, box: Box, seat: int, action: Action) -> Refusal:
    kind = CARD_NAMES.index(str(action.what))
    if kind // RANKS != t.cover:
        return Refusal("same_colour", "OSA-5.9", {"colour": COLOUR_NAMES[t.cover]})
    return Refusal("no_such_good", "OSA-5.9", {"card": action.what})


def _done(t: Table, box: Box, seat: int, action: Action) -> Refusal:
    return Refusal("one_a_card", "OSA-5.9")
