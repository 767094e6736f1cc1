"""Checks that what a refusal claims about the table is true.

Each game keeps its `CLAIMS` beside its tests: for every key of a refusal, a check of the
sentence against the view of the seat that is refused, and against what is legal for it.
"""

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

from comptoir import Match
from comptoir.engine.model.actions import Action


class Case:
    """A refused action with its seat and reason; `view` is what the seat sees."""

    def __init__(
        self, match: Match, seat: int, legal: list[Action], view: Any, action: Action
    ):
        self.match, self.seat, self.action = match, seat, action
        self.legal, self.view = legal, view
        self.what: Any = action.what
        refusal = match.explain(seat, action)
        assert refusal
        self.refusal, self.key, self.args = refusal, refusal.key, refusal.args

    def __repr__(self) -> str:
        token = self.match.record().token
        return f"seat {self.seat}: {self.action}: {self.said} ({token})"

    @cached_property
    def said(self) -> str:
        """The sentence of the refusal."""
        return self.match.game.words("en").refusal(self.refusal)

    @cached_property
    def verbs(self) -> set[str]:
        """The verbs that are legal for the seat."""
        return {legal.verb.split()[0] for legal in self.legal}

    @property
    def own(self) -> Any:
        """The seat's own part of the view."""
        return self.view.seats[self.seat]

    def arg(self, name: str) -> Any:
        """One argument of the sentence."""
        return self.args[name]

    def offers(self, *verbs: str) -> bool:
        """Return True if everything that the sentence suggests is legal."""
        return {*verbs} <= self.verbs

    def offers_what_is_said(self, **phrases: str) -> bool:
        """Return True if the sentence names at least one verb, and only legal ones."""
        offered = [verb for verb, phrase in phrases.items() if phrase in self.said]
        return bool(offered) and self.offers(*offered)

    def is_at(self, *phases: str) -> bool:
        """Return True if the table is in one of the given phases."""
        return self.view.phase in phases


Claims = Mapping[str, Callable[[Case], bool]]

ENGINE: Claims = {
    "over": lambda c: c.match.over,
    "not_your_turn": lambda c: c.match.actors == [c.arg("seat")] and not c.legal,
    "not_asked": lambda c: len(c.match.actors) > 1 and not c.legal,
}
