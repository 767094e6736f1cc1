"""The facts that Osaka's refusals state; see `tests/claims.py`."""

WAVES = ("wave_1", "wave_2")


def pawns(c, row):
    """Return whose pawns lie on the cards of the kind refused, or None."""
    return [slot.pawn for slot in row if slot.card == c.what]


def row(c):
    return c.view.farm if c.action.verb == "farm" else c.view.market


def all_reserved(c, row, seat):
    """Whether every card of the kind has a pawn, and one of the pawns is this seat's."""
    found = pawns(c, row)
    return bool(found) and None not in found and seat in found


def own_pawns(c, row):
    return [slot for slot in row if slot.pawn == c.seat]


def uninsured(c, colour):
    lot = c.own.lots.get(colour)
    return len(lot.goods) - len(lot.insured) if lot else 0


def lies_uninsured(c):
    """Whether the seat has an uninsured good of the refused kind."""
    colour, _, value = c.arg("card").partition("-")
    lot = c.own.lots.get(colour)
    return bool(lot) and lot.goods.count(int(value)) > lot.insured.count(int(value))


CLAIMS = {
    "token_first": lambda c: c.offers("token"),
    "no_token": lambda c: c.is_at("turn"),
    "must_act": lambda c: bool(c.legal) and not c.offers("pass"),
    "nothing_to_buy": lambda c: all(
        slot.pawn not in (None, c.seat) for slot in c.view.market
    ),
    "too_dear": lambda c: c.own.coins == c.arg("coins") < c.arg("price") == c.own.price,
    "fetch_it": lambda c: c.offers("fetch") and all_reserved(c, c.view.market, c.seat),
    "reserved_by": lambda c: (
        all_reserved(c, c.view.market, c.arg("seat")) and c.arg("seat") != c.seat
    ),
    "still_in_farm": lambda c: (
        bool(pawns(c, c.view.farm)) and not pawns(c, c.view.market)
    ),
    "not_in_market": lambda c: not pawns(c, c.view.market),
    "reserved_in_farm": lambda c: bool(own_pawns(c, c.view.farm)),
    "nothing_reserved": lambda c: (
        c.own.pawn and not own_pawns(c, [*c.view.farm, *c.view.market])
    ),
    "pawn_out": lambda c: (
        not c.own.pawn and bool(own_pawns(c, [*c.view.farm, *c.view.market]))
    ),
    "already_reserved": lambda c: all_reserved(c, row(c), c.arg("seat")),
    "not_to_reserve": lambda c: not pawns(c, c.view.market),
    "not_in_farm": lambda c: not pawns(c, c.view.farm),
    "buy_first": lambda c: c.is_at("turn"),
    "pay_first": lambda c: c.offers("pay") and c.view.due > 0,
    "no_such_card": lambda c: c.arg("card") not in c.own.hand,
    "no_wreck": lambda c: c.is_at("turn"),
    "discard_or_done": lambda c: c.offers("discard", "done"),
    "no_symbol": lambda c: c.arg("card").endswith("-5"),
    "ship_is_safe": lambda c: c.view.ships[c.arg("colour")] not in WAVES,
    "nothing_at_risk": lambda c: uninsured(c, c.arg("colour")) == 0,
    "choose_good": lambda c: c.offers("insure"),
    "same_colour": lambda c: (
        c.offers("insure")
        and {a.what.split("-")[0] for a in c.legal if a.what} == {c.arg("colour")}
    ),
    "no_such_good": lambda c: c.offers("insure") and not lies_uninsured(c),
    "one_a_card": lambda c: c.offers("insure") and not c.offers("done"),
}
