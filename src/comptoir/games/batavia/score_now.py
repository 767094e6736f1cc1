"""BAT-9 as of now: what every seat would have if the game ended at once.

Offices, exchanges and the arrival tile are public. Bills are hidden, and so are the hands that
would be laid down: a seal may still change hands.
"""

from collections.abc import Iterator

from comptoir.engine.model.game import REFEREE
from comptoir.engine.model.score import Score, ScoreSource, sure

from .data import COMPANIES, GOOD_NAMES, GOODS, Box, Ending, Phase
from .scoring import crates_in_office, end_game, gold_for_bills
from .state import Table


def score(t: Table, box: Box, seat: int, viewer: int | None) -> Score:
    """BAT-9.6  Return a seat's gold if the game ended now, as far as the viewer knows it."""
    if t.phase == Phase.OVER:
        return Score(points=t.gold[seat], least=t.gold[seat], sure=True)
    return Score.of(_sources(t, box, seat, viewer))


def end_now(t: Table, box: Box) -> None:
    """BAT-9  End the game at once; the law of scores compares the result with `score`."""
    if t.phase != Phase.OVER:
        end_game(t, box, Ending.ARRIVAL)


def _sources(
    t: Table, box: Box, seat: int, viewer: int | None
) -> Iterator[ScoreSource]:
    yield sure("gold_from.exchanged", t.gold[seat])
    for good in range(GOODS):
        gold = _office(t, box, seat, good)
        yield sure("gold_from.office_paid", gold, good=GOOD_NAMES[good])
    yield _bills(t, box, seat, viewer)
    yield sure("gold_from.arrival_paid", box.arrival if t.arrival == seat else 0)
    yield _seals(t, box, seat, viewer)


def _office(t: Table, box: Box, seat: int, good: int) -> int:
    """BAT-9.2  Return a seat's gold for its crates in an office."""
    crates = [crates_in_office(t, other, good) for other in range(t.seats)]
    most = max(crates)
    if most == 0 or crates[seat] < most:
        return 0
    return (box.goods if crates.count(most) == 1 else box.shared_goods)[good]


def _bills(t: Table, box: Box, seat: int, viewer: int | None) -> ScoreSource:
    """BAT-9.3  Return the gold for the most bills; to know it, a viewer must see all bills."""
    known = viewer == REFEREE or bool(box.open_bills)
    most, gold = gold_for_bills(t, box) if known else (0, 0)
    paid = gold if known and t.bills[seat] == most else 0
    return ScoreSource(key="gold_from.bills_paid", points=paid, least=paid, sure=known)


def _seals(t: Table, box: Box, seat: int, viewer: int | None) -> ScoreSource:
    """BAT-9.5  Return the gold for a seat's seals.

    BAT-9.1  All hands will be laid down, and each seal goes to the seat with strictly the most
    cards of its company. Of a hidden hand only the number of cards is known.
    """
    now = least = most = 0
    for company in range(COMPANIES):
        fewest, full = zip(
            *(_cards(t, other, company, seat, viewer) for other in range(t.seats)),
            strict=True,
        )
        keeps = all(fewest[seat] > full[o] for o in range(t.seats) if o != seat)
        may = all(full[seat] > fewest[o] for o in range(t.seats) if o != seat)
        least += keeps
        most += may
        now += keeps or (may and t.seal[company] == seat)
    return ScoreSource(
        key="gold_from.seals_paid",
        points=now * box.seal,
        least=least * box.seal,
        sure=least == most,
    )


def _cards(
    t: Table, other: int, company: int, seat: int, viewer: int | None
) -> tuple[int, int]:
    """Return the fewest and the most cards of a company that a seat can lay in all."""
    laid, hand = t.laid[other][company], t.hand[other]
    if viewer == REFEREE or other == seat == viewer:
        return laid + hand[company], laid + hand[company]
    return laid, laid + sum(hand)
