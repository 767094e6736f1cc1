"""The derived current score: `standing`, without what is hidden from the viewer.

It runs `standing` twice: with every hidden number at its minimum, then at one more. If the
points differ, they are uncertain, and the lower ones are what the viewer can count on.
"""

from collections.abc import Callable, Collection
from typing import Any

from comptoir.engine.model.game import REFEREE
from comptoir.engine.model.score import Score
from comptoir.engine.rules.fields import Field, Visibility
from comptoir.engine.rules.table import Table, copy

ScoreOf = Callable[[Any, Any, int, int | None], Score]


def counting(
    table: type[Table],
    opened: Callable[[Any, Any, int | None], Collection[str]],
    standing: Callable[..., int],
) -> ScoreOf:
    """Return `score` for a game whose `standing` can score an unfinished table."""
    hidden = {n: one for n, one in table.own_fields().items() if one.hidden}

    def score(t: Any, box: Any, seat: int, viewer: int | None) -> Score:
        """Return the points of a seat if the game ended now, as far as the viewer knows."""
        unseen = {} if viewer == REFEREE else {**hidden}
        for name in opened(t, box, viewer):
            unseen.pop(name, None)
        found = []
        for more in range(2 if unseen else 1):
            points, ranks, masked = [0] * t.seats, [0] * t.seats, copy(t)
            for name, one in unseen.items():
                own = viewer == seat and one.seen_by is Visibility.OWNER
                value = getattr(t, name)
                set_to = _filled(value, one, t.seats, more)
                if own:
                    set_to[seat] = value[seat]
                setattr(masked, name, set_to)
            standing(masked, box, points, ranks)
            found.append(points[seat])
        return Score(points=min(found), least=min(found), sure=len({*found}) == 1)

    return score


def _filled(value: Any, one: Field, seats: int, more: int) -> Any:
    """Return a field's value with every number at its minimum, plus `more`."""
    if isinstance(value, list):
        return [_filled(each, one, seats, more) for each in value]
    least, most = one.bounds(seats)
    return min(least + more, most)
