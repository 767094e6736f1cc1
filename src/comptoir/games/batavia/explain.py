"""Explains why a move is refused, with the number of the rule in the rulebook."""

from comptoir.engine.model.actions import Action
from comptoir.engine.model.refusals import Refusal
from comptoir.engine.rules.table import NOBODY

from .data import ACTIONS, COMPANY_NAMES, SPACES, Box, Phase
from .merchant import next_stall
from .rules import legal
from .state import Table
from .turn import may_play

VERBS = {  # the verbs that are allowed in a phase
    Phase.AUCTION: ("pass", "bid"),
    Phase.TURN: ("draw", "lay"),
    Phase.LAYING: ("lay", "stop"),
    Phase.SEAL: ("move",),
    Phase.EXCHANGE: ("exchange", "keep"),
}
ASKED = {  # the message if the verb does not belong to the phase
    Phase.AUCTION: ("auction_first", "BAT-3.4"),
    Phase.TURN: ("draw_or_lay", "BAT-4.1"),
    Phase.LAYING: ("finish_laying", "BAT-4.2"),
    Phase.SEAL: ("choose_seal", "BAT-5.2"),
    Phase.EXCHANGE: ("exchange_or_keep", "BAT-6.1"),
}


def explain(t: Table, box: Box, seat: int, action: Action) -> Refusal:
    """Return why the seat to act may not play an action now."""
    phase = Phase(t.phase)
    if action.verb in ("pass", "bid") and phase != Phase.AUCTION:
        return Refusal("no_auction", "BAT-3.5")
    if action.verb in ("exchange", "keep") and phase != Phase.EXCHANGE:
        return Refusal("no_exchange", "BAT-6.1")
    if action.verb not in VERBS[phase]:
        key, number = ASKED[phase]
        return Refusal(key, number, {"may": _may(t, box, seat)})
    if action.verb == "bid":
        return _bid(t, seat, action)
    if action.verb == "move":
        return _move(t, seat, action)
    if action.verb == "lay":
        return _lay(t, seat, action)
    if action.verb == "stop":
        if t.arrival != NOBODY:
            return Refusal("no_stall_ahead", "BAT-8.2")
        return Refusal("stop_without_majority", "BAT-4.3")
    return Refusal("must_play", "BAT-4.1")


def _may(t: Table, box: Box, seat: int) -> str:
    """Return the verbs that are legal now, so that the refusal suggests no others."""
    listed = [0] * len(ACTIONS)
    count = legal(t, box, seat, listed)
    return "_".join(dict.fromkeys(ACTIONS[n].verb for n in listed[:count]))


def _bid(t: Table, seat: int, action: Action) -> Refusal:
    args = {"bid": action.what, "high": t.high_bid, "bills": t.bills[seat]}
    too_high = int(action.what or 0) > t.bills[seat]
    return Refusal("bid_too_high" if too_high else "bid_too_low", "BAT-3.3", args)


def _move(t: Table, seat: int, action: Action) -> Refusal:
    company = COMPANY_NAMES.index(str(action.what))
    args = {"company": action.what}
    if t.seal[company] != seat:
        return Refusal("not_your_seal", "BAT-5.1", args)
    assert next_stall(t, seat, company) > SPACES
    return Refusal("no_stall_of", "BAT-5.2", args)


def _lay(t: Table, seat: int, action: Action) -> Refusal:
    company = COMPANY_NAMES.index(str(action.what))
    if t.hand[seat][company] == 0:
        return Refusal("no_such_card", "BAT-4.2", {"company": action.what})
    assert not may_play(t, seat)
    if t.arrival != NOBODY:
        return Refusal("no_stall_ahead", "BAT-8.2")
    return Refusal("no_majority", "BAT-4.6")
