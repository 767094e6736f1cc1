"""The facts that Borneo's refusals state; see `tests/claims.py`."""

RANKS = 5


def column(c, post):
    """The seats of a post's company, from the highest rank down, and the post's rank."""
    company, _, rank = post.rpartition("-")
    return c.view.companies[company], int(rank)


def stands_on(c, post):
    """Return whose merchant stands on a post, or None."""
    seats, rank = column(c, post)
    return seats[rank - 1] if rank <= len(seats) else None


def holds(c, card):
    return card in {held.card for held in c.own.hand}


def stored(c, card):
    return card in {*(held.card for held in c.own.warehouse), *c.own.harbours}


def spice_of(c, card):
    """What a card of the warehouse shows."""
    spices = {held.card: held.spice for held in c.own.warehouse}
    return (spices | c.own.harbours)[card]


def shows(card, company):
    return company in card.flags


def has_flag(c, company):
    return any(shows(card, company) for card in c.own.hand)


def missing(c, spice):
    return c.view.paying.spices.get(spice, 0)


def open_missions(c):
    return {mission.mission for mission in c.view.missions}


def short_of(c, mission):
    """How many spices the warehouse lacks, crates counted as any."""
    asked = next(m.spices for m in c.view.missions if m.mission == mission)
    lacks = sum(max(0, n - c.own.units.get(spice, 0)) for spice, n in asked.items())
    return lacks - c.own.units.get("crate", 0)


def may(c):
    return {*c.arg("may").split("_")} == c.verbs


def others_above(c, post):
    seats, rank = column(c, post)
    return [seat for seat in seats[: rank - 1] if seat != c.seat]


CLAIMS = {
    "place_first": lambda c: c.offers("place"),
    "mission_or_pass": lambda c: c.offers("mission", "pass"),
    "pay_first": lambda c: (
        may(c) and c.offers_what_is_said(pay="choose cards", trade="trade for")
    ),
    "companies_now": lambda c: (
        may(c) and c.offers_what_is_said(move="move", fight="fight", **{"pass": "pass"})
    ),
    "choose_company": lambda c: c.offers("place"),
    "choose_target": lambda c: c.offers("target"),
    "lay_or_done": lambda c: (
        may(c) and c.offers_what_is_said(lay="lay a", done="be done")
    ),
    "defend_or_done": lambda c: (
        may(c) and c.offers_what_is_said(lay="lay cards", done="be done")
    ),
    "choose_retreat": lambda c: c.offers("stay"),
    "keep_or_pass": lambda c: c.offers("take", "pass"),
    "harbour_first": lambda c: c.offers("harbour"),
    "load_now": lambda c: c.offers("load"),
    "take_now": lambda c: c.offers("take"),
    "discard_now": lambda c: c.offers("discard") and c.own.hand_cards > 6,
    "same_company": lambda c: c.is_at("moving") and c.offers("place"),
    "stay_there": lambda c: (
        c.is_at("retreat")
        and c.offers("stay", "place")
        and c.view.fight.company == c.arg("company")
    ),
    "full": lambda c: len(c.view.companies[c.arg("company")]) == RANKS,
    "mission_not_in": lambda c: c.arg("mission") not in open_missions(c),
    "mission_gone": lambda c: (
        c.arg("mission")
        in {mission.mission for mission in c.view.seats[c.arg("seat")].missions}
    ),
    "too_dear": lambda c: (
        c.view.blackbeard or 0 < c.arg("short") == short_of(c, c.arg("mission"))
    ),
    "pay_from_hand": lambda c: holds(c, c.arg("card")),
    "not_in_store": lambda c: not stored(c, c.arg("card")),
    "no_need_of_pirates": lambda c: stored(c, c.arg("card")) and c.offers("pay"),
    "lessens_nothing": lambda c: (
        stored(c, c.arg("card")) and missing(c, spice_of(c, c.arg("card"))) == 0
    ),
    "dead_end": lambda c: stored(c, c.arg("card")) and c.view.blackbeard,
    "no_pirates": lambda c: not c.view.blackbeard,
    "has_ship": lambda c: c.own.pirate_ship,
    "no_last_trade": lambda c: c.view.ending != "not_yet",
    "traded": lambda c: c.view.blackbeard,
    "not_missing": lambda c: missing(c, c.arg("spice")) == 0,
    "no_contraband": lambda c: c.view.blackbeard and missing(c, c.arg("spice")) > 0,
    "not_yours": lambda c: stands_on(c, c.arg("post")) != c.seat,
    "last_card": lambda c: c.own.hand_cards == 1,
    "no_target": lambda c: not others_above(c, c.arg("post")),
    "no_flag": lambda c: not has_flag(c, c.arg("company")),
    "not_above": lambda c: (
        c.arg("post").rpartition("-")[0] != c.view.fight.company
        or column(c, c.arg("post"))[1] >= c.view.fight.attacker
    ),
    "own_merchant": lambda c: stands_on(c, c.arg("post")) == c.seat,
    "not_in_hand": lambda c: not holds(c, c.arg("card")),
    "not_its_flag": lambda c: (
        not any(
            shows(card, c.arg("company"))
            for card in c.own.hand
            if card.card == c.arg("card")
        )
    ),
    "lay_one": lambda c: c.offers("lay") and not c.view.fight.attack,
    "not_laid": lambda c: (
        c.arg("card") not in {card.card for card in c.view.fight.defence}
    ),
    "not_there": lambda c: (
        c.view.slot == c.arg("slot")
        and c.arg("card")
        not in {card.card for card in c.view.harbours[c.arg("slot") - 1].cards}
    ),
}
