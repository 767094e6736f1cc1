"""The terminal board: 80 columns of text, readable without colours."""

from collections.abc import Iterable, Iterator, Mapping

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from comptoir.engine.text.board import (
    EMPTY,
    FAINT,
    WIDTH,
    cut,
    joined,
    player,
    styled,
    wrapped,
)
from comptoir.engine.text.words import Words

from .data import COLOUR_NAMES, EDO, HEIGHT, SPACE_NAMES, VALUES
from .view import LotView, SlotView, View

LABEL = 18  # columns for the label of a row
ROW = 9  # columns for the labels of market and farm
SPACE = 13  # columns for each space of the sea
TOKEN = 4  # columns for a number of tokens
FEW = 6  # up to so many cards of a lot are listed one by one
NAME = 13  # columns for a name in the title

COLOURS = {
    "red": "red",
    "blue": "bright_blue",
    "yellow": "yellow",
    "green": "green",
}
WAVES = SPACE_NAMES[3:5]


def board(view: View, words: Words) -> Text:
    """Return the board of a view."""
    return joined(
        [
            _title(view, words),
            _legend(words),
            *_sea(view, words),
            _slots(view.market, "market", words),
            _slots(view.farm, "farm", words),
            *_purchase(view, words),
            _header(words),
            *(line for n in range(len(view.seats)) for line in _seat(view, n, words)),
            *_hands(view, words),
            *_piles(view, words),
        ]
    )


def _title(view: View, words: Words) -> Text:
    if view.mover is None:
        state = words.say("board.over")
    else:
        whose = cut(words.seat(view.mover), NAME)
        turn = view.turns // len(view.seats) + 1
        state = words.say("board.turn", number=turn, seat=whose)
    discard = sum(view.discard.values())
    begin = f"── {words.say('title')} · {state} "
    end = f" {words.say('board.pile', pile=view.pile, discard=discard)} ──"
    return Text(begin + "─" * (WIDTH - cell_len(begin + end)) + end, "bold")


def _legend(words: Words) -> Text:
    line = Text()
    for name in COLOUR_NAMES:
        line.append_text(_letter(name, words))
        line.append(f" {words.say(f'colour.{name}')}  ", COLOURS[name])
    return line.append(words.say("board.legend"))


def _letter(name: str, words: Words) -> Text:
    return styled(words.say(f"letter.{name}"), f"bold {COLOURS[name]}")


def _sea(view: View, words: Words) -> Iterator[Text]:
    """Draw the route: its six spaces, and under each the ships that lie there."""
    spaces, ships = Text(), Text()
    for space in SPACE_NAMES:
        style = "cyan" if space in WAVES else ""
        spaces.append(set_cell_size(words.say(f"board.{space}"), SPACE), style)
        here = [name for name in COLOUR_NAMES if view.ships[name] == space]
        cell = Text(" ").join(_letter(name, words) for name in here)
        if not here:
            cell = styled("≈" if space in WAVES else EMPTY, FAINT)
        cell.pad_right(SPACE - cell.cell_len)
        ships.append_text(cell)
    yield spaces
    yield ships


def _slots(row: list[SlotView], name: str, words: Words) -> Text:
    line = styled(set_cell_size(words.say(f"board.{name}"), ROW), "bold")
    for slot in row:
        line.append_text(_card(slot.card, words))
        if slot.pawn is not None:
            line.append(f"[{slot.pawn + 1}]", "bold")
        line.append("  ")
    return line if row else line.append(words.say("board.empty"), FAINT)


def _card(card: str, words: Words) -> Text:
    colour = card.partition("-")[0]
    return styled(words.say(f"letter.{card}"), f"bold {COLOURS[colour]}")


def _purchase(view: View, words: Words) -> Iterator[Text]:
    """Draw what buying would cost the viewer, and where the ships would go."""
    if view.viewer is None or view.phase not in ("token", "turn"):
        return
    seat = view.seats[view.viewer]
    if not seat.price:
        return
    price = words.say("board.price", price=seat.price, coins=seat.coins)
    moves = [styled(f"{price}  ")]
    for name, space in seat.sails.items():
        style = "bold" if space == SPACE_NAMES[EDO] else ""
        there = words.say(f"board.to_{space}")
        moves.append(_letter(name, words).append(f" › {there}  ", style))
    yield from wrapped(styled(" " * ROW), moves, ROW)


