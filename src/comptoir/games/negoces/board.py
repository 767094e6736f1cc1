"""The terminal board: 80 columns of text, readable without colours."""

from collections.abc import Iterable, Mapping

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from comptoir.engine.text.board import EMPTY, FAINT, WIDTH, cut, joined, player, styled
from comptoir.engine.text.words import Words

from .data import CARD_NAMES, GOOD_NAMES
from .view import LotView, OfferView, SeatView, View

LABEL = 20  # columns for a player's name
COUNT = 7  # columns for a number
CELL = 15  # columns for a kind of card in a hand
ROW = 5  # kinds of cards per row
NAME = 14

COLOURS = {
    "jade": "green",
    "jewels": "bright_magenta",
    "perfume": "magenta",
    "spices": "yellow",
    "coffee": "bright_red",
    "silk": "bright_blue",
    "wine": "red",
    "tea": "cyan",
    "contraband": "bold",
}


def board(view: View, words: Words) -> Text:
    """Return the board of a view."""
    return joined(
        [
            _title(view, words),
            *_lot(view, words),
            _header(view, words),
            *(line for n in range(len(view.seats)) for line in _seat(view, n, words)),
            *_hands(view, words),
        ]
    )


def _title(view: View, words: Words) -> Text:
    if view.phase == "over":
        state, rest = words.say("board.over"), ""
    elif view.phase == "auction":
        name = cut(words.seat(view.high_bidder), NAME)
        state = words.say("board.auction")
        rest = words.say("board.bid", bid=view.high_bid, seat=name)
    else:
        state = words.say("board.sale", sale=view.sales + 1, limit=view.limit)
        rest = words.say("board.seller", seat=cut(words.seat(view.seller or 0), NAME))
    begin = f"── {words.say('title')} · {state} "
    end = f" {rest} ──" if rest else ""
    return Text(begin + "─" * (WIDTH - cell_len(begin + end)) + end, "bold")


def _card(name: str, words: Words) -> Text:
    said = f"{words.say(f'letter.{name}')} {words.say(f'card.{name}')}"
    return styled(said, f"bold {COLOURS[name]}")


def _lot(view: View, words: Words) -> Iterable[Text]:
    """Draw what lies in the middle: the card for sale and its coins."""
    if view.phase in ("auction", "over"):
        return
    line = styled(f" {words.say('board.lot')}  ", "bold")
    if view.lot is None:
        yield line.append(words.say("board.no_lot"), FAINT)
        return
    own = view.viewer == view.seller
    line.append_text(_face(view.lot, own, words))
    line.append(f"  {words.say('board.lot_coins', coins=view.lot.coins)}")
    if view.lot.second_card:
        card = view.lot.second_card
        line.append(f"  {words.say('board.your_second', card=card)}")
    elif view.lot.second:
        line.append(f"  {words.say('board.second')}")
    if view.named:
        line.append(f"  {words.say('board.named', card=view.named)}", "bold")
    yield line


def _face(card: LotView | OfferView, own: bool, words: Words) -> Text:
    """Draw a card on the market: its face, or its back with what its owner says it is."""
    line = Text()
    if card.card is None:
        line.append(words.say("board.hidden"), "reverse")
    else:
        line.append_text(_card(card.card, words))
        how = "board.your_hidden" if card.hidden else "board.open"
        line.append(f" ({words.say(how)})")
    if card.claim:
        key = "board.your_claim" if own else "board.claim"
        line.append(f" {words.say(key, card=card.claim)}", "italic")
    return line


def _header(view: View, words: Words) -> Text:
    line = styled(set_cell_size(f" {words.say('board.players')}", LABEL), "bold")
    for column in ("cards", "coins"):
        line.append(f"{words.say(f'board.{column}'):>{COUNT}}")
    if view.phase not in ("auction", "over"):
        line.append(f"   {words.say('board.stall')}")
    return line


def _seat(view: View, number: int, words: Words) -> Iterable[Text]:
    seat = view.seats[number]
    style = "bold reverse" if number == view.viewer else "bold"
    line = styled("▸" if number in (view.turn, view.seller) else " ", "bold")
    line.append(f"{number + 1} {player(words, number, view.viewer, LABEL - 4)}", style)
    line.pad_right(LABEL - line.cell_len)
    enough = seat.coins >= view.goal_coins
    line.append(f"{seat.cards:>{COUNT}}")
    line.append(f"{seat.coins:>{COUNT}}", "" if enough else "red")
    line.append(" " if enough else "!", "bold red")
    yield line.append("  ").append_text(_stall(view, number, words))
    if seat.hand is None and seat.known:
        yield _seen(seat, words)


def _stall(view: View, number: int, words: Words) -> Text:
    """Draw a buyer's place: the standing offer, its revision, and whether it is final."""
    seat = view.seats[number]
    if view.phase == "over":
        return Text()
    if view.phase == "auction":
        key = "board.bidding" if seat.in_auction else "board.out"
        return styled(words.say(key), "" if seat.in_auction else FAINT)
    if number == view.seller:
        waits = f", {words.say('board.waits')}" if seat.final else ""
        return styled(words.say("board.sells") + waits, "bold")
    if view.phase == "pick":
        return styled(words.say("board.shown", cards=seat.shown))
    if view.phase != "sale":
        return Text()
    line = _offer(seat.offer, number == view.viewer, words)
    if seat.final:
        line.append(f" · {words.say('board.final')}", FAINT)
    return line


def _offer(offer: OfferView | None, own: bool, words: Words) -> Text:
    if offer is None:
        return styled(words.say("board.nothing"), FAINT)
    line = _face(offer, own, words) if offer.has_card else Text()
    if offer.coins:
        key = "board.plus_coins" if offer.has_card else "board.coins_only"
        line.append(" " if offer.has_card else "")
        line.append(words.say(key, coins=offer.coins))
    if not offer.binding:
        line.append(f" · {words.say('board.unbound')}", "red")
    return line


def _seen(seat: SeatView, words: Words) -> Text:
    """Draw the cards that the viewer knows to be in another hand."""
    line = styled(f"     {words.say('board.seen')}", FAINT)
    for name in CARD_NAMES:
        if name in seat.known:
            count = f"{seat.known[name]} " if seat.known[name] > 1 else ""
            line.append(f" {count}{words.say(f'card.{name}')}", COLOURS[name])
    return line


def _hands(view: View, words: Words) -> Iterable[Text]:
    for number, seat in enumerate(view.seats):
        if seat.hand is None:
            continue
        own = number == view.viewer
        key = "board.your_hand" if own else "board.hand"
        name = cut(words.seat(number), NAME)
        line = styled(f" {words.say(key, seat=name)}", "bold" if own else "")
        line.append(f"  {words.say('board.goods', goods=seat.goods)}", "bold")
        coins = words.say("board.line", coins=seat.coins, line=view.goal_coins)
        yield line.append(f" · {coins}")
        yield from _cards(seat.hand, words)


def _cards(hand: Mapping[str, int], words: Words) -> Iterable[Text]:
    """Draw a hand by good, including the goods it lacks."""
    names = [n for n in CARD_NAMES if n in GOOD_NAMES or hand.get(n)]
    for start in range(0, len(names), ROW):
        line = Text(" ")
        for name in names[start : start + ROW]:
            count = hand.get(name, 0)
            style = f"bold {COLOURS[name]}" if count else FAINT
            card = f"{words.say(f'letter.{name}')} {words.say(f'card.{name}')}"
            text = f" {count or EMPTY}× {card}"
            line.append(text + " " * (CELL - cell_len(text)), style)
        yield line
