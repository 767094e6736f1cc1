"""The negotiator as seller: it asks, calls, and takes the best offer or forces a sale."""

from typing import NamedTuple

from comptoir.engine.model.talk import Spoken
from comptoir.engine.rules.table import left_of

from .bargain_answers import LEADER, say, wanted
from .bargain_market import Market
from .data import (
    ACCEPT,
    CARD_NAMES,
    CARDS,
    CLAIM,
    CONTRABAND,
    FORCE,
    HIDE,
    NOTHING,
    NUMBERS,
    OPEN,
    WAIT,
)
from .house_worth import lie_for
from .market import buyers_done, has_offer, is_binding, may_claim

SURE = 0.9  # a chance of winning at which a seller does not haggle
FORCED = 0.97  # what a forced sale is worth, if an offer promises as much
SPARE_CARD = 4.0  # how much better a spare card is to put up than one that is needed
MORE = 1.05  # how much better an offer must be for the seller to ask for it
LIKELY = 0.4  # how likely a buyer must hold the good that a seller asks for
MANY = 9  # changes of offers after which a seller waits no longer
PATIENCE = 4.0  # seconds that a seller waits for buyers who are silent,
CALL = 1.6  # between its calls if all buyers are ready,
LAST_LOOK = 2.5  # between its calls otherwise,
TIME_TO_THINK = 15.0  # and after somebody has asked for patience


class Sales(NamedTuple):
    """What the seller does: an action or none, a phrase or none, and when it looks again."""

    action: int | None
    phrase: Spoken | None = None
    again: float = 0.0


def lot(market: Market) -> int:
    """Return how to open a sale: with a spare card that others lack, but not the leaders.

    A bot that bluffs hides the contraband.
    """
    hidden = market.luck(2) < market.temper.hides
    if hidden and market.hand[CONTRABAND] and market.luck(1) < market.temper.lies:
        return HIDE + CONTRABAND
    held = [card for card in range(CARDS) if market.hand[card]]
    best = max(held, key=lambda card: _appeal(market, card))
    return (HIDE if hidden else OPEN) + best


def _appeal(market: Market, card: int) -> float:
    """Return how good a card is to put up."""
    if card == CONTRABAND:
        return 0.0
    appeal = SPARE_CARD if market.hand[card] > 1 else 0.0
    for buyer in market.others:
        likes = market.lacks(buyer, card)
        appeal += likes if market.goods[buyer] < LEADER else -likes
    return appeal * (1 + market.temper.blur * (market.luck(6, card) - 0.5))


def best_answer(market: Market) -> tuple[int, float]:
    """Return the best way to end the sale now, and the chance of winning after it."""
    t, seat = market.t, market.seat
    best, most = FORCE, market.forced()[seat] * FORCED
    for buyer in market.others:
        if is_binding(t, buyer):
            chance = market.offered(buyer)[seat]
            if chance < SURE:
                luck = market.luck((buyer - seat) % t.seats)
                chance *= 1 + market.temper.blur * (luck - 0.5)
            if chance > most:
                number = t.offer_revision[buyer] % NUMBERS
                best, most = ACCEPT + buyer * NUMBERS + number, chance
    return best, most


def sells(market: Market, legal: frozenset[int]) -> Sales:
    """Return the seller's next step: a claim, a wish, a demand, a call, or the end."""
    t, seat, heard = market.t, market.seat, market.heard
    action, chance = best_answer(market)
    action = action if action in legal else FORCE
    if may_claim(t, seat) and CLAIM in legal:
        lie = market.luck(1) < market.temper.lies
        return Sales(
            CLAIM + (lie_for(t, seat, left_of(t, seat), t.lot) if lie else t.lot)
        )
    if chance > SURE:
        return Sales(action)
    over = buyers_done(t, market.box) or sum(t.offer_revision) >= MANY
    waits = WAIT if WAIT in legal and not over else None
    if not heard.may_speak:
        return Sales(action if over else waits if waits is not None else action)
    if waits is not None:
        return Sales(waits, _wish(market), PATIENCE)
    again = CALL if buyers_done(t, market.box) else LAST_LOOK
    if not heard.calls and (asks := demand(market, chance)):
        return Sales(None, asks, again)
    offers = any(has_offer(t, buyer) for buyer in range(t.seats))
    if heard.calls < (market.temper.rounds if offers else 1):
        return Sales(
            None, say(market, "going_twice" if heard.calls else "going_once"), again
        )
    return Sales(action)


def time_for(said: Spoken | None) -> float:
    """Return how long a seller waits after its answer to a phrase; 0 if as long as before."""
    return TIME_TO_THINK if said and said.key == "take_time" else 0.0


def _wish(market: Market) -> Spoken | None:
    """Return the wish with which a seller opens; it says so only once."""
    if market.heard.own:
        return None
    good = wanted(market)
    return None if good == NOTHING else say(market, "want", card=CARD_NAMES[good])


def demand(market: Market, chance: float) -> Spoken | None:
    """Return what the seller asks of one buyer: a good that it likely holds, or coins."""
    t, heard = market.t, market.heard
    if any(heard.has_said(key) for key in ("ask_card", "ask_coins")):
        return None
    best, most = None, chance * MORE
    asked = [n for n in market.others if not heard.firm[n]]
    goods = {buyer: wanted(market, buyer) for buyer in asked}
    # Whoever likely has the good is asked first.
    for buyer in sorted(asked, key=lambda n: market.lacks(n, max(0, goods[n]))):
        good = goods[buyer]
        if good != NOTHING and 1 - market.lacks(buyer, good) >= LIKELY:
            worth = market.after(buyer, good, 0)[market.seat]
            if worth > most and t.offer[buyer] == NOTHING:
                best, most = (
                    say(market, "ask_card", seat=buyer, card=CARD_NAMES[good]),
                    worth,
                )
        coins = t.offer_coins[buyer] + 1
        if (
            is_binding(t, buyer)
            and coins <= market.coins[buyer] - market.box.goal_coins
        ):
            about = bool(t.offer_hidden[buyer]), t.offer_claim[buyer]
            worth = market.after(buyer, t.offer[buyer], coins, *about)[market.seat]
            if worth > most:
                best, most = say(market, "ask_coins", seat=buyer, coins=coins), worth
    return best
