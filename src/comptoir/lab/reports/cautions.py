"""Warnings about results that may come from the bots and not from the game.

Every sentence is about the first variant, and compares the study's own bots with its other
levels. Copies of one bot that always choose alike tie with each other, and a bot may favour a
seat although the rules treat all seats alike.
"""

import math
from collections.abc import Iterator

from comptoir.lab.statistics import metrics
from comptoir.lab.studies.study import Lineup

from .report import Finding, MetricAnswer
from .summary import ReportText

SHARED = 0.15  # share of games with a shared victory that is worth a warning
DEADLOCKS = 0.02  # the same for games that end with equal points for all
SHARE, TENTH = 0.05, 0.1  # differences that are smaller need no warning
UNFAIR = 0.02  # deviation from a seat's fair share, with other bots, worth a warning
TIMES = 2.0  # how much more often bots share victories than random ones, if they tie
SPREAD = ("minutes", "shared", "margin", "lead.half", "favourite.2")


def cautions(tell: ReportText) -> Iterator[str]:
    """Yield a sentence for each result that may be an artefact of the bots."""
    yield from _shared(tell)
    yield from _deadlocks(tell)
    yield from _seats(tell)
    yield from _seats_of_others(tell)
    yield from _differences(tell)
    yield from _spread(tell)


def _levels(tell: ReportText) -> list[Lineup]:
    """Return the lineups in which another bot sits in every seat."""
    lineups = tell.report.lineups
    return [one for one in lineups[1:] if not (one.better or one.turned)]


def _shared(tell: ReportText) -> Iterator[str]:
    one = tell.report.answer("shared", tell.base)
    if one is None or one.low < SHARED:
        return
    yield tell.say("caution.shared", value=tell.value("shared", one.value))
    for lineup in _levels(tell):
        other = tell.report.answer("shared", tell.base, lineup.name)
        if other and one.low > TIMES * other.high:
            yield tell.say(
                "caution.ties", bots=tell.seated(tell.report.lineups[0]),
                other=tell.seated(lineup), value=tell.value("shared", other.value),
            )  # fmt: skip
            return


def _deadlocks(tell: ReportText) -> Iterator[str]:
    one = tell.report.answer("deadlock", tell.base)
    if one and one.low >= DEADLOCKS:
        yield tell.say("caution.deadlock", value=tell.value("deadlock", one.value))


def _seats(tell: ReportText) -> Iterator[str]:
    """Yield a sentence on whether the rules or the bots favour a seat."""
    report = tell.report
    unfair = [
        one
        for one in report.findings
        if one.kind == "unfair" and one.variant == tell.base
    ]
    others = [one for one in report.lineups[1:] if not one.better]
    if unfair and not others:
        yield tell.say("caution.alone")
    if unfair and not tell.seats_are_alike:
        others = _levels(tell)
    for one in unfair:
        found = [
            (lineup, other)
            for lineup in others
            if (other := report.answer(one.what, tell.base, lineup.name))
        ]
        if told := [*_whose(tell, one, found)]:
            yield from told
            return


def _whose(
    tell: ReportText, one: Finding, found: list[tuple[Lineup, MetricAnswer]]
) -> Iterator[str]:
    """Yield whether rules or bots cause a seat's advantage, if other bots show which."""
    word, _, n = one.what.partition(".")
    value = tell.value("seat", one.before + one.value)
    told = {"bots": tell.seated(tell.report.lineups[0])}
    told["what"] = tell.say(f"answer.{word}", n=int(n), value=value)
    turned = next((other for lineup, other in found if lineup.turned), None)
    levels = [each for each in found if not each[0].turned]
    if turned and _lacks(turned, one):
        told["value"] = tell.value("seat", turned.value)
        yield tell.say("caution.turned", **told)
    elif any(_lacks(other, one) for _, other in levels):
        told["others"] = ", ".join(
            tell.say(
                "caution.other", bots=tell.seated(lineup),
                value=tell.value("seat", other.value),
            )
            for lineup, other in levels
        )  # fmt: skip
        yield tell.say("caution.seat", **told)
        play = turned and _has(turned, one)
        yield tell.say("caution.play" if play else "caution.check")
    elif found and all(_has(other, one) for _, other in found):
        listed = [
            tell.say("caution.others") if lineup.turned else tell.seated(lineup)
            for lineup, _ in found
        ]
        yield tell.say("caution.rules", others=", ".join(listed), **told)


