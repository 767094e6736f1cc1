"""What bots answer to each phrase, by its meaning; some phrases only change what they believe.

A seller asks a buyer by `ask_coins` and `ask_card`; the buyer answers with the offer
(`buyer.asked_for`) or with a refusal from here.
"""

from collections.abc import Callable

from comptoir.engine.model.talk import Spoken

from .bargain_market import Market
from .data import CARD_NAMES, GOODS, NOTHING
from .market import has_offer

LEADER = 5.5  # estimated goods from which bots warn of a player
SURELY = 0.9  # how likely a player must lack a good that is not worth asking for
PRICE = 2  # coins that a seller asks of a buyer from whom it wants no card

Answer = Callable[[Market, Spoken], Spoken | None]


def say(market: Market, key: str, **args: str | int) -> Spoken:
    """Return a phrase of the bot."""
    return Spoken(market.seat, key, args, market.t.sales)


def wanted(market: Market, owner: int | None = None) -> int:
    """Return the good that the seat would most like to get, from one player or from any."""
    best, most = NOTHING, 0.0
    for good in range(GOODS):
        if market.hand[good] or (market.sells and market.t.lot == good):
            continue
        held = max(
            1 - market.lacks(other, good)
            for other in market.others
            if owner in (None, other)
        )
        if held > most:
            best, most = good, held
    return best


def leader(market: Market) -> int | None:
    """Return the other player who seems closest to winning, if one is close."""
    ahead = max(market.others, key=lambda n: (market.goods[n], n == market.t.seller))
    return ahead if market.goods[ahead] >= LEADER else None


def lies(market: Market, about: int) -> bool:
    """Return True if the bot lies about this now."""
    return market.luck(3, about) < market.temper.lies


def _want(market: Market, heard: Spoken) -> Spoken | None:
    """A wish: a buyer says whether it has the good, a seller what it wants for it."""
    card = CARD_NAMES.index(heard.args["card"])
    if market.sells:
        good = wanted(market, heard.seat)
        if market.t.lot == card and not market.t.lot_hidden and good != NOTHING:
            return say(market, "want", card=CARD_NAMES[good])
        return None
    if heard.seat != market.t.seller or card >= GOODS:
        return None
    if market.hand[card] > 1 or lies(market, card):
        return say(market, "have", card=CARD_NAMES[card])
    if market.hand[card] == 0 and market.luck(4, card) < market.temper.talks:
        return say(market, "have_none", card=CARD_NAMES[card])
    return None


def _have(market: Market, heard: Spoken) -> Spoken | None:
    """Something to give: a seller who lacks it asks for it."""
    card = CARD_NAMES.index(heard.args["card"])
    if market.sells and market.lacks(market.seat, card) and market.t.lot != card:
        return say(market, "ask_card", seat=heard.seat, card=CARD_NAMES[card])
    return None


def _have_none(market: Market, heard: Spoken) -> Spoken | None:
    """No such good: a seller who knows better says so."""
    card = CARD_NAMES.index(heard.args["card"])
    if market.t.known[market.seat][heard.seat][card] > 0:
        return say(market, "do_not_believe", seat=heard.seat)
    return None


def _truly(market: Market, heard: Spoken) -> Spoken | None:
    """An oath: of a liar it is not believed."""
    if market.t.caught[market.seat][heard.seat]:
        return say(market, "do_not_believe", seat=heard.seat)
    return None


def _more_coins(market: Market, heard: Spoken) -> Spoken | None:
    """More coins: a buyer who does not pay them says so, and so does a seller."""
    if market.sells or heard.seat == market.t.seller:
        return say(market, "cannot_pay")
    return None


def _asked(market: Market, heard: Spoken) -> Spoken | None:
    """Asked for coins or a card, and not willing."""
    if heard.args.get("seat") != market.seat or heard.seat != market.t.seller:
        return None
    if heard.key == "ask_coins":
        return say(market, "cannot_pay")
    name = heard.args["card"]
    lied = any(o.key == "have" and o.args["card"] == name for o in market.heard.own)
    if market.hand[CARD_NAMES.index(name)] == 0 and not lied:
        return say(market, "have_none", card=name)
    return say(market, "refuse")


def _what_for(market: Market, heard: Spoken) -> Spoken | None:
    """The question of the price: the seller names a good, or coins."""
    return _price(market, heard.seat) if market.sells else None


def _price(market: Market, buyer: int) -> Spoken:
    good = wanted(market, buyer)
    if good != NOTHING and market.lacks(buyer, good) < SURELY:
        return say(market, "ask_card", seat=buyer, card=CARD_NAMES[good])
    coins = min(market.t.offer_coins[buyer] + PRICE, max(1, market.coins[buyer]))
    return say(market, "ask_coins", seat=buyer, coins=coins)


