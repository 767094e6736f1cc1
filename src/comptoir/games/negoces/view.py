"""The view of a seat, a spectator or the referee."""

import msgspec

from comptoir.engine.model.game import REFEREE
from comptoir.engine.model.score import Score
from comptoir.engine.rules.table import NOBODY

from .data import (
    CARD_NAMES,
    ENDING_NAMES,
    GOODS,
    NOTHING,
    NUMBERS,
    Box,
    Ending,
    Phase,
)
from .ending import count_goods
from .market import has_offer, is_binding, is_done
from .state import PUBLIC, Table

Cards = dict[str, int]  # counts by card


class LotView(msgspec.Struct, kw_only=True):
    """The card for sale; no card if it is hidden from the viewer."""

    card: str | None
    hidden: bool
    claim: str | None
    coins: int
    revision: int
    second: bool  # True if the second card of a forced sale lies beside it
    second_card: str | None


class OfferView(msgspec.Struct, kw_only=True):
    """A buyer's standing offer; no card if it has none or the card is hidden."""

    card: str | None
    has_card: bool
    hidden: bool
    claim: str | None
    coins: int
    revision: int
    number: int  # the number by which an accept names this revision
    lot_coins: int  # the offer binds while the lot has this many coins
    binding: bool


class SeatView(msgspec.Struct, kw_only=True):
    """One player's seat as the viewer sees it."""

    cards: int  # including a card that is offered
    hand: Cards | None  # None if hidden
    goods: int | None  # number of different goods, if the viewer sees the hand
    known: Cards  # cards the viewer knows to be in the hand (lower bounds)
    coins: int
    in_auction: bool
    final: bool  # True if ready, out of revisions, or a seller who waits
    offer: OfferView | None
    shown: int  # number of cards of the named good that lie open
    score: Score  # progress: different goods, with the goal of eight


class View(msgspec.Struct, kw_only=True):
    """The whole table as one viewer sees it."""

    viewer: int | None
    phase: str
    turn: int | None  # None while all negotiate
    high_bid: int
    high_bidder: int
    seller: int | None
    sales: int
    limit: int
    revisions: int
    goal_coins: int
    lot: LotView | None
    named: str | None
    ending: str
    winner: int | None
    seats: list[SeatView]


def view(t: Table, box: Box, viewer: int | None) -> View:
    """Return the view of a seat, a spectator (None) or the referee."""
    return View(
        viewer=None if viewer == REFEREE else viewer,
        phase=Phase(t.phase).name.lower(),
        turn=None if t.phase in (Phase.SALE, Phase.OVER) else t.turn,
        high_bid=t.high_bid,
        high_bidder=t.high_bidder,
        seller=_seat(t.seller),
        sales=t.sales,
        limit=box.sales,
        revisions=box.revisions,
        goal_coins=box.goal_coins,
        lot=_lot(t, viewer),
        named=_card(t.named),
        ending=ENDING_NAMES[t.ending],
        winner=_seat(t.winner),
        seats=[_seat_view(t, box, seat, viewer) for seat in range(t.seats)],
    )


def opened(t: Table, box: Box, viewer: int | None) -> set[str]:
    """NEG-4.2  Return the fields with cards that lie open.

    NEG-5.2  Players who are asked for a good show it.
    """
    names = {"known"}  # each watcher sees its own row
    if viewer == t.seller:
        names |= {"lot", "second"}
    if not t.lot_hidden:
        names.add("lot")
    if not all(t.offer_hidden):
        names.add("offer")
    return names | {"hand"} if t.phase == Phase.PICK else names


def _seat(seat: int) -> int | None:
    return None if seat == NOBODY else seat


def _card(card: int, *, seen: bool = True) -> str | None:
    return CARD_NAMES[card] if seen and card != NOTHING else None


def _cards(row: list[int]) -> Cards:
    return {CARD_NAMES[card]: n for card, n in enumerate(row) if n}


def _lot(t: Table, viewer: int | None) -> LotView | None:
    """NEG-4.2  Return the view of the lot; only its owner sees a hidden card."""
    if t.lot == NOTHING:
        return None
    own = viewer in (t.seller, REFEREE)
    return LotView(
        card=_card(t.lot, seen=own or not t.lot_hidden),
        hidden=bool(t.lot_hidden),
        claim=_card(t.lot_claim),
        coins=t.lot_coins,
        revision=t.lot_revision,
        second=t.second != NOTHING,
        second_card=_card(t.second, seen=own),
    )


def _offer(t: Table, seat: int, viewer: int | None) -> OfferView | None:
    """NEG-4.3  Return the view of an offer; a hidden card is hidden from the seller too."""
    if not has_offer(t, seat):
        return None
    own = viewer in (seat, REFEREE)
    return OfferView(
        card=_card(t.offer[seat], seen=own or not t.offer_hidden[seat]),
        has_card=t.offer[seat] != NOTHING,
        hidden=bool(t.offer_hidden[seat]),
        claim=_card(t.offer_claim[seat]),
        coins=t.offer_coins[seat],
        revision=t.offer_revision[seat],
        number=t.offer_revision[seat] % NUMBERS,
        lot_coins=t.offer_floor[seat],
        binding=is_binding(t, seat),
    )


def _seat_view(t: Table, box: Box, seat: int, viewer: int | None) -> SeatView:
    """NEG-1.4  Return a seat's view: coins and number of cards are public, the hand is
    secret.
    """
    own = viewer in (seat, REFEREE) or _shows_hand(t, seat)
    watcher = PUBLIC if viewer in (None, REFEREE) else viewer
    selling = t.phase == Phase.SALE
    final = t.ready[seat] if seat == t.seller else is_done(t, box, seat)
    return SeatView(
        cards=sum(t.hand[seat]),
        hand=_cards(t.hand[seat]) if own else None,
        goods=count_goods(t, seat) if own else None,
        known=_cards(t.known[watcher][seat]),
        coins=t.coins[seat],
        in_auction=bool(t.bidding[seat]),
        final=selling and bool(final),
        offer=_offer(t, seat, viewer),
        shown=_shown(t, seat),
        score=score(t, box, seat, viewer),
    )


def score(t: Table, box: Box, seat: int, viewer: int | None) -> Score:
    """NEG-6.2  Return a seat's different goods, of the eight that the game is won with; the
    cards it has for sale are still its own.

    NEG-1.4  Of a hidden hand, only the goods that the viewer has seen there count.
    """
    own = viewer in (seat, REFEREE) or _shows_hand(t, seat)
    watcher = PUBLIC if viewer in (None, REFEREE) else viewer
    cards = t.hand[seat] if own else t.known[watcher][seat]
    lot = {t.lot, t.second} if own and seat == t.seller else set()  # not sold yet
    goods = sum(cards[good] > 0 or good in lot for good in range(GOODS))
    return Score(points=goods, least=goods, sure=own, goal=GOODS)


def _shows_hand(t: Table, seat: int) -> bool:
    return t.ending == Ending.LIMIT or seat == t.winner


def _shown(t: Table, seat: int) -> int:
    laid_open = t.phase == Phase.PICK and seat != t.seller
    return t.hand[seat][t.named] if laid_open else 0
