"""A study's own measures: what to count in every game, as a line of TOML or a Python function.

`clashes = "event clashed"` counts events, `high = "choose 6, choose 7"` actions;
`"event clashed in guide"` only those in one phase. `"FILE.py:NAME"` calls a function with each
finished match, which returns a number.
"""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from runpy import run_path
from typing import Any, NamedTuple, Self

import msgspec

from comptoir.engine.errors import BadSetup, UnknownAction
from comptoir.engine.model.game import Game
from comptoir.engine.play.match import Match
from comptoir.engine.text.words import LANGUAGES

EVENT, IN = "event ", " in "
PHASE = "phase"


class Happening(NamedTuple):
    """An event or an action of a game, and the phase in which it happened."""

    name: str
    phase: str


class OwnMeasure(msgspec.Struct, frozen=True):
    """A measure: a count of some events or actions, or the result of a function."""

    name: str
    labels: dict[str, str]
    wanted: frozenset[str] = frozenset()
    phase: str = ""
    of_match: Callable[[Match], Any] | None = None

    @classmethod
    def read(cls, game: Game, name: str, given: Any, folder: Path) -> Self:
        """Read a measure from a study's file.

        Raises:
            BadSetup: It names no event, action, phase or function.
        """
        about: Mapping[str, Any] = (
            given if isinstance(given, Mapping) else {"count": given}
        )
        text, label = about.get("count"), about.get("name", name)
        if not isinstance(text, str) or not {*about} <= {"count", "name"}:
            raise BadSetup(f"measure {name!r}: expected a text such as “event sold”")
        labels = {
            each: str(label.get(each, name) if isinstance(label, dict) else label)
            for each in LANGUAGES
        }
        if ".py:" in text:
            return cls(name, labels, of_match=_function(name, text, folder))
        counted, _, phase = text.partition(IN)
        phases = phases_of(game)
        if phase and phase not in phases:
            raise BadSetup(
                f"measure {name!r}: no phase {phase!r}: expected one of {', '.join(phases)}"
            )
        return cls(name, labels, frozenset(_wanted(game, name, counted)), phase)

    def of_game(self, match: Match, happened: list[Happening]) -> float:
        """Return the measure of one finished game."""
        if self.of_match:
            try:
                return float(self.of_match(match))
            except Exception as error:
                what = f"{type(error).__name__}: {error}"
                raise BadSetup(f"measure {self.name!r}: {what}") from error
        return sum(
            one.name in self.wanted and self.phase in ("", one.phase)
            for one in happened
        )


def phases_of(game: Game) -> list[str]:
    """Return the names of a game's phases."""
    declared = game.table_class.fields.get(PHASE)
    return [one.name.lower() for one in declared.of] if declared else []


def _wanted(game: Game, name: str, counted: str) -> Iterator[str]:
    """Yield the events or actions that a measure counts."""
    if counted.startswith(EVENT):
        known = {kind.name for kind in game.events.values()}
        for event in counted.removeprefix(EVENT).split(","):
            if event.strip() not in known:
                raise BadSetup(
                    f"measure {name!r}: no event {event.strip()!r}: expected one of "
                    f"{', '.join(sorted(known))}"
                )
            yield EVENT + event.strip()
        return
    for action in counted.split(","):
        verbs = [one for one in game.actions if one.verb == action.strip()]
        try:
            yield from map(str, verbs or [game.actions.read(action)])
        except UnknownAction as error:
            raise BadSetup(f"measure {name!r}: {error}") from None


def _function(name: str, text: str, folder: Path) -> Callable[[Match], Any]:
    file, _, wanted = text.rpartition(":")
    try:
        found = run_path(str(folder / file)).get(wanted)
    except Exception as error:
        raise BadSetup(
            f"measure {name!r}: {file}: {type(error).__name__}: {error}"
        ) from error
    if not callable(found):
        raise BadSetup(f"measure {name!r}: {file} has no function {wanted!r}")
    return found  # type: ignore[no-any-return]
