"""The terminal board: 80 columns of text, readable without colours."""

from collections.abc import Iterable, Iterator, Mapping

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from comptoir.engine.model.actions import Action
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

from .data import COMPANY_NAMES, RANKS, SPICE_NAMES, UPPER
from .view import CardView, HarbourView, MissionView, SeatView, View

LABEL = 15  # columns for the label of a row
COMPANY = 16  # columns for a company
NAME = 13  # columns for a name in the title
PLAYER = 18  # columns for a player's name
UNITS = 5  # columns for a number of units
MISSIONS = 18  # columns for a player's missions

COLOURS = {
    "blue": "bright_blue",
    "yellow": "yellow",
    "red": "red",
    "green": "green",
}


def board(view: View, words: Words) -> Text:
    """Return the board of a view."""
    return joined(
        [
            _title(view, words),
            _legend(view, words),
            *_companies(view, words),
            *(
                line
                for n in range(len(view.harbours))
                for line in _harbour(view, n, words)
            ),
            *_missions(view, words),
            *_fight(view, words),
            *_paying(view, words),
            _header(words),
            *(_seat(view, n, words) for n in range(len(view.seats))),
            *_pirates(view, words),
            *_cards_of_seats(view, words),
            *_pile(view, words),
        ]
    )


def aside(view: View, words: Words, action: Action) -> str:
    """Return the merchant on a post to attack, or the state of a harbour to load."""
    if action.verb == "target":
        company, _, rank = str(action.what).partition("-")
        return words.seat(view.companies[company][int(rank) - 1])
    if action.verb == "harbour":
        return _harbour_line(view.harbours[int(str(action.what)) - 1], words).plain
    return ""


def _title(view: View, words: Words) -> Text:
    if view.mover is None:
        state = words.say("board.over")
    elif view.phase == "placing":
        state = words.say("board.placing")
    else:
        whose = cut(words.seat(view.mover), NAME)
        turn = (view.turns - 1) // len(view.seats) + 1
        state = words.say("board.turn", number=turn, seat=whose)
    begin = f"── {words.say('title')} · {state} "
    piles = words.say(
        "board.pile",
        pile=view.pile,
        discard=len(view.discard),
        harbours=view.harbour_pile,
    )
    end = f" {piles} ──"
    return Text(begin + "─" * (WIDTH - cell_len(begin + end)) + end, "bold")


def _legend(view: View, words: Words) -> Text:
    """BOR-1.7  Return the legend of letters, with a note if the cards are a reconstruction."""
    line = Text()
    for name in COMPANY_NAMES:
        line.append_text(_letter(name, words))
        line.append(f" {words.say(f'company.{name}')}  ", COLOURS[name])
    line.append(f"★ {words.say('spice.crate')}   ")
    key = "board.reconstruction" if view.reconstruction else "board.own_cards"
    return line.append(words.say(key), "italic")


def _letter(name: str, words: Words) -> Text:
    return styled(words.say(f"letter.{name}"), f"bold {COLOURS[name]}")


def _companies(view: View, words: Words) -> Iterator[Text]:
    """Draw the columns, from the highest rank down."""
    line = styled(set_cell_size(words.say("board.companies"), LABEL), "bold")
    for name in COMPANY_NAMES:
        head = f"{words.say(f'letter.{name}')} {words.say(f'company.{name}')}"
        line.append(set_cell_size(head, COMPANY), f"bold {COLOURS[name]}")
    yield line
    for rank in range(RANKS):
        line = styled(f"  {rank + 1:<{LABEL - 2}}")
        for name in COMPANY_NAMES:
            line.append_text(_merchant(view, name, rank, words))
        if any(len(column) > rank for column in view.companies.values()):
            yield line


def _merchant(view: View, company: str, rank: int, words: Words) -> Text:
    column = view.companies[company]
    if rank >= len(column):
        return styled(set_cell_size(EMPTY, COMPANY), FAINT)
    seat = column[rank]
    name = f"{seat + 1} {cut(words.seat(seat), COMPANY - 3)}"
    text = styled(name, "bold reverse" if seat == view.viewer else "")
    return text.append(" " * (COMPANY - text.cell_len))


def _harbour(view: View, number: int, words: Words) -> Iterator[Text]:
    harbour = view.harbours[number]
    label = words.say("board.harbour", number=number + 1)
    line = styled(set_cell_size(label, LABEL), "bold")
    if harbour.harbour is None:
        order = Text(" ").join(_letter(name, words) for name in view.order)
        if view.order:
            line.append(words.say("board.sharing", list=order.plain), "bold")
        yield line
    else:
        yield line.append_text(_harbour_line(harbour, words))
    if harbour.cards:
        last = len(harbour.cards) - 1
        cards = [
            _card(card, words, covered=i < last) for i, card in enumerate(harbour.cards)
        ]
        yield from wrapped(styled(" " * LABEL), cards, LABEL)


def _harbour_line(harbour: HarbourView, words: Words) -> Text:
    """Draw a harbour: spice, visible flags and the monopoly, cards and the limit."""
    name = words.say(f"harbour.{harbour.harbour}")
    line = styled(set_cell_size(f"{name} {words.say(f'spice.{harbour.spice}')}", 14))
    for company in COMPANY_NAMES:
        count = harbour.flags[company]
        line.append(words.say(f"letter.{company}"), f"bold {COLOURS[company]}")
        line.append(f" {count or EMPTY}  ", COLOURS[company] if count else FAINT)
    monopoly = words.say("board.monopoly", value=harbour.monopoly)
    cards = words.say("board.limit", cards=len(harbour.cards), limit=harbour.limit)
    return line.append(f"{monopoly} · {cards}")