def _show_card(market: Market, heard: Spoken) -> Spoken | None:
    """A hidden card is to be shown: who hides one swears instead."""
    t, seat = market.t, market.seat
    hidden = t.lot_hidden if market.sells else t.offer_hidden[seat]
    claim = t.lot_claim if market.sells else t.offer_claim[seat]
    if not hidden or claim == NOTHING:
        return None
    return say(market, "truly")


def _do_not_sell(market: Market, heard: Spoken) -> Spoken | None:
    """A warning against a buyer: the seller agrees if they lead, who is meant protests."""
    whom = heard.args["seat"]
    if whom == market.seat:
        return say(market, "do_not_believe", seat=heard.seat)
    if not market.sells:
        return None
    if market.goods[whom] >= LEADER:
        return say(market, "nearly_wins", seat=whom)
    return say(market, "refuse")


def _sell_to_me(market: Market, heard: Spoken) -> Spoken | None:
    """A plea: the seller names the price."""
    return _price(market, heard.seat) if market.sells else None


def _blamed(market: Market, heard: Spoken) -> Spoken | None:
    """Not to be believed, or close to winning: who is meant answers."""
    if heard.args["seat"] != market.seat:
        return None
    if heard.key == "do_not_believe":
        return say(market, "truly")
    return say(market, "do_not_believe", seat=heard.seat)


def _going(market: Market, heard: Spoken) -> Spoken | None:
    """The closing call: a buyer who does not raise says that this was the last offer."""
    if market.sells or heard.seat != market.t.seller or heard.key == "going_once":
        return None
    offers = has_offer(market.t, market.seat)
    if offers and not market.heard.own and market.luck(8) < market.temper.talks:
        return say(market, "last_offer")
    return None


def _patience(market: Market, heard: Spoken) -> Spoken | None:
    """A player needs time: the seller grants it."""
    return say(market, "take_time") if market.sells else None


def _well_played(market: Market, heard: Spoken) -> Spoken | None:
    """Praise: the player who just dealt says thanks."""
    return say(market, "thanks") if market.sells else None


def _nothing(market: Market, heard: Spoken) -> Spoken | None:
    """A phrase that only changes what is believed (see `heard`), or nothing at all."""
    return None


ANSWERS: dict[str, Answer] = {
    "want": _want,
    "want_card": _want,
    "have": _have,
    "have_none": _have_none,
    "truly": _truly,
    "add_coins": _more_coins,
    "fewer_coins": _nothing,
    "cannot_pay": _nothing,
    "last_offer": _nothing,
    "ask_coins": _asked,
    "ask_card": _asked,
    "refuse": _nothing,
    "what_for": _what_for,
    "show_card": _show_card,
    "do_not_sell": _do_not_sell,
    "sell_to_me": _sell_to_me,
    "do_not_believe": _blamed,
    "you_lied": _nothing,
    "nearly_wins": _blamed,
    "going_once": _going,
    "going_twice": _going,
    "patience": _patience,
    "take_time": _nothing,
    "thanks": _nothing,
    "well_played": _well_played,
}


def answer(market: Market) -> Spoken | None:
    """Return what the bot says to the last phrase that it can answer; the same only once."""
    heard = market.heard
    if heard.hushed:
        return None
    own = [(one.key, one.args) for one in heard.own]
    for one in reversed(heard.open):
        said = ANSWERS[one.key](market, one) if one.key in ANSWERS else None
        if said and (said.key, said.args) not in own:
            return said
    return None


def reproach(market: Market) -> Spoken | None:
    """Return what the bot says to a player whom it has caught lying; once for each lie."""
    heard = market.heard
    if not heard.may_speak:
        return None
    for other in market.others:
        said = sum(
            o.key == "you_lied" and o.args["seat"] == other for o in heard.all_own
        )
        if market.t.caught[market.seat][other] > said:
            return say(market, "you_lied", seat=other)
    return None


def remark(market: Market, last: bool) -> Spoken | None:
    """Return what the bot says of its own accord with an offer; about every third time."""
    heard, t = market.heard, market.t
    if heard.hushed or heard.has_said("last_offer"):
        return None
    if market.luck(5, t.offer_revision[market.seat]) >= market.temper.talks:
        return None
    if last:
        return say(market, "last_offer")
    ahead = leader(market)
    if ahead is not None:
        key = "nearly_wins" if ahead == t.seller else "do_not_sell"
        if not heard.has_said(key):
            return say(market, key, seat=ahead)
    liars = [n for n in market.others if t.caught[market.seat][n] and t.offer_hidden[n]]
    if liars and not heard.has_said("do_not_believe"):
        return say(market, "do_not_believe", seat=liars[0])
    return _small_talk(market)


def _small_talk(market: Market) -> Spoken | None:
    """Return an oath on its claim, or a plea; it says each once in a sale."""
    heard, t = market.heard, market.t
    if t.offer_claim[market.seat] != NOTHING and not heard.has_said("truly"):
        return say(market, "truly")
    return None if heard.has_said("sell_to_me") else say(market, "sell_to_me")
