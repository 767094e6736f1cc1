"""Scores of now: what a seat would have if the game ended at once, as far as a viewer knows."""

from collections.abc import Iterable, Mapping

import msgspec


class ScoreSource(msgspec.Struct, kw_only=True):
    """One source of a score; its label is the message `key`, as in `score_breakdown`."""

    key: str
    args: Mapping[str, str | int] = {}
    points: int  # as the table lies now
    least: (
        int  # what these points cannot fall below, whatever is hidden from the viewer
    )
    sure: bool  # nothing hidden from the viewer can change them


class Score(msgspec.Struct, kw_only=True):
    """What a seat would have if the game ended now, as far as a viewer can know it."""

    points: int
    least: int
    sure: bool
    goal: int = (
        0  # if not 0: points are progress towards this goal, not the final points
    )
    sources: list[ScoreSource] = []

    @classmethod
    def of(cls, sources: Iterable[ScoreSource], *, goal: int = 0) -> "Score":
        """Return the sum of several sources, without those that are surely worth nothing."""
        counted = [each for each in sources if each.points or not each.sure]
        return cls(
            points=sum(each.points for each in counted),
            least=sum(each.least for each in counted),
            sure=all(each.sure for each in counted),
            goal=goal,
            sources=counted,
        )

    def brief(self) -> str:
        """Return the points as text: `≥` if they can only rise, `≈` if they can also fall."""
        sign = "" if self.sure else "≥" if self.least == self.points else "≈"
        return f"{sign}{self.points}"


def sure(key: str, points: int, **args: str | int) -> ScoreSource:
    """Return a source that the viewer knows exactly."""
    return ScoreSource(key=key, args=args, points=points, least=points, sure=True)
