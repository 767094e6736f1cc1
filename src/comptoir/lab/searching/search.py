"""A search over variants: given targets and ranges of settings, find settings that meet the
targets.

Every combination of settings is played on the same deals, so that differences between
combinations do not come from the luck of the deal. The best few are then played again on new
deals, because the best of many results looks better than it is. A small grid of combinations is
tried in full. A larger one is searched with SciPy's differential evolution, which handles
integers and choices and needs no gradient.
"""

import math
from collections.abc import Callable, Iterator, Mapping
from contextlib import nullcontext
from itertools import product
from pathlib import Path
from typing import Any

import msgspec

from comptoir.engine.errors import BadSetup
from comptoir.engine.model.options import options_of
from comptoir.lab.running.job import StudyJob
from comptoir.lab.running.runner import ThisMachine, Workers
from comptoir.lab.running.targets import Target, target_of, value_of
from comptoir.lab.statistics.moments import Estimate
from comptoir.lab.statistics.totals import StudyTotals
from comptoir.lab.studies.study import LANGUAGES, Study

AGAIN = 8  # on their new deals, the best settings play this many times as many games
FINALISTS = 5
# population size of the differential evolution, for each dimension of the search
POPULATION = 6
TRIES, GAMES = 80, 8192
PLACES = ("options", "box", "setup")

Setting = tuple[Any, ...]


class TriedSetting(msgspec.Struct):
    """One combination of settings, with the results of its games."""

    settings: dict[str, Any]
    values: dict[str, float]
    halves: dict[str, float]
    misses: list[float]
    games: int
    again: bool = False  # True for the results on new deals

    @property
    def miss(self) -> float:
        """The distance from all targets together: 0 if every target is met."""
        return math.sqrt(sum(miss * miss for miss in self.misses))


class ParetoFront(msgspec.Struct):
    """The result of a search: all combinations tried, and the finalists' results on new
    deals.
    """

    titles: dict[str, str]
    abouts: dict[str, str]
    game: str
    targets: list[Target]
    tried: list[TriedSetting]
    best: list[TriedSetting]

    @property
    def trade_offs(self) -> list[TriedSetting]:
        """Return the Pareto-optimal combinations.

        No other combination is better in one target without being worse in another.
        """
        return [
            one
            for one in self.tried
            if not any(_beats(other.misses, one.misses) for other in self.tried)
        ]


def _beats(one: list[float], other: list[float]) -> bool:
    return one != other and all(a <= b for a, b in zip(one, other, strict=True))


class VariantSearch:
    """The checked `[search]` section of a study."""

    def __init__(self, study: Study):
        asked = study.asked.search or {}
        self.study = study
        known = ("ranges", "targets", "tries", "games")
        for name in asked:
            if name not in known:
                raise BadSetup(f"search: no {name!r}: expected {', '.join(known)}")
        self.budget = _whole(asked.get("tries", TRIES), "tries")
        self.games = _whole(asked.get("games", GAMES), "games")
        self.ranges = {
            name: self._range(name, given)
            for name, given in _table(asked.get("ranges"), "ranges").items()
        }
        self.targets = [
            target_of(study, name, given)
            for name, given in _table(asked.get("targets"), "targets").items()
        ]
        first = tuple(values[0] for values in self.ranges.values())
        for at, values in enumerate(self.ranges.values()):
            for (
                value
            ) in values:  # refuse invalid values now, not in the middle of a search
                self.study_of((*first[:at], value, *first[at + 1 :]), 0)

    @property
    def size(self) -> int:
        """The number of combinations in the grid."""
        return math.prod(len(values) for values in self.ranges.values())

    def _range(self, name: str, given: Any) -> list[Any]:
        """Return the values of a range.

        A range is `[15, 35]`, `[15, 35, 5]` for steps of 5, or a list of choices.
        """
        place, _, rest = name.partition(".")
        known = options_of(self.study.game.box_class)
        if (place not in PLACES or not rest) and name not in known:
            listed = ", ".join(known)
            raise BadSetup(f"search: no option {name!r}: expected one of {listed}")
        if isinstance(given, Mapping) and isinstance(given.get("choices"), list):
            return list(given["choices"])
        fits = isinstance(given, list) and all(type(n) is int for n in given)
        if not fits or len(given) not in (2, 3) or given[0] > given[1]:
            raise BadSetup(
                f"search: range {name}: expected [least, most], [least, most, step] or "
                "{choices = […]}"
            )
        step = given[2] if len(given) > 2 else 1  # noqa: PLR2004
        return list(range(given[0], given[1] + 1, max(step, 1)))

    def settings(self, setting: Setting) -> dict[str, Any]:
        """Return a combination's settings by name."""
        return dict(zip(self.ranges, setting, strict=True))

    def study_of(self, setting: Setting, times: int) -> Study:
        """Return the study of one combination: on the common deals, or on new ones."""
        variant: dict[str, Any] = {place: {} for place in PLACES}
        for name, value in self.settings(setting).items():
            place, _, rest = name.partition(".")
            inside = place in PLACES and rest
            variant[place if inside else "options"][rest if inside else name] = value
        base = self.study.asked
        first = next(iter(base.variants.values()), {})
        for place in PLACES:
            variant[place] = {**first.get(place, {}), **variant[place]}
        if "seats" in first:
            variant["seats"] = first["seats"]
        asked = msgspec.to_builtins(base) | {
            "variants": {"tried": variant},
            "questions": ("seats", "length", "lead", "tension", "endings", "choice"),
            "chunk": self.games * max(times, 1),
            "seed": f"{self.study.seed}-again" if times else self.study.seed,
            "search": None,
        }
        return Study(asked)

    def values(self, tally: StudyTotals) -> dict[str, Estimate]:
        """Return the estimates of the targets' metrics from the totals of some games."""
        return {
            target.metric: value_of(target.metric, tally) for target in self.targets
        }

    def play(self, setting: Setting, workers: Workers, times: int = 0) -> TriedSetting:
        """Play the games of one combination and return it with its results."""
        study = self.study_of(setting, times)
        done = next(iter(workers.play(study, [StudyJob(0, 0)])))
        found = self.values(done.tally)
        values = {name: one.value for name, one in found.items()}
        return TriedSetting(
            settings=self.settings(setting),
            values=values,
            halves={name: one.half for name, one in found.items()},
            misses=[target.miss(values[target.metric]) for target in self.targets],
            games=done.tally.games,
            again=times > 0,
        )


