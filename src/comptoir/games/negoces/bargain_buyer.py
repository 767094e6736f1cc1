"""The negotiator as buyer: it opens, raises in a few steps, and keeps its last word."""

from typing import NamedTuple

from .bargain_market import Market
from .data import (
    ALL_COINS,
    CARD_NAMES,
    CARDS,
    CLAIM,
    CONTRABAND,
    HIDE,
    NOTHING,
    OPEN,
    PUT_COINS,
    READY,
    RENEW,
    WITHDRAW,
)
from .house_worth import copies_spare, lie_for
from .market import has_offer, is_binding, may_claim
from .rules import is_card

HOLDS_BACK = 0.04  # share of its chances that it holds back until the closing call
MOST_CHANGES = 5  # changes of an offer in a sale, those asked for included
BETTER = 1.03  # how much better for the seller an offer must be to count as better
EPSILON = 1e-9


class Plan(NamedTuple):
    """An offer, and what it would mean to this seat and to the seller."""

    own: float
    seller: float
    card: int
    coins: int
    hidden: bool = False
    claim: int = NOTHING


def plan(market: Market) -> Plan | None:
    """Return the offer that the buyer wants to stand with, or None to leave it as it is."""
    t, seat = market.t, market.seat
    rivals = market.rivals()
    rival = max(rivals, key=lambda one: one[t.seller])
    base, to_beat = rival[seat], rival[t.seller]
    now = standing(market)
    asked = asked_for(market, now)
    if asked and asked.own >= base * (1 + market.temper.margin):
        return asked
    if now and is_binding(t, seat) and now.seller >= to_beat:
        return None
    waits = market.heard.may_speak and not market.heard.calls
    least = base * (1 + market.temper.margin + (HOLDS_BACK if waits else 0))
    good = [
        one for one in offers(market) if one.own >= least and rises(market, now, one)
    ]
    if not good:
        return None
    wins = [one for one in good if one.seller >= to_beat * BETTER]
    if wins:
        return max(wins, key=lambda one: (one.own, one.seller))
    return max(good, key=lambda one: (one.seller, one.own))


def asked_for(market: Market, now: Plan | None) -> Plan | None:
    """Return the offer that the seller asks of this seat; None if it stands already.

    `add_coins` adds to the coins of the standing offer.
    """
    heard, t, seat = market.heard.asked, market.t, market.seat
    if heard is None:
        return None
    card, coins = (now.card, now.coins) if now else (NOTHING, 0)
    hidden, claim = (now.hidden, now.claim) if now else (False, NOTHING)
    if heard.key == "ask_card":
        card, hidden, claim = CARD_NAMES.index(heard.args["card"]), False, NOTHING
        if t.hand[seat][card] == 0:
            return None
    elif heard.key == "ask_coins":
        coins = max(coins, int(heard.args["coins"]))
    elif now is None or market.heard.has_said("cannot_pay"):
        return None
    else:
        coins += int(heard.args["coins"])
    if now and (card, coins) == (now.card, now.coins):
        return None
    if heard.key == "add_coins" and t.offer_revision[seat] > market.temper.steps:
        return None
    return (
        _plan(market, card, coins, hidden, claim) if coins <= market.purse() else None
    )


def grants(market: Market, action: int) -> bool:
    """Return True if an action gives what the seller asks of this seat."""
    asked = market.heard.asked
    if asked is None or asked not in market.heard.open:
        return False
    if asked.key == "ask_card":
        return action == OPEN + CARD_NAMES.index(asked.args["card"])
    least = int(asked.args["coins"]) if asked.key == "ask_coins" else 0
    return PUT_COINS + least <= action < PUT_COINS + ALL_COINS


def standing(market: Market) -> Plan | None:
    """Return the seat's standing offer."""
    t, seat = market.t, market.seat
    if not has_offer(t, seat):
        return None
    card, coins = t.offer[seat], t.offer_coins[seat]
    return _plan(market, card, coins, bool(t.offer_hidden[seat]), t.offer_claim[seat])


