"""The facts that Batavia's refusals state; see `tests/claims.py`."""


def others_lay(c, company):
    """The most cards of a company that another player has laid."""
    rest = [seat for n, seat in enumerate(c.view.seats) if n != c.seat]
    return max(seat.laid.get(company, 0) for seat in rest)


def could_lead(c):
    """Whether cards laid from the hand hold or make a majority."""
    return bool(c.own.hand) and any(
        c.own.laid.get(company, 0) + c.own.hand.get(company, 0) > others_lay(c, company)
        for company in c.view.seals
    )


def stalls_ahead(c, company):
    return any(
        stall.company == company and stall.space > c.own.space
        for stall in c.view.stalls
    )


def may(c):
    return {*c.arg("may").split("_")} == c.verbs


CLAIMS = {
    "auction_first": lambda c: (
        c.is_at("auction")
        and may(c)
        and c.offers_what_is_said(bid="bid or", **{"pass": "pass"})
    ),
    "no_auction": lambda c: not c.is_at("auction"),
    "bid_too_low": lambda c: c.arg("bid") <= c.arg("high") == c.view.high_bid,
    "bid_too_high": lambda c: c.arg("bid") > c.arg("bills") == c.own.bills,
    "draw_or_lay": lambda c: (
        c.is_at("turn")
        and may(c)
        and c.offers_what_is_said(draw="Draw", lay="ay a card")
        and ("allows no play" in c.said)
        <= (not could_lead(c) or c.view.arrival is not None)
        and ("none is left" in c.said) <= (c.view.pile == 0)
    ),
    "must_play": lambda c: c.offers("lay") and c.view.pile == 0,
    "no_such_card": lambda c: c.arg("company") not in c.own.hand,
    "no_majority": lambda c: c.verbs == {"draw"} and not could_lead(c),
    "no_stall_ahead": lambda c: c.view.arrival is not None,
    "stop_without_majority": lambda c: c.offers("lay") and not c.own.seals,
    "finish_laying": lambda c: (
        c.is_at("laying")
        and may(c)
        and c.offers_what_is_said(lay="lay one more", stop="stop to")
    ),
    "choose_seal": lambda c: c.offers("move"),
    "not_your_seal": lambda c: c.arg("company") not in c.own.seals,
    "no_stall_of": lambda c: c.offers("move") and not stalls_ahead(c, c.arg("company")),
    "no_exchange": lambda c: not c.is_at("exchange"),
    "exchange_or_keep": lambda c: c.offers("exchange", "keep"),
}
