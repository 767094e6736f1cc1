"""A report in words: the verdict in one paragraph, and a description of the method."""

from collections.abc import Iterator

from comptoir.engine.model.actions import Action
from comptoir.engine.runs.turning import seats_are_alike
from comptoir.lab.statistics import metrics
from comptoir.lab.studies.study import SAMPLED, TRIALS, Lineup

from .report import Finding, Report
from .wording import NARROW, Wording, small

DUEL = 2
# at most this many variants in the verdict, and this many findings for each
VARIANTS, THINGS = 4, 2
WIDTHS = {"seat": ("seat", "place"), "minutes": ("minutes",)}
APART = ("lead", "endings")  # questions that are never reported as unchanged


class ReportText(Wording):
    """The sentences of a report in one language."""

    def __init__(self, report: Report, language: str):
        super().__init__(report.game, language)
        self.report = report

    def inside(self, metric: str) -> str:
        """Return a metric's name as it stands inside a sentence."""
        return small(self.label(metric))

    def action(self, text: str) -> str:
        """Return an action's name in this language."""
        action: Action = self.game.actions.read(text)
        return self.words.action(action)

    def variant(self, name: str) -> str:
        """Return a variant's name."""
        told = next(one for one in self.report.variants if one.name == name)
        return told.labels[self.language]

    @property
    def seats_are_alike(self) -> bool:
        """True if the rules treat all seats alike."""
        return seats_are_alike(self.game, self.report.variants[0].seats)

    @property
    def base(self) -> str:
        """The name of the first variant, with which others are compared."""
        return self.report.variants[0].name

    def bot(self, name: str, *, many: bool = False) -> str:
        """Return a bot's name; the name of a designer's own bot is not translated."""
        key = f"{'bots' if many else 'bot'}.{name}"
        return self.say(key) if key in self.words else self.say("quoted", name=name)

    def among(self, lineup: Lineup) -> dict[str, str]:
        """Return the name of a lineup's stronger bot and that of the bots around it."""
        worse = self.bot(lineup.bots[0], many=True)
        return {"better": self.bot(lineup.better), "worse": worse}

    def answer(self) -> str:
        """Return the verdict as one paragraph."""
        base = [sentence for _, sentence in self.about_base()]
        reached = [] if self.report.reached else [self.say("answer.unreached")]
        return " ".join([*self.verdict(), *base, *reached])

    def verdict(self) -> Iterator[str]:
        """Yield sentences on the differences between variants, or one that there are none."""
        report = self.report
        found = [one for one in report.findings if one.kind == "difference"]
        if len(report.variants) > 1 and not (found or report.shifts):
            wins = [d for d in report.differences if metrics.kind(d.metric) == "seat"]
            half = max(((d.high - d.low) / 2 for d in wins), default=0.0)
            yield self.say(
                "answer.same",
                names=", ".join(
                    self.say("quoted", name=self.variant(v.name))
                    for v in report.variants
                ),
                count=self.count(len(report.differences)),
                games=self.count(report.games["main"]),
                half=self.value("seat", half),
            )
        if found:
            listed = self.say("answer.joint").join(self._variants(found))
            yield self.say(
                "answer.differs", base=self.variant(self.base), listed=listed
            )
            steady = [self.say(f"steady.{one}") for one in self._steady()]
            if steady:
                yield self.say("answer.steady", listed=", ".join(steady))
        if report.shifts:
            one = report.shifts[0]
            yield self.say(
                "answer.shift", action=self.action(one.what),
                name=self.variant(one.variant), before=self.number(one.before),
                after=self.number(one.before + one.value),
            )  # fmt: skip

    def _variants(self, found: list[Finding]) -> Iterator[str]:
        """Yield a sentence on each variant's largest differences; the largest difference comes
        first.
        """
        rest = [one.name for one in self.report.variants[1:]]
        order = list(dict.fromkeys([*(one.variant for one in found), *rest]))
        for name in order[:VARIANTS]:
            own = [one for one in found if one.variant == name]
            large: dict[str, Finding] = {}  # one of each group of related metrics
            for one in own:
                kind = metrics.kind(one.what)
                question = metrics.QUESTION_OF[kind]
                if one.units >= 1 and (question != "length" or kind == "minutes"):
                    large.setdefault(kind if question in APART else question, one)
            called = self.variant(name)
            if large:
                told = [self._moved(one) for one in list(large.values())[:THINGS]]
                yield self.say("answer.variant", name=called, listed=", ".join(told))
            else:
                yield self.say("answer.little" if own else "answer.none", name=called)
        more = len({one.variant for one in found} - {*order[:VARIANTS]})
        if more:
            yield self.say("answer.more", count=more)

    def target(self, name: str) -> str:
        """Return the name of a target: a metric, or one made of several."""
        key = f"target.{name}"
        return self.say(key) if key in self.words else self.label(name)

    @property
    def sizes(self) -> set[int]:
        """The numbers of seats of the variants."""
        return {one.seats for one in self.report.variants}

    def compared(self, metric: str) -> str:
        """Return the name of a difference; if table sizes differ, it is beyond a fair share."""
        label = self.label(metric)
        if metrics.kind(metric) in ("seat", "place") and len(self.sizes) > 1:
            return self.say("metric.beyond", metric=label)
        return label

    def _moved(self, one: Finding) -> str:
        beyond = self.compared(one.what) != self.label(one.what)
        return self.say(
            "answer.moved", metric=small(self.compared(one.what)),
            before=self.value(one.what, one.before, sign=beyond),
            after=self.value(one.what, one.before + one.value, sign=beyond),
            half=self.half(one.what, one),
        )  # fmt: skip

    def _steady(self) -> Iterator[str]:
        """Yield the questions whose metrics certainly differ by less than the requested
        precision.
        """
        for question in self.report.questions:
            if question == "lead" and not self.report.answer("lead.half", self.base):
                continue  # a game that shows no points has no leader
            found = [
                one
                for one in self.report.differences
                if metrics.QUESTION_OF[metrics.kind(one.metric)] == question
            ]
            if found and all(
                max(abs(one.low), abs(one.high)) * one.units <= abs(one.value)
                for one in found
            ):
                yield question

    def about_base(self) -> Iterator[tuple[str, str]]:
        """Yield questions and sentences on the first variant: its fairness, length, tension
        and skill.
        """
        report, base = self.report, self.base
        if "seats" in report.questions:
            yield "seats", self._fairness()
        minutes, moves = report.answer("minutes", base), report.answer("moves", base)
        if minutes and moves:
            yield (
                "length",
                self.say(
                    "answer.length", minutes=self.count(round(minutes.value)),
                    moves=self.count(round(moves.value)),
                ),
            )  # fmt: skip
        told = {"tension": "favourite.2", "king": "kingmaker"}
        if report.variants[0].seats == DUEL:
            # meaningless with two players: if one cannot win, the other one wins
            del told["king"]
        for key, metric in told.items():
            one = report.answer(metric, base)
            if one:
                value = self.value(metric, one.value)
                yield "tension", self.say(f"answer.{key}", value=value)
        for lineup in report.lineups:
            one = report.answer("better", base, lineup.name)
            if one:
                yield (
                    "skill",
                    self.say(
                        "answer.skill", value=self.value("better", one.value),
                        fair=self.value("better", 1 / report.variants[0].seats),
                        **self.among(lineup),
                    ),
                )  # fmt: skip

    def sure(self) -> Iterator[str]:
        """Yield sentences on how precise the answers are."""
        yield next(self.method())
        widest = {
            word: max(
                (
                    one
                    for one in self.report.answers
                    if one.lineup == "main" and metrics.kind(one.metric) in kinds
                ),
                key=lambda one: one.high - one.low,
                default=None,
            )
            for word, kinds in WIDTHS.items()
        }
        shown = {word: self.half(word, one) for word, one in widest.items() if one}
        if len(shown) == len(widest):
            yield self.say("answer.sure", **shown)
        if not self.report.reached:
            yield self.say("answer.unreached")

    def variety(self) -> str:
        """Return a sentence on the effective number of actions in use."""
        named = [
            f"{self.number(one.value)}{NARROW}{self.half('moves', one)} ({self.variant(name)})"
            for name, one in self.report.variety.items()
        ]
        return self.say("variety", listed=", ".join(named))

    def seated(self, lineup: Lineup) -> str:
        """Return the names of the bots in a lineup of equal bots."""
        named = (self.bot(one, many=True) for one in dict.fromkeys(lineup.bots))
        return ", ".join(named)

    def levels(self) -> list[Lineup]:
        """Return the lineups of a single level, the weakest first."""
        steps = [one for one in self.report.lineups if one.better]
        order = [one.bots[0] for one in steps] + [one.better for one in steps[-1:]]
        found = [one for one in self.report.lineups if not (one.better or one.turned)]
        known = [one for one in found if one.bots[0] in order]
        return sorted(known, key=lambda one: order.index(one.bots[0])) or found

    def _fairness(self) -> str:
        report = self.report
        unfair = [one for one in report.findings if one.kind == "unfair"]
        own = [one for one in unfair if one.variant == self.base]
        if own:
            fair = self.value("seat", own[0].before)
            listed = ", ".join(map(self._unfair, own[:THINGS]))
            return self.say(
                "answer.unfair", name=self.variant(self.base), listed=listed, fair=fair
            )
        widths = [
            (one.high - one.low) / 2
            for one in report.answers
            if one.variant == self.base
            and metrics.kind(one.metric) in ("seat", "place")
        ]
        half = self.value("seat", max(widths, default=0.0))
        return self.say("answer.fair", base=self.variant(self.base), half=half)

    def _unfair(self, one: Finding) -> str:
        word, _, n = one.what.partition(".")
        value = self.value("seat", one.before + one.value)
        return self.say(f"answer.{word}", n=int(n), value=value)

    def method(self) -> Iterator[str]:
        """Yield sentences on how the figures were obtained."""
        report = self.report
        games, variants = report.games["main"], len(report.variants)
        yield self.say(
            "method.games", games=self.count(games), variants=variants,
            bots=self.seated(report.lineups[0]),
            all=self.count(
                sum(
                    report.games[one.name] * (1 if one.turned else variants)
                    for one in report.lineups
                )
            ),
        )  # fmt: skip
        if variants > 1:
            gain = self.number(report.narrowing)
            key = "method.paired" if report.paired else "method.apart"
            yield self.say(key, gain=gain) if report.paired else self.say(key)
            yield self.say("method.holm")
        yield self.say("method.stop")
        if "tension" in report.questions:
            trials, last = str(sum(TRIALS)), str(TRIALS[-1])
            yield self.say(
                "method.trials", sampled=str(SAMPLED), trials=trials, last=last
            )
        yield self.say("method.bots")
        yield self.say(
            "method.seed", version=report.version, rules=str(report.rules),
            seed=report.seed, fingerprint=report.fingerprint,
        )  # fmt: skip