def _card(card: CardView, words: Words, *, covered: bool = False) -> Text:
    """Draw a card: its number, its spice, and its flags, upper row first."""
    text = styled(f"{card.card} ", "bold").append(f"{_good(card, words)} ")
    for name in card.flags[:UPPER]:
        text.append_text(_letter(name, words))
    if not covered:
        text.append("/").append_text(_letter(card.flags[UPPER], words))
    return text.append("   ")


def _good(card: CardView, words: Words) -> str:
    spice = words.say(f"short.{card.spice}")
    return spice if card.units == 1 else f"{spice}×{card.units}"


def _missions(view: View, words: Words) -> Iterator[Text]:
    label = styled(set_cell_size(words.say("board.missions"), LABEL), "bold")
    texts = [_mission(mission, words) for mission in view.missions]
    yield from wrapped(label, texts or [styled(words.say("board.none"), FAINT)], LABEL)


def _spices(spices: Mapping[str, int], words: Words) -> str:
    return "+".join(
        (str(count) if count > 1 else "") + words.say(f"short.{spice}")
        for spice, count in spices.items()
    )


def _mission(mission: MissionView, words: Words) -> Text:
    text = styled(f"{mission.mission} ", "bold")
    text.append(f"{_spices(mission.spices, words)}→")
    return text.append(str(mission.value), "bold").append("   ")


def _fight(view: View, words: Words) -> Iterator[Text]:
    """Draw a fight: the ranks of both merchants, and the cards laid."""
    fight = view.fight
    if fight is None:
        return
    said = words.say(
        "board.fight",
        company=fight.company,
        attacker=fight.attacker,
        target="?" if fight.target is None else fight.target,
    )
    cards = [*(_card(c, words) for c in fight.attack)]
    if fight.defence:
        cards += [styled("– "), *(_card(c, words) for c in fight.defence)]
    yield from wrapped(styled(f"{said}   ", "bold"), cards, LABEL)


def _paying(view: View, words: Words) -> Iterator[Text]:
    if view.paying is not None:
        asked = _spices(view.paying.spices, words)
        if view.crates_paid:
            asked += f" − {view.crates_paid}★"
        yield styled(words.say("board.paying", list=asked), "bold")


def _header(words: Words) -> Text:
    line = styled(set_cell_size(words.say("board.players"), PLAYER), "bold")
    line.append(f"{words.say('board.hand_cards'):>6}{words.say('board.points'):>8}")
    line.append("  ")
    for spice in SPICE_NAMES:
        line.append(f"{words.say(f'short.{spice}'):>{UNITS}}")
    return line.append(f"   {words.say('board.done_missions')}")


def _seat(view: View, number: int, words: Words) -> Text:
    seat = view.seats[number]
    style = "bold reverse" if number == view.viewer else "bold"
    line = styled("▸" if number == view.turn else " ", "bold")
    line.append(f"{number + 1} ", style).append(
        player(words, number, view.viewer, PLAYER - 4), style
    )
    line.append(" " * (PLAYER - line.cell_len))
    line.append(f"{seat.hand_cards:>6}{seat.points:>8}  ")
    for spice in SPICE_NAMES:
        count = seat.units[spice]
        line.append(f"{count or EMPTY:>{UNITS}}", "" if count else FAINT)
    return line.append(f"   {_taken(seat)}")


def _taken(seat: SeatView) -> str:
    """List the values of a player's missions."""
    values = sorted((mission.value for mission in seat.missions), reverse=True)
    parts = [
        f"{values.count(v)}×{v}" if values.count(v) > 1 else str(v)
        for v in sorted(set(values), reverse=True)
    ]
    return cut(" ".join(parts) or EMPTY, MISSIONS)


def _pirates(view: View, words: Words) -> Iterator[Text]:
    """BOR-9.1  Draw where the pirate ship is, if the option is on."""
    if view.blackbeard:
        owners = [n for n, seat in enumerate(view.seats) if seat.pirate_ship]
        name = words.seat(owners[0]) if owners else words.say("board.cove")
        yield styled(words.say("board.pirate_ship", name=cut(name, 2 * PLAYER)))


def _cards_of_seats(view: View, words: Words) -> Iterator[Text]:
    """List the visible hands, and the warehouses of their players."""
    for number, seat in enumerate(view.seats):
        if seat.hand is None:
            continue
        own = "your_" if number == view.viewer else ""
        style = "bold" if own else ""
        hand = [_card(card, words) for card in seat.hand]
        if hand:
            yield from _listed(f"board.{own}hand", number, hand, words, style)
        store = [
            styled(f"{card.card} ", "bold").append(f"{_good(card, words)}   ")
            for card in seat.warehouse
        ]
        for name, spice in seat.harbours.items():
            said = words.say(f"harbour.{name}")
            kind = words.say(f"short.{spice}")
            store.append(styled(f"{said} ", "bold").append(f"{kind}   "))
        if store:
            yield from _listed(f"board.{own}store", number, store, words, style)


def _listed(
    key: str, seat: int, cards: list[Text], words: Words, style: str
) -> Iterable[Text]:
    label = cut(words.say(key, seat=seat), LABEL - 1)
    return wrapped(styled(set_cell_size(label, LABEL), style), cards, LABEL)


def _pile(view: View, words: Words) -> Iterator[Text]:
    """List the pile for the referee."""
    if view.pile_cards:
        label = styled(set_cell_size(words.say("board.hidden"), LABEL))
        cards = [styled(f"{card.card} ") for card in view.pile_cards]
        yield from wrapped(label, cards, LABEL)