def _plan(market: Market, card: int, coins: int, hidden: bool, claim: int) -> Plan:
    t, seat = market.t, market.seat
    after = market.after(seat, card, coins, hidden, claim)
    blur = market.temper.blur
    own = after[seat]
    if blur:
        own *= 1 + blur * (market.luck(card + 1) - 0.5)
    return Plan(own, after[t.seller], card, coins, hidden, claim)


def rises(market: Market, now: Plan | None, one: Plan) -> bool:
    """Return True if an offer takes nothing back of the one before."""
    if now is None:
        return True
    if now.card != NOTHING and one.card == NOTHING:
        return False
    if one.coins < now.coins:
        return False
    if (one.card, one.coins, one.hidden) == (now.card, now.coins, now.hidden):
        return not is_binding(market.t, market.seat)
    return one.seller > now.seller + EPSILON


def offers(market: Market) -> list[Plan]:
    """Return the offers that the seat might make."""
    t, seat = market.t, market.seat
    purse = market.purse()
    ways: list[tuple[int, bool, int]] = [(NOTHING, False, NOTHING)]
    bluffs = market.luck(1) < market.temper.lies
    hides = market.luck(2) < market.temper.hides
    for card in range(CARDS):
        if t.hand[seat][card] == 0:
            continue
        junk = card == CONTRABAND
        if hides and bluffs:
            if junk or copies_spare(t, seat, card):
                ways.append((card, True, lie_for(t, seat, t.seller, card)))
        elif hides and not junk:
            ways.append((card, True, card))
        elif not junk:
            ways.append((card, False, NOTHING))
    if t.offer[seat] != NOTHING:  # a card that lies there stays
        here = t.offer[seat], bool(t.offer_hidden[seat])
        ways = [way for way in ways if way[:2] == here] or [
            (*here, t.offer_claim[seat])
        ]
    return [
        _plan(market, card, coins, hidden, claim)
        for card, hidden, claim in ways
        for coins in range(purse + 1)
        if card != NOTHING or coins
    ]


def buys(market: Market, legal: frozenset[int]) -> int | None:
    """Return the buyer's next action."""
    t, seat = market.t, market.seat
    if may_claim(t, seat) and CLAIM in legal:
        lies = market.luck(1) < market.temper.lies
        card = t.offer[seat]
        return CLAIM + (lie_for(t, seat, t.seller, card) if lies else card)
    firm = market.heard.firm[seat]  # it keeps its last word
    aim = (
        plan(market)
        if t.offer_revision[seat] < most_changes(market) and not firm
        else None
    )
    if aim:
        action = towards(market, aim)
        if action in legal:
            return action
    if has_offer(t, seat) and not is_binding(t, seat) and WITHDRAW in legal:
        return WITHDRAW  # the lot is worth less than when the offer was made
    return READY if READY in legal else None


def most_changes(market: Market) -> int:
    """Return how often the offer may change in this sale; once more if the seller asks."""
    extra = 1 if market.heard.asked is None else MOST_CHANGES
    return min(MOST_CHANGES, market.temper.steps + extra)


def is_last(market: Market, action: int) -> bool:
    """Return True if no change is left after this one."""
    t, seat = market.t, market.seat
    coins_follow = is_card(action) and t.offer_coins[seat] == 0
    return t.offer_revision[seat] + 1 >= most_changes(market) and not coins_follow


def towards(market: Market, aim: Plan) -> int:
    """Return the next action from the standing offer to another one."""
    t, seat = market.t, market.seat
    if aim.card not in (NOTHING, t.offer[seat]) or (
        aim.card != NOTHING and aim.hidden != bool(t.offer_hidden[seat])
    ):
        return (HIDE if aim.hidden else OPEN) + aim.card
    if aim.coins != t.offer_coins[seat]:
        return PUT_COINS + aim.coins
    return RENEW
