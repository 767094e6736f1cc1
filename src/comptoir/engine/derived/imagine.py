"""The derived `imagine` (determinization), for hidden cards of decks and sealed choices.

The cards that the seat does not know are gathered in the pile. Then each hidden place gets back
as many cards as it held; cards that everyone has seen stay where they are. Another seat's
sealed choice is drawn again from those that it may have made. The result depends only on what
the seat knows and on the dice.
"""

from typing import Any

from comptoir.engine.errors import BadSetup
from comptoir.engine.rules.cards import draw
from comptoir.engine.rules.fields import NOTHING, Field, Visibility
from comptoir.engine.rules.rng import chance, renew_chance
from comptoir.engine.rules.table import Table

from .audit import places
from .prompt import PHASE
from .reset import pile_of
from .source import loop, made

WORD = 62  # usable bits of an integer that packs the card counts of all seats
OTHERS = "if other != seat:"


def imagination(name: str, table: type[Table], *, whole: bool = True) -> Any:
    """Return the rule `imagine`, or the part of it that a game's own `imagine` extends.

    Raises:
        BadSetup: The `whole` rule is wanted, and a hidden field is neither a place of cards nor
            sealed, so the game must define the rule.
    """
    hidden = {
        field: one
        for field, one in table.own_fields().items()
        if one.hidden and not one.remembered
    }
    lines = ["renew_chance(t, dice)"]
    for deck in places(table).values():
        here = {field: one for field, one in deck.items() if hidden.pop(field, None)}
        if here:
            lines += _dealt_anew(name, here)
    for field in [field for field, one in hidden.items() if one.sealed]:
        lines += _chosen_anew(table, field, hidden.pop(field))
    if hidden and whole:
        raise BadSetup(
            f"{name}: {', '.join(hidden)} is hidden, and no place of cards nor "
            "`sealed_until` a phase: write `imagine`, which may call `redeal` first, or "
            "declare it `remembered=True` if attentive players know it"
        )
    known = {
        "renew_chance": renew_chance,
        "draw": draw,
        "chance": chance,
        "__name__": table.__module__,
    }
    head = "t, box, seat, dice"
    return made("imagine" if whole else "redeal", head, lines, known)


def _chosen_anew(table: type[Table], field: str, one: Field) -> list[str]:
    """Return the lines of code that draw the sealed choices of other seats again."""
    of = table.fields.get(one.sealed_from or "")
    last = one.choices - 1 if one.chooses else one.most
    if of is not None and len(of.axes) == 1:
        drawn = [f"t.{field}[other] = chance(t, t.{one.sealed_from}[other] + 1)"]
    elif (
        of is not None
    ):  # any of the choices that the seat still has, all equally likely
        drawn = [
            "found = 0",
            f"for value in range({of.shape[1]}):",
            f"    if t.{one.sealed_from}[other][value] > 0:",
            "        found += 1",
            "        if chance(t, found) == 0:",
            f"            t.{field}[other] = value",
        ]
    else:
        drawn = [f"t.{field}[other] = chance(t, {last} + 1)"]
    there = f"if other != seat and t.{field}[other] != {NOTHING}:"
    inside = loop("other", "t.seats", [there, *(f"    {each}" for each in drawn)])
    return [_while_sealed(one), *(f"    {each}" for each in inside)]


def _while_sealed(one: Field) -> str:
    return f"if t.{PHASE} < {int(one.sealed_until)}:"


def _dealt_anew(name: str, fields: dict[str, Field]) -> list[str]:
    """Return the lines of code that gather a deck's hidden cards and deal them again."""
    pile = pile_of(fields)
    if pile is None:
        raise BadSetup(
            f"{name}: {', '.join(fields)} hides cards, and there is no pile to deal them from: "
            "declare a place that nobody sees, or write `imagine`"
        )
    if fields[pile].known:
        raise BadSetup(
            f"{name}: all have seen some of {pile}, from which hidden cards are dealt: write "
            "`imagine`"
        )
    gathered: list[str] = []
    dealt: list[str] = []
    for place, one in fields.items():
        if place == pile:
            continue
        if not one.sealed and (one.chooses or len(one.axes) > 1 + one.by_seat):
            raise BadSetup(
                f"{name}: {place} hides cards that are not numbers by kind: write `imagine`"
            )
        lines = _gather(pile, place, one)
        if one.open_if:  # if an option opens the place, its cards are known and stay
            lines = [f"if box.{one.open_if} == 0:", *(f"    {each}" for each in lines)]
        gathered += [f"{place}_left = 0", *lines]
        dealt += _deal(pile, place, one)
    return [*gathered, *dealt]


def _gather(pile: str, place: str, one: Field) -> list[str]:
    if one.sealed:
        taken = [
            f"t.{pile}[t.{place}[other]] += 1",
            f"{place}_left += 1 << other",
        ]
        there = f"if other != seat and t.{place}[other] != {NOTHING}:"
        inside = loop("other", "t.seats", [there, *(f"    {each}" for each in taken)])
        return [_while_sealed(one), *(f"    {each}" for each in inside)]
    at = "[other][kind]" if one.by_seat else "[kind]"
    row = f"t.{place}{at}"
    known = f" - t.{one.known}{at}" if one.known else ""
    taken = [
        f"spare = {row}{known}",
        f"t.{pile}[kind] += spare",
        f"{row} -= spare",
        f"{place}_left += spare"
        + (f" << ({_bits(one)} * other)" if one.by_seat else ""),
    ]
    lines = loop("kind", one.shape[-1], taken)
    if not one.by_seat:
        return lines
    inside = [OTHERS, *(f"    {each}" for each in lines)]
    return loop(
        "other", "t.seats", inside if one.seen_by is Visibility.OWNER else lines
    )


def _deal(pile: str, place: str, one: Field) -> list[str]:
    if one.sealed:
        again = [
            f"if {place}_left >> other & 1:",
            f"    t.{place}[other] = draw(t, t.{pile})",
        ]
        return loop("other", "t.seats", again)
    if not one.by_seat:
        return loop("_", f"{place}_left", [f"t.{place}[draw(t, t.{pile})] += 1"])
    bits = _bits(one)
    count = f"{place}_left >> ({bits} * other) & {(1 << bits) - 1}"
    lines = loop("_", count, [f"t.{place}[other][draw(t, t.{pile})] += 1"])
    inside = [OTHERS, *(f"    {each}" for each in lines)]
    return loop(
        "other", "t.seats", inside if one.seen_by is Visibility.OWNER else lines
    )


def _bits(one: Field) -> int:
    """Return the number of bits for one seat's card count: seven at the largest table."""
    return WORD // one.shape[0]