def search(
    asked: VariantSearch,
    workers: Workers | None = None,
    heard: Callable[[], None] = lambda: None,
    folder: Path | None = None,
) -> ParetoFront:
    """Search for settings that meet the targets; continue the search in `folder`, if any."""
    from .search_file import SearchFile  # noqa: PLC0415 - it imports this module

    here = workers or ThisMachine()
    with SearchFile(asked, folder) if folder else nullcontext() as file:
        done = dict(file.done) if file else {}

        def tried(setting: Setting) -> TriedSetting:
            if setting not in done:
                done[setting] = asked.play(setting, here)
                if file:
                    file.add(setting, done[setting])
                heard()
            return done[setting]

        for _ in _settings(asked, tried, lambda: len(done)):
            pass
        found = sorted(done.items(), key=lambda pair: pair[1].miss)
    best = [asked.play(setting, here, AGAIN) for setting, _ in found[:FINALISTS]]
    return ParetoFront(
        titles={each: asked.study.title(each) for each in LANGUAGES},
        abouts={each: asked.study.about(each) for each in LANGUAGES},
        game=asked.study.game.name,
        targets=asked.targets,
        tried=[one for _, one in found],
        best=sorted(best, key=lambda one: one.miss),
    )


class _EnoughError(Exception):
    """Raised when the number of combinations allowed by `tries` has been played."""


def _settings(
    asked: VariantSearch,
    tried: Callable[[Setting], TriedSetting],
    spent: Callable[[], int],
) -> Iterator[TriedSetting]:
    """Yield combinations to try: the whole grid, or those that the optimiser chooses."""
    values = list(asked.ranges.values())
    if asked.size <= asked.budget:
        yield from (tried(setting) for setting in product(*values))
        return
    evolve = _optimiser()

    def off(numbers: Any) -> float:
        if spent() >= asked.budget:
            raise _EnoughError
        at = [round(float(number)) for number in numbers]
        return tried(tuple(row[n] for row, n in zip(values, at, strict=True))).miss

    try:
        evolve(
            off, [(0, len(row) - 1) for row in values], integrality=[True] * len(values),
            rng=len(asked.study.seed), popsize=POPULATION, maxiter=1000, polish=False,
            tol=0.0,
        )  # fmt: skip
    except _EnoughError:
        return


def _optimiser() -> Any:
    try:
        from scipy.optimize import differential_evolution  # noqa: PLC0415 - an extra
    except ImportError:
        raise BadSetup(
            "a search over many settings needs SciPy: pip install 'comptoir[lab]'"
        ) from None
    return differential_evolution


def _whole(number: Any, name: str) -> int:
    if type(number) is not int or number < 1:
        raise BadSetup(f"search: {name} {number!r}: expected 1 or more")
    return number


def _table(given: Any, name: str) -> Mapping[str, Any]:
    if not isinstance(given, Mapping) or not given:
        raise BadSetup(f"search: {name}: expected at least one")
    return given


__all__ = ["ParetoFront", "Target", "TriedSetting", "VariantSearch", "search"]