def _header(words: Words) -> Text:
    line = styled(set_cell_size(words.say("board.players"), LABEL), "bold")
    line.append(f"{words.say('board.cards'):>7}{words.say('board.pawn'):>6}")
    line.append(f"{words.say('board.tokens'):>9} ")
    for name in COLOUR_NAMES:
        line.append(" " * (TOKEN - 1)).append_text(_letter(name, words))
    return line.append(f"{words.say('board.points'):>15}")


def _seat(view: View, number: int, words: Words) -> Iterator[Text]:
    seat = view.seats[number]
    style = "bold reverse" if number == view.viewer else "bold"
    line = styled("▸" if number == view.turn else " ", "bold")
    line.append(f"{number + 1} ", style).append(
        player(words, number, view.viewer, LABEL - 4), style
    )
    line.pad_right(LABEL - line.cell_len)
    pawn = f"[{number + 1}]" if seat.pawn else EMPTY
    total = sum(seat.tokens.values())
    line.append(f"{seat.cards:>7}{pawn:>6}{total:>6}/{view.tokens_to_end:<2} ")
    for name in COLOUR_NAMES:
        count = seat.tokens[name]
        line.append(f"{count or EMPTY:>{TOKEN}}", COLOURS[name] if count else FAINT)
    if seat.points is None:
        points = words.say("board.high", cards=seat.height * HEIGHT)
    else:
        points = str(seat.points)
    yield line.append(f"{points:>15}")
    yield from _lots(seat.lots, words)


def _lots(lots: Mapping[str, LotView], words: Words) -> Iterator[Text]:
    """Draw lots and what they would bring, as many as fit on a line."""
    if lots:
        texts = [_lot(name, lot, words) for name, lot in lots.items()]
        yield from wrapped(Text("   "), texts, 3)


def _lot(name: str, lot: LotView, words: Words) -> Text:
    """Draw a lot: its cards, insured ones starred, price, number and points."""
    text = _letter(name, words)
    text.append(f" {_goods(lot)}", COLOURS[name])
    text.append(f" {lot.price}×{len(lot.goods)}→{lot.points}")
    if lot.at_risk and len(lot.insured) < len(lot.goods):
        text.append(" ≈", "bold cyan")
    return text.append("   ")


def _goods(lot: LotView) -> str:
    many = len(lot.goods) > FEW
    parts = []
    for value in reversed(VALUES):
        safe = lot.insured.count(value)
        bare = lot.goods.count(value) - safe
        for count, mark in ((bare, ""), (safe, "*")):
            if many and count:
                parts.append(f"{count}×{value}{mark}")
            else:
                parts += [f"{value}{mark}"] * count
    return " ".join(parts)


def _hands(view: View, words: Words) -> Iterator[Text]:
    for number, seat in enumerate(view.seats):
        if seat.hand is None:
            continue
        own = number == view.viewer
        key = "board.your_hand" if own else "board.hand"
        label, style = words.say(key, seat=number), "bold" if own else ""
        yield from _listed(label, seat.hand, words, style, f"= {seat.coins}")


def _piles(view: View, words: Words) -> Iterator[Text]:
    """Draw the open discard pile, and what else the viewer may know of the piles."""
    for key, cards in (
        ("discarded", view.discard),
        ("kept", view.kept),
        ("unseen", view.unseen),
        ("hidden", view.pile_cards),
    ):
        if cards:
            yield from _listed(words.say(f"board.{key}"), cards, words)


def _listed(
    label: str,
    cards: Mapping[str, int],
    words: Words,
    style: str = "",
    end: str = "",
) -> Iterable[Text]:
    """Return cards as text: each kind with its count."""
    texts = []
    for card, count in cards.items():
        text = styled(f"{count}×" if count > 1 else "")
        texts.append(text.append_text(_card(card, words)).append(" "))
    line = styled(set_cell_size(cut(label, LABEL - 1), LABEL), style)
    return wrapped(line, [*texts, styled(end)], LABEL)
