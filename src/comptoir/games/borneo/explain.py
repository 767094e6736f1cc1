"""Explains why a move is refused, with the number of the rule in the rulebook."""

from comptoir.engine.model.actions import Action
from comptoir.engine.model.refusals import Refusal

from .companies import is_full
from .data import (
    ACTIONS,
    CARD_NAMES,
    CARDS,
    COMPANY_NAMES,
    CRATE,
    MISSION_NAMES,
    NOTHING,
    PAYMENT_NAMES,
    POST_NAMES,
    RANKS,
    SPICE_NAMES,
    Box,
    Ending,
    Phase,
    Place,
)
from .fight import hand_flags, has_target
from .flags import flags_in
from .missions import gap
from .rules import legal
from .state import Table

VERBS = {  # the verbs that are allowed in a phase
    Phase.PLACING: ("place",),
    Phase.MISSION: ("pass", "mission"),
    Phase.PAYING: ("pay", "trade"),
    Phase.COMPANIES: ("pass", "move", "fight"),
    Phase.MOVING: ("place",),
    Phase.TARGET: ("target",),
    Phase.ATTACK: ("lay", "done"),
    Phase.DEFENCE: ("lay", "done"),
    Phase.RETREAT: ("place", "stay"),
    Phase.REWARD: ("pass", "take"),
    Phase.HARBOUR: ("harbour",),
    Phase.LOADING: ("load",),
    Phase.PICKING: ("take",),
    Phase.DISCARDING: ("discard",),
}
ASKED = {  # the message if the verb does not belong to the phase
    Phase.PLACING: ("place_first", "BOR-2.3"),
    Phase.MISSION: ("mission_or_pass", "BOR-3.1"),
    Phase.PAYING: ("pay_first", "BOR-4.2"),
    Phase.COMPANIES: ("companies_now", "BOR-3.1"),
    Phase.MOVING: ("choose_company", "BOR-5.1"),
    Phase.TARGET: ("choose_target", "BOR-5.3"),
    Phase.ATTACK: ("lay_or_done", "BOR-5.3"),
    Phase.DEFENCE: ("defend_or_done", "BOR-5.4"),
    Phase.RETREAT: ("choose_retreat", "BOR-5.7"),
    Phase.REWARD: ("keep_or_pass", "BOR-5.8"),
    Phase.HARBOUR: ("harbour_first", "BOR-6.1"),
    Phase.LOADING: ("load_now", "BOR-6.1"),
    Phase.PICKING: ("take_now", "BOR-6.6"),
    Phase.DISCARDING: ("discard_now", "BOR-7.1"),
}


def explain(t: Table, box: Box, seat: int, action: Action) -> Refusal:
    """Return why the seat to act may not play an action now."""
    phase = Phase(t.phase)
    if action.verb not in VERBS[phase]:
        key, number = ASKED[phase]
        if phase == Phase.PICKING:
            number = _sharing(t)
        return Refusal(key, number, {"may": _may(t, box, seat)})
    return {
        "place": _place,
        "mission": _mission,
        "pay": _pay,
        "trade": _trade,
        "move": _move,
        "fight": _fight,
        "target": _target,
        "lay": _lay,
        "done": _done,
        "load": _load,
        "take": _take,
        "discard": _load,
    }[action.verb](t, box, seat, action)


def _may(t: Table, box: Box, seat: int) -> str:
    """Return the verbs that are legal now, so that the refusal suggests no others."""
    listed = [0] * len(ACTIONS)
    count = legal(t, box, seat, listed)
    return "_".join(dict.fromkeys(ACTIONS[n].verb for n in listed[:count]))


def _place(t: Table, box: Box, seat: int, action: Action) -> Refusal:
    company = COMPANY_NAMES.index(str(action.what))
    if company == t.company and t.phase == Phase.RETREAT:
        return Refusal("stay_there", "BOR-5.7", {"company": action.what})
    if company == t.company:
        return Refusal("same_company", "BOR-5.1", {"company": action.what})
    assert is_full(t, company)
    return Refusal("full", "BOR-5.2", {"company": action.what})


def _mission(t: Table, box: Box, seat: int, action: Action) -> Refusal:
    mission = MISSION_NAMES.index(str(action.what))
    args = {"mission": action.what}
    if not box.mission_in[mission]:
        return Refusal("mission_not_in", "BOR-2.4", args)
    place = t.mission_place[mission]
    if place != Place.HARBOUR:
        return Refusal("mission_gone", "BOR-4.1", args | {"seat": place - Place.STORE})
    short = gap(box.need[mission], t.stock[seat]) - t.stock[seat][CRATE]
    return Refusal("too_dear", "BOR-4.1", args | {"short": short})