def _seats_of_others(tell: ReportText) -> Iterator[str]:
    """Yield the seat or place that other bots favour most, if the study's bots do not."""
    report, fair = tell.report, 1 / tell.report.variants[0].seats
    for lineup in _levels(tell):
        found = [
            one
            for one in report.answers
            if (one.lineup, one.variant) == (lineup.name, tell.base)
            and metrics.kind(one.metric) in ("seat", "place")
        ]
        most = max(found, key=lambda one: abs(one.value - fair), default=None)
        main = most and report.answer(most.metric, tell.base)
        if not (most and main):
            continue
        apart = abs(most.value - fair)
        if apart > max(UNFAIR, most.high - most.low) and apart > 2 * abs(
            main.value - fair
        ):
            word, _, n = most.metric.partition(".")
            value = tell.value("seat", most.value)
            yield tell.say(
                "caution.unseen", other=tell.seated(lineup),
                what=tell.say(f"answer.{word}", n=int(n), value=value),
                value=tell.value("seat", main.value), bots=tell.seated(report.lineups[0]),
            )  # fmt: skip


def _lacks(other: MetricAnswer, finding: Finding) -> bool:
    """Return True if other bots certainly show less than half of an effect."""
    if finding.value > 0:
        return other.high - finding.before < finding.value / 2
    return other.low - finding.before > finding.value / 2


def _has(other: MetricAnswer, finding: Finding) -> bool:
    """Return True if other bots certainly show an effect of the same sign."""
    fair = finding.before
    return other.low > fair if finding.value > 0 else other.high < fair


def _differences(tell: ReportText) -> Iterator[str]:
    """Yield the largest difference between variants that other bots hardly show."""
    report, main = tell.report, tell.report.lineups[0]
    for one in report.findings:
        small = SHARE if metrics.is_share(one.what) else TENTH * abs(one.before)
        if one.kind != "difference" or abs(one.value) < small:
            continue
        for lineup in _levels(tell)[::-1]:  # the strongest first
            there = [
                report.answer(one.what, name, lineup.name)
                for name in (tell.base, one.variant)
            ]
            before, after = there
            if not (before and after):
                continue
            half = math.hypot(before.high - before.value, after.high - after.value)
            if abs(after.value - before.value) + half < abs(one.value) / 2:
                yield tell.say(
                    "caution.change", name=tell.variant(one.variant),
                    metric=tell.inside(one.what), bots=tell.seated(main),
                    other=tell.seated(lineup), before=tell.value(one.what, one.before),
                    after=tell.value(one.what, one.before + one.value),
                    less=tell.value(one.what, before.value),
                    then=tell.value(one.what, after.value),
                )  # fmt: skip
                return


def _spread(tell: ReportText) -> Iterator[str]:
    """Yield a sentence on how far the main numbers differ between levels of bots."""
    report, told = tell.report, []
    for metric in SPREAD:
        played = (report.lineups[0], *_levels(tell))
        found = [report.answer(metric, tell.base, one.name) for one in played]
        answers = [one for one in found if one]
        low, high = (
            pick(answers, key=lambda one: one.value, default=None)
            for pick in (min, max)
        )
        if low and high and low.high < high.low and _matters(low, high):
            told.append(
                tell.say(
                    "caution.range",
                    metric=tell.inside(metric),
                    low=tell.value(metric, low.value),
                    high=tell.value(metric, high.value),
                )
            )
    levels = [tell.seated(one) for one in _levels(tell)]
    if told:
        yield tell.say(
            "caution.spread",
            levels=", ".join(levels),
            listed=tell.say("answer.joint").join(told),
        )
    elif levels:
        yield tell.say("caution.steady", levels=", ".join(levels))


def _matters(low: MetricAnswer, high: MetricAnswer) -> bool:
    """Return True if a difference between levels would change what a designer concludes."""
    if metrics.is_share(low.metric):
        return high.value - low.value > SHARE
    return high.value > 1.25 * low.value
