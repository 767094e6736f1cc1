"""The terminal board: 80 columns of text, readable without colours."""

from collections.abc import Iterable, Mapping

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from comptoir.engine.text.board import EMPTY, FAINT, WIDTH, cut, joined, player, styled
from comptoir.engine.text.words import Words

from .data import ARRIVAL, BLOCK, COMPANY_NAMES, GOOD_NAMES, SPACES
from .view import SeatView, StallView, View

LABEL = 18  # columns for the label of a row
COUNT = 4  # columns for a number by company
ROUTE = 57  # columns for the route, with the offices beside it
STALL = 10  # columns for a stall
GOOD = 13  # columns for a good's name and gold in the offices
CRATE = 2  # columns for a crate
SCALE = 12  # columns for the ship scale, however far the pirate line is
FEW = 5  # a warning appears if so few cards are left to the pirate line

COLOURS = {
    "english": "red",
    "danish": "magenta",
    "french": "bright_blue",
    "dutch": "yellow",
    "swedish": "green",
}
FACE_DOWN = "░░░░░░"


def board(view: View, words: Words) -> Text:
    """Return the board of a view."""
    lines = [
        _title(view, words),
        _legend(words),
        *_side_by_side(_route(view, words), _offices(view, words)),
        _seat_header(words),
        *(_seat_row(view, seat, words) for seat in range(len(view.seats))),
        _scale(view, words),
        *_hands(view, words),
    ]
    if view.phase == "auction" or view.packet:
        lines.append(_packet(view, words))
    return joined(lines)


def _title(view: View, words: Words) -> Text:
    key = f"board.{view.phase}" if view.phase in ("auction", "over") else "board.first"
    state = words.say(key, seat=cut(words.seat(view.first), 12))
    discard = sum(view.discard.values())
    begin = f"── {words.say('title')} · {state} "
    end = f" {words.say('board.pile', pile=view.pile, discard=discard)} ──"
    return Text(begin + "─" * (WIDTH - cell_len(begin + end)) + end, "bold")


def _legend(words: Words) -> Text:
    line = Text()
    for name in COMPANY_NAMES:
        line.append(words.say(f"letter.{name}"), f"bold {COLOURS[name]}")
        line.append(f" {words.say(f'company.{name}')}  ", COLOURS[name])
    return line.append(words.say("board.seal"))


def _side_by_side(left: list[Text], right: list[Text]) -> Iterable[Text]:
    for number, line in enumerate(left):
        if number < len(right):
            line.pad_right(ROUTE - line.cell_len)
            line.append_text(right[number])
        yield line


def _route(view: View, words: Words) -> list[Text]:
    leads = _where_seals_lead(view)
    lines = [_route_header(view, words, bool(leads))]
    for start in range(0, SPACES, BLOCK):
        line = styled(f"{start + 1:>2}–{start + BLOCK:<3}", FAINT)
        for stall in view.stalls[start : start + BLOCK]:
            line.append_text(_space(stall, view, words, stall.space in leads))
        lines.append(line)
    last = styled(f"{ARRIVAL:>2}     ", FAINT).append(words.say("board.arrival"))
    if view.arrival is not None:
        last.append(" ").append_text(_merchant(view.arrival, view))
    return [*lines, last]


def _route_header(view: View, words: Words, leads: bool) -> Text:
    header = styled(words.say("board.route"), "bold")
    waiting = [number for number, seat in enumerate(view.seats) if seat.space == 0]
    if waiting:
        header.append(f"  {words.say('board.start')} ")
        header.append_text(Text().join(_merchant(n, view) for n in waiting))
    if leads:
        header.append(f"  {words.say('board.leads')}")
    if any(stall.hidden and stall.company for stall in view.stalls):
        header.append(f"  {words.say('board.face_down')}")
    return header


def _where_seals_lead(view: View) -> set[int]:
    """Return the next stall of each of the viewer's seals; the board marks them."""
    if view.viewer is None:
        return set()
    seat = view.seats[view.viewer]
    ahead = [s for s in view.stalls if s.space > seat.space and s.company]
    found = (
        next((s.space for s in ahead if s.company == seal), 0) for seal in seat.seals
    )
    return {space for space in found if space}


def _space(stall: StallView, view: View, words: Words, led_to: bool) -> Text:
    """Draw a space of the route: a merchant, a stall, the back of one, or nothing."""
    here = [n for n, seat in enumerate(view.seats) if seat.space == stall.space]
    unseen = stall.hidden and stall.company  # only the referee knows it
    cell = styled("›" if led_to else "?" if unseen else " ", "bold")
    if here:
        cell.append_text(_merchant(here[0], view))
    elif stall.company is None:
        cell.append(FACE_DOWN if stall.hidden else EMPTY, FAINT)
    else:
        colour = COLOURS[stall.company]
        cell.append(words.say(f"letter.{stall.company}"), f"bold {colour}")
        good = words.say(f"good.{stall.good}")[: STALL - 4]
        cell.append(f" {good}", FAINT if unseen else colour)
    cell.pad_right(STALL - cell.cell_len)
    return cell


