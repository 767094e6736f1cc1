"""What Négoces' refusals claim; see `tests/claims.py`."""


def offer(c):
    """The offer of the player that the sentence names."""
    return c.view.seats[c.arg("player") - 1].offer


def standing(c):
    """How many offers bind."""
    return sum(bool(seat.offer and seat.offer.binding) for seat in c.view.seats)


def closes(c):
    """Whether a seller is told just what is legal: to force, and to accept if one can."""
    return (
        c.seat == c.view.seller
        and c.arg("offers") == standing(c)
        and c.offers_what_is_said(force="force a sale", accept="accept an offer")
        and ("accept" in c.verbs) == (standing(c) > 0)
    )


def buys(c):
    return c.is_at("sale") and c.seat != c.view.seller


def sells(c):
    return c.is_at("sale") and c.seat == c.view.seller


def lying(c):
    """How many coins of the seat lie on the market."""
    if c.seat == c.view.seller:
        return c.view.lot.coins
    return c.own.offer.coins if c.own.offer else 0


def hidden(c):
    """The card of the seat that lies hidden, if one does: the lot or the offer."""
    lies = c.view.lot if c.seat == c.view.seller else c.own.offer
    return lies if lies and lies.hidden else None


CLAIMS = {
    "auction_first": lambda c: c.offers("bid", "leave"),
    "no_auction": lambda c: not c.is_at("auction"),
    "bid_too_low": lambda c: c.arg("bid") <= c.arg("high") == c.view.high_bid,
    "bid_too_high": lambda c: c.arg("bid") > c.arg("high") + 2 == c.view.high_bid + 2,
    "lot_first": lambda c: c.offers("open", "hide"),
    "no_such_card": lambda c: c.arg("card") not in c.own.hand,
    "lot_stays": lambda c: sells(c) and c.view.lot is not None,
    "seller_only": lambda c: buys(c) and c.view.seller == c.arg("seat"),
    "buyers_only": sells,
    "own_offer": sells,
    "same_card": lambda c: (
        c.own.offer.card == c.arg("card")
        and c.own.offer.hidden == (c.action.verb == "hide")
    ),
    "too_many_coins": lambda c: c.arg("what") > c.arg("coins") == c.own.coins,
    "same_coins": lambda c: c.arg("coins") == lying(c),
    "not_nothing": lambda c: buys(c) and (not c.own.offer or not c.own.offer.has_card),
    "no_offer_yet": lambda c: buys(c) and c.own.offer is None,
    "nothing_to_renew": lambda c: (
        c.own.offer.lot_coins == c.view.lot.coins == c.arg("coins")
    ),
    "nothing_hidden": lambda c: hidden(c) is None,
    "claimed_already": lambda c: hidden(c).claim is not None,
    "seller_silent": lambda c: buys(c) and c.view.seller == c.arg("seat"),
    "ready_already": lambda c: buys(c) and c.own.final,
    "you_are_ready": lambda c: buys(c) and c.own.final and not c.legal,
    "out_of_revisions": lambda c: (
        buys(c) and not c.legal and c.arg("revisions") == c.view.revisions > 0
    ),
    "close_the_sale": lambda c: (
        closes(c)
        and all(s.final for n, s in enumerate(c.view.seats) if n != c.view.seller)
    ),
    "you_wait": lambda c: closes(c) and c.own.final,
    "silent_seller": lambda c: sells(c) and c.own.final and not c.legal,
    "waits_already": lambda c: sells(c) and c.own.final,
    "lot_bound": lambda c: (
        c.view.lot.revision == c.arg("revisions") == c.view.revisions
    ),
    "no_offer": lambda c: offer(c) is None,
    "offer_changed": lambda c: offer(c).number == c.arg("now") != c.arg("revision"),
    "not_binding": lambda c: (
        offer(c).lot_coins == c.arg("coins") > c.arg("now") == c.view.lot.coins
    ),
    "force_first": lambda c: c.offers("force"),
    "second_first": lambda c: c.offers("hide"),
    "second_hidden": lambda c: c.verbs == {"hide"},
    "name_first": lambda c: c.offers("name"),
    "name_in_hand": lambda c: c.arg("card") in c.own.hand,
    "name_on_market": lambda c: (
        c.arg("card") in (c.view.lot.card, c.view.lot.second_card) and c.offers("name")
    ),
    "take_first": lambda c: c.offers("take"),
    "shows_none": lambda c: c.view.seats[c.arg("player") - 1].shown == 0,
}
