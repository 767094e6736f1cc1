"""Explains why a move is refused, with the number of the rule in the rulebook."""

from comptoir.engine.model.actions import Action
from comptoir.engine.model.refusals import Refusal

from .data import CARD_NAMES, NOTHING, NUMBERS, RAISES, Box, Phase
from .market import buyers_done, has_offer, is_binding, may_claim, may_revise
from .state import Table

ASKED = {  # the message if the verb does not belong to the phase
    Phase.AUCTION: ("auction_first", "NEG-3.2"),
    Phase.LOT: ("lot_first", "NEG-4.2"),
    Phase.SECOND: ("second_first", "NEG-5.1"),
    Phase.NAMING: ("name_first", "NEG-5.2"),
    Phase.PICK: ("take_first", "NEG-5.4"),
}
VERBS = {  # the verbs that are allowed in a phase
    Phase.AUCTION: ("bid", "leave"),
    Phase.LOT: ("open", "hide"),
    Phase.SECOND: ("open", "hide"),
    Phase.NAMING: ("name",),
    Phase.PICK: ("take",),
}
BUYERS = ("open", "hide", "withdraw", "renew", "ready")
SELLERS = ("wait", "accept", "force", "name", "take")


def explain(t: Table, box: Box, seat: int, action: Action) -> Refusal:
    """Return why a seat that may act now may not play this action."""
    phase = Phase(t.phase)
    verb = action.verb.split()[0]
    if verb in ("bid", "leave") and phase != Phase.AUCTION:
        return Refusal("no_auction", "NEG-3.3")
    if phase == Phase.SALE:
        if seat == t.seller:
            return _seller(t, box, seat, verb, action)
        return _buyer(t, box, seat, verb, action)
    if verb not in VERBS[phase]:
        key, number = ASKED[phase]
        return Refusal(key, number)
    if verb == "bid":
        return _bid(t, action)
    if verb == "name":
        return _name(t, seat, action)
    if verb == "take":
        return Refusal("shows_none", "NEG-5.4", {"player": action.what})
    if phase == Phase.SECOND and verb == "open":
        return Refusal("second_hidden", "NEG-5.1")
    number = "NEG-5.1" if phase == Phase.SECOND else "NEG-4.2"
    return Refusal("no_such_card", number, {"card": action.what})


def unasked(t: Table, box: Box, seat: int, action: Action) -> Refusal | None:
    """Return why a seat that takes part in a sale has no action in it now."""
    if t.phase != Phase.SALE:
        return None
    verb = action.verb.split()[0]
    if verb in ("bid", "leave"):
        return Refusal("no_auction", "NEG-3.3")
    if seat != t.seller and verb in SELLERS:
        return Refusal("seller_only", "NEG-4.1", {"seat": t.seller})
    if seat == t.seller:
        return Refusal("silent_seller", "NEG-4.8")
    if box.free:
        return Refusal("seller_silent", "NEG-4.8", {"seat": t.seller})
    if t.ready[seat]:
        return Refusal("you_are_ready", "NEG-4.8")
    return Refusal("out_of_revisions", "NEG-4.8", {"revisions": box.revisions})


def _bid(t: Table, action: Action) -> Refusal:
    bid = int(action.what or 0)
    args = {"bid": bid, "high": t.high_bid}
    too_high = bid > t.high_bid + RAISES
    return Refusal("bid_too_high" if too_high else "bid_too_low", "NEG-3.2", args)


def _name(t: Table, seat: int, action: Action) -> Refusal:
    in_hand = t.hand[seat][CARD_NAMES.index(str(action.what))] > 0
    key = "name_in_hand" if in_hand else "name_on_market"
    return Refusal(key, "NEG-5.2", {"card": action.what})


def _buyer(t: Table, box: Box, seat: int, verb: str, action: Action) -> Refusal:
    """Return why a buyer who has other actions may not play this one."""
    if verb in SELLERS:
        return Refusal("seller_only", "NEG-4.1", {"seat": t.seller})
    if verb == "claim":
        return _claim(t, seat)
    if verb == "ready":
        return Refusal("ready_already", "NEG-4.8")
    if verb == "withdraw":
        return Refusal("no_offer_yet", "NEG-4.3")
    if not may_revise(t, box, seat):
        return Refusal("seller_silent", "NEG-4.8", {"seat": t.seller})
    if verb in ("open", "hide"):
        holds = t.hand[seat][CARD_NAMES.index(str(action.what))] > 0
        key = "same_card" if holds else "no_such_card"
        return Refusal(key, "NEG-4.3", {"card": action.what})
    if verb == "coins":
        return _coins(t, seat, action, t.offer_coins[seat], "NEG-4.3")
    if not has_offer(t, seat):
        return Refusal("no_offer_yet", "NEG-4.3")
    return Refusal("nothing_to_renew", "NEG-4.4", {"coins": t.lot_coins})


def _coins(t: Table, seat: int, action: Action, now: int, number: str) -> Refusal:
    coins = int(action.what or 0)
    if coins > t.coins[seat]:
        args = {"coins": t.coins[seat], "what": coins}
        return Refusal("too_many_coins", number, args)
    if coins == now and (now > 0 or seat == t.seller or t.offer[seat] != NOTHING):
        return Refusal("same_coins", number, {"coins": coins})
    return Refusal("not_nothing", number)


def _claim(t: Table, seat: int) -> Refusal:
    hidden = t.lot_hidden if seat == t.seller else t.offer_hidden[seat]
    key = "claimed_already" if hidden else "nothing_hidden"
    return Refusal(key, "NEG-4.5")


def _seller(t: Table, box: Box, seat: int, verb: str, action: Action) -> Refusal:
    """Return why the seller may not play this action."""
    if verb in ("open", "hide"):
        return Refusal("lot_stays", "NEG-4.2")
    if verb in BUYERS:
        return Refusal("buyers_only", "NEG-4.1")
    if verb in ("name", "take"):
        return Refusal("force_first", "NEG-5.1")
    if verb == "accept":
        return _accept(t, seat, action)
    if verb == "claim" and not may_claim(t, seat):
        return _claim(t, seat)
    if verb == "wait" and t.ready[seat]:
        return Refusal("waits_already", "NEG-4.8")
    offers = sum(is_binding(t, buyer) for buyer in range(t.seats))
    if not box.free and buyers_done(t, box):
        return Refusal("close_the_sale", "NEG-4.8", {"offers": offers})
    if not box.free and t.ready[seat]:
        return Refusal("you_wait", "NEG-4.8", {"offers": offers})
    if 0 < box.revisions <= t.lot_revision:
        return Refusal("lot_bound", "NEG-4.8", {"revisions": box.revisions})
    return _coins(t, seat, action, t.lot_coins, "NEG-4.4")


def _accept(t: Table, seat: int, action: Action) -> Refusal:
    number = int(action.verb.split()[1])
    buyer = number - 1
    if buyer == seat:
        return Refusal("own_offer", "NEG-4.1")
    if not has_offer(t, buyer):
        return Refusal("no_offer", "NEG-4.6", {"player": number})
    now = t.offer_revision[buyer] % NUMBERS
    if now != action.what:
        args = {"player": number, "revision": action.what, "now": now}
        return Refusal("offer_changed", "NEG-4.6", args)
    args = {"player": number, "coins": t.offer_floor[buyer], "now": t.lot_coins}
    return Refusal("not_binding", "NEG-4.4", args)
