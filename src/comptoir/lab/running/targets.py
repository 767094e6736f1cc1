"""Targets: what a search looks for, and what a study's recommendation rests on."""

import math
from collections.abc import Mapping
from typing import Any

import msgspec
import numpy as np

from comptoir.engine.errors import BadSetup
from comptoir.lab.statistics import metrics
from comptoir.lab.statistics.moments import Estimate
from comptoir.lab.statistics.totals import StudyTotals
from comptoir.lab.studies.study import Study

from .runner import precision

MADE = ("unfair", "comeback")  # targets that are computed from other metrics
LIMITS = ("least", "most", "unit")
DRAWS = 4000


class Target(msgspec.Struct, frozen=True):
    """A target for one metric: a minimum, a maximum, or both."""

    metric: str
    least: float
    most: float
    unit: float  # the distance from the target that counts as a miss of 1

    def miss(self, value: float) -> float:
        """Return the distance of a value from the target, in units; 0 if the value meets it."""
        return max(self.least - value, value - self.most, 0.0) / self.unit


class Recommendation(msgspec.Struct, frozen=True):
    """The variant that misses the targets least, and how sure that is."""

    variant: str
    chance: float  # the probability that no other variant misses them less
    missed: list[str]  # the targets that it does not meet


def target_names() -> list[str]:
    """Return the names that a target may have: kinds of metrics, and two made of them."""
    return [*MADE, *metrics.QUESTION_OF]


def target_of(study: Study, name: str, given: Any) -> Target:
    """Return a target: a value to approach, or a minimum, a maximum or both."""
    word = metrics.kind(name)
    if word not in target_names():
        raise BadSetup(
            f"search: no target {name!r}: expected one of {', '.join(target_names())}; "
            f"`comptoir lab --names {study.game.name}` lists them with their parts"
        )
    number = isinstance(given, int | float) and not isinstance(given, bool)
    limits = {"least": given, "most": given} if number else given
    if not isinstance(limits, Mapping) or not {*limits} <= {*LIMITS}:
        raise BadSetup(f"search: target {name}: expected a number, least or most")
    least = float(limits.get("least", -math.inf))
    most = float(limits.get("most", math.inf))
    base = "seat.1" if word in MADE else name
    about = most if math.isfinite(most) else least
    small = precision(study, study.lineups[0], base, about)
    if number:
        least, most = least - small, most + small
    return Target(name, least, most, float(limits.get("unit", small)))


def value_of(metric: str, tally: StudyTotals, variant: int = 0) -> Estimate:
    """Return the estimate of a target's metric for a variant."""
    if metric == "unfair":
        seats = {
            name: one
            for name, moments in tally.moments.items()
            if metrics.kind(name) in ("seat", "place")
            and (one := moments.estimate(variant))
        }
        fair = 1 / sum(metrics.kind(name) == "seat" for name in seats)
        worst = max(seats.values(), key=lambda one: abs(one.value - fair))
        return Estimate(abs(worst.value - fair), worst.half, worst.games)
    name = "favourite.2" if metric == "comeback" else metric
    one = tally.moments[name].estimate(variant) if name in tally.moments else None
    if one is None:
        raise BadSetup(f"search: target {metric}: this game does not measure it")
    if metric == "comeback":
        return Estimate(1 - one.value, one.half, one.games)
    return one


def recommended(study: Study, tally: StudyTotals) -> Recommendation | None:
    """Return the variant that misses a study's `[targets]` least; None without targets."""
    targets = [target_of(study, *each) for each in study.asked.targets.items()]
    if not targets:
        return None
    luck, misses = np.random.default_rng(0), []
    for number in range(len(study.variants)):
        found = [value_of(target.metric, tally, number) for target in targets]
        drawn = np.array([luck.normal(one.value, one.error, DRAWS) for one in found])
        missed = [
            [target.miss(value) ** 2 for value in row]
            for target, row in zip(targets, drawn, strict=True)
        ]
        misses.append(np.sum(missed, axis=0))
    total = np.array(misses)
    best = total == total.min(axis=0)
    chances = (best / best.sum(axis=0)).mean(axis=1)
    at = int(chances.argmax())
    return Recommendation(
        study.variants[at].name,
        float(chances[at]),
        [
            one.metric
            for one in targets
            if one.miss(value_of(one.metric, tally, at).value)
        ],
    )