def _pay(t: Table, box: Box, seat: int, action: Action) -> Refusal:
    thing = PAYMENT_NAMES.index(str(action.what))
    args = {"card": action.what}
    if thing < CARDS:
        place, spice = t.place[thing], box.spice[thing]
    else:
        place = t.harbour_place[thing - CARDS]
        spice = box.harbour_spice[thing - CARDS]
    if place == Place.HAND + seat and thing < CARDS:
        return Refusal("pay_from_hand", "BOR-4.1", args)
    if place != Place.STORE + seat:
        return Refusal("not_in_store", "BOR-4.1", args)
    if t.trade != NOTHING:
        if spice in (t.trade, CRATE):
            return Refusal("no_need_of_pirates", "BOR-9.1", args)
    elif t.missing[spice] == 0:
        return Refusal("lessens_nothing", "BOR-4.2", args)
    return Refusal("dead_end", "BOR-4.2", args)


def _trade(t: Table, box: Box, seat: int, action: Action) -> Refusal:
    if not box.blackbeard:
        return Refusal("no_pirates", "BOR-9.1")
    if t.pirate == seat and not t.traded:
        return Refusal("has_ship", "BOR-9.2")
    if t.ending != Ending.NOT_YET:
        return Refusal("no_last_trade", "BOR-9.2")
    if t.traded or t.trade != NOTHING:
        return Refusal("traded", "BOR-9.1")
    spice = SPICE_NAMES.index(str(action.what))
    if t.missing[spice] == 0:
        return Refusal("not_missing", "BOR-4.2", {"spice": action.what})
    return Refusal("no_contraband", "BOR-9.1", {"spice": action.what})


def _post(action: Action) -> tuple[int, int]:
    return divmod(POST_NAMES.index(str(action.what)), RANKS)


def _move(t: Table, box: Box, seat: int, action: Action) -> Refusal:
    return Refusal("not_yours", "BOR-5.1", {"post": action.what})


def _fight(t: Table, box: Box, seat: int, action: Action) -> Refusal:
    company, rank = _post(action)
    args = {"post": action.what, "company": COMPANY_NAMES[company]}
    if t.column[company][rank] != seat:
        return Refusal("not_yours", "BOR-5.3", args)
    if t.hand_cards[seat] == 1:
        return Refusal("last_card", "BOR-5.5")
    if not has_target(t, seat, company, rank):
        return Refusal("no_target", "BOR-5.3", args)
    assert flags_in(hand_flags(t, box, seat), company) == 0
    return Refusal("no_flag", "BOR-5.3", args)


def _target(t: Table, box: Box, seat: int, action: Action) -> Refusal:
    company, rank = _post(action)
    if company != t.company or rank >= t.attacker:
        return Refusal("not_above", "BOR-5.3", {"post": action.what})
    return Refusal("own_merchant", "BOR-5.3", {"post": action.what})


def _lay(t: Table, box: Box, seat: int, action: Action) -> Refusal:
    card = CARD_NAMES.index(str(action.what))
    args = {"card": action.what, "company": COMPANY_NAMES[t.company]}
    number = "BOR-5.4" if t.phase == Phase.DEFENCE else "BOR-5.3"
    if t.place[card] != Place.HAND + seat:
        return Refusal("not_in_hand", number, args)
    return Refusal("not_its_flag", number, args)


def _done(t: Table, box: Box, seat: int, action: Action) -> Refusal:
    return Refusal("lay_one", "BOR-5.3")


def _load(t: Table, box: Box, seat: int, action: Action) -> Refusal:
    number = "BOR-6.1" if action.verb == "load" else "BOR-7.1"
    return Refusal("not_in_hand", number, {"card": action.what})


def _take(t: Table, box: Box, seat: int, action: Action) -> Refusal:
    if t.phase == Phase.REWARD:
        return Refusal("not_laid", "BOR-5.8", {"card": action.what})
    args = {"card": action.what, "slot": t.slot + 1}
    return Refusal("not_there", _sharing(t), args)


def _sharing(t: Table) -> str:
    """Return the rule number for a distribution: the monopoly's if it has one company."""
    return "BOR-6.5" if t.ordered == 1 else "BOR-6.6"