def _merchant(seat: int, view: View) -> Text:
    return styled(f"[{seat + 1}]", _seat_style(seat, view))


def _seat_style(seat: int, view: View) -> str:
    return "bold reverse" if seat == view.viewer else "bold"


def _offices(view: View, words: Words) -> list[Text]:
    header = styled(words.say("board.offices"), "bold")
    header.pad_right(GOOD - header.cell_len)
    for name in COMPANY_NAMES:
        letter = words.say(f"letter.{name}")
        header.append(f"{letter:>{CRATE}}", f"bold {COLOURS[name]}")
    lines = [header]
    for good in GOOD_NAMES:
        gold = f" {view.goods[good]}"
        line = Text(set_cell_size(words.say(f"good.{good}"), GOOD - len(gold)) + gold)
        for name in COMPANY_NAMES:
            line.append(" " * (CRATE - 1))
            seat = view.offices[good].get(name)
            if seat is None:
                line.append(EMPTY, FAINT)
            else:
                line.append(str(seat + 1), _seat_style(seat, view))
        lines.append(line)
    return lines


def _seat_header(words: Words) -> Text:
    line = styled(set_cell_size(words.say("board.laid"), LABEL), "bold")
    for name in COMPANY_NAMES:
        letter = words.say(f"letter.{name}")
        line.append(f"{letter:>{COUNT - 1}} ", f"bold {COLOURS[name]}")
    columns = ("cards", "bills", "score", "space")
    widths = dict(zip(columns, (8, 8, 6, 7), strict=True))
    for column in columns:
        line.append(f"{words.say(f'board.{column}'):>{widths[column]}}")
    return line.append(f"  {words.say('board.tiles')}")


def _seat_row(view: View, number: int, words: Words) -> Text:
    seat = view.seats[number]
    line = styled("▸" if number == view.turn else " ", "bold")
    line.append(f"{number + 1} ", _seat_style(number, view))
    name = player(words, number, view.viewer, LABEL - 4)
    line.append(name, _seat_style(number, view))
    line.pad_right(LABEL - line.cell_len)
    line.append_text(_counts(seat.laid, seat.seals))
    bills = "?" if seat.bills is None else seat.bills
    line.append(f"{seat.cards:>8}{bills:>8}{seat.score.brief():>6}{_place(seat):>7}  ")
    for name in COMPANY_NAMES:
        if seat.tiles.get(name):
            count = seat.tiles[name] if seat.tiles[name] > 1 else ""
            letter = words.say(f"letter.{name}")
            line.append(f"{letter}{count} ", f"bold {COLOURS[name]}")
    return line


def _place(seat: SeatView) -> str:
    return EMPTY if seat.space == 0 else str(seat.space)


def _counts(cards: Mapping[str, int], seals: Iterable[str] = ()) -> Text:
    line = Text()
    for name in COMPANY_NAMES:
        count = cards.get(name, 0)
        held = name in seals
        style = f"bold {COLOURS[name]}" if held else COLOURS[name]
        text = f"{count or EMPTY:>{COUNT - 1}}{'*' if held else ' '}"
        line.append(text, style if count else FAINT)
    return line


def _scale(view: View, words: Words) -> Text:
    """Draw the ship scale: every ship's marker, and the cannon on its way to the pirate
    line.
    """
    line = Text(set_cell_size(f"   {words.say('board.ships')}", LABEL))
    line.append_text(_counts(view.markers))
    near = view.pirate_line - view.cannon <= FEW and view.phase != "over"
    full = min(SCALE, view.cannon * SCALE // view.pirate_line)
    line.append(f"  {words.say('board.cannon', cannon=view.cannon)} ")
    line.append("▓" * full + "░" * (SCALE - full), "red" if near else "")
    text = words.say("board.pirates", line=view.pirate_line)
    return line.append(f" {text}{' !' if near else ''}", "bold red" if near else "")


def _hands(view: View, words: Words) -> Iterable[Text]:
    for number, seat in enumerate(view.seats):
        if seat.hand is None or view.phase == "over":
            continue
        own = number == view.viewer
        key = "board.your_hand" if own else "board.hand"
        label = cut(words.say(key, seat=number), LABEL - 4)
        line = styled(set_cell_size(f"   {label}", LABEL), "bold" if own else "")
        yield line.append_text(_counts(seat.hand))


def _packet(view: View, words: Words) -> Text:
    line = styled(set_cell_size(f"   {words.say('board.packet')}", LABEL), "bold")
    line.append_text(_counts(view.packet))
    if view.phase != "auction":
        return line
    if view.high_bidder is None:
        bid = words.say("board.no_bid")
    else:
        name = cut(words.seat(view.high_bidder), 10)
        bid = words.say("board.bid", bid=view.high_bid, seat=name)
    still_in = " ".join(
        str(number + 1) for number, seat in enumerate(view.seats) if seat.in_auction
    )
    rest = words.say("board.bidders", list=still_in)
    return line.append(f"  {bid}, {rest}")
