"""A game as the engine knows it: what it answers, what lies in its box, its words."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from comptoir.engine.errors import BadSetup
from comptoir.engine.rules.callgraph import Answers, CallGraph
from comptoir.engine.rules.helpers import Layout
from comptoir.engine.rules.table import (
    MOST_SEATS,
    Box,
    Plain,
    Table,
    empty,
    new_tables,
    pack,
    settle,
)
from comptoir.engine.text.words import LANGUAGES, Labels, Words, catalogue

from .actions import Action, Actions, whole_number
from .components import Components
from .events import Event, EventKind
from .options import fill, struct_of
from .refusals import Refusal

if TYPE_CHECKING:
    import numpy as np

    from comptoir.engine.text.shown import Drawing

REFEREE = -1  # a viewer from whom nothing is hidden
RULES = "rules"  # the field of a box that says by which version is played

PhraseSlots = Mapping[
    str, Sequence[str | int]
]  # the words that each of its slots may hold


def nothing_wrong(t: Any, box: Any) -> list[str]:
    """Find no fault: for games whose fields say all that must be true."""
    return []


def nothing_to_fill(box: Any, seats: int, options: Any) -> None:
    """Leave a box as its fields say."""


def nothing_open(t: Any, box: Any, viewer: int | None) -> Collection[str]:
    """Open no hidden field."""
    return ()


def nothing_shown(box: Any) -> Labels:
    """Name all components by the game's words alone."""
    return {}


@dataclass(frozen=True, eq=False, repr=False)
class Game:
    """One game; `rules` answers the contract, the rest is plain Python.

    Games are made by `declare`, which derives what they do not say themselves.
    """

    name: str
    version: int  # of its rules: raised when the same moves would give another result
    package: str
    folder: Path
    seats: range
    table_class: type[Table]
    box_class: type[Box]
    actions: Actions
    events: Mapping[int, EventKind]
    endings: tuple[str, ...]
    layout: Layout  # what the numbers are that `observe` writes
    rules: Answers
    view: Callable[[Any, Any, int | None], msgspec.Struct]
    explain: Callable[[Any, Any, int, Action], Refusal]
    prompt: Callable[[Any, Any, int], tuple[str, dict[str, Any]]]
    audit: Callable[
        [Any, Any], list[str]
    ]  # what is wrong with a table, a sentence each
    board_of_fields: Callable[[Any, Words, Collection[str]], "Drawing"]
    """The terminal's board of a game that draws none."""
    fill_box: Callable[[Any, int, Any], None] = nothing_to_fill
    opened: Callable[[Any, Any, int | None], Collection[str]] = nothing_open
    """The hidden fields of which a viewer may see something now."""
    labels: Callable[[Any], Labels] = nothing_shown
    """What the components of a box show, where their names are numbers; all may read them."""
    seat_view: Callable[[Any, Any, int, int | None], msgspec.Struct] | None = None
    """A seat's place in `view.seats`, where that is all it sees besides what all see."""
    has_house: bool = True  # whether `house` are rules of thumb of its own
    oldest: int = 1  # the first version of its rules that can still be played
    # Where all act at once: why a seat that takes part has nothing to do.
    unasked: Callable[[Any, Any, int, Action], Refusal | None] = lambda *_: None
    components: Components | None = None  # where its cards are a file
    # Options of a table made online, where its host names none.
    online: Mapping[str, Any] = field(default_factory=dict)
    proxy: tuple[str, str] | None = None  # the verbs to raise and to pass in an auction
    phrases: Mapping[str, PhraseSlots] = field(
        default_factory=dict
    )  # talk that has a translation
    reply: Callable[[Any, Any, int, int, str, Mapping[str, Any]], int | str | None] = (
        lambda *_: None
    )
    """What a bot in a seat does when another says a phrase: an action, a phrase, or nothing."""

    @cached_property
    def table(self) -> "np.dtype[Any]":
        """The record of a table."""
        return self.table_class.dtype

    @cached_property
    def box(self) -> "np.dtype[Any]":
        """The record of a box."""
        return self.box_class.dtype

    @cached_property
    def options(self) -> type[msgspec.Struct]:
        """What a table may vary, as a type that checks it."""
        said = {each: catalogue(self.folder / "words", each) for each in LANGUAGES}
        return struct_of(self.box_class, said, components=bool(self.components))

    @cached_property
    def observation(self) -> int:
        """How many numbers `observe` writes."""
        return sum(size for _, size in self.layout)

    def __post_init__(self) -> None:
        if self.seats[-1] > MOST_SEATS:
            raise BadSetup(f"{self.name}: expected at most {MOST_SEATS} seats")
        if self.oldest < self.version and RULES not in self.box_class.fields:
            raise BadSetup(f"{self.name}: expected a field {RULES!r} in its box")

    def __repr__(self) -> str:
        return f"<Game {self.name}>"

    @property
    def is_own(self) -> bool:
        """Whether it came with Comptoir, whose tests have played it often enough."""
        return self.package.startswith("comptoir.games.")

    def plain(self, function: Any) -> Any:
        """Return an engine rule bound to this game, as plain Python."""
        return CallGraph(self.rules).specialise(function)

    def check_seats(self, seats: int | None) -> int:
        """Return a lawful number of seats; None stands for the usual four, or the most."""
        if seats is None:
            return 4 if 4 in self.seats else self.seats[-1]  # noqa: PLR2004
        count = whole_number(seats)
        if count is None or count not in self.seats:
            low, high = self.seats[0], self.seats[-1]
            allowed = str(low) if low == high else f"{low} to {high}"
            raise BadSetup(f"expected {allowed} seats for {self.name}, got {seats!r}")
        return count

    def check_rules(self, rules: int | None) -> int:
        """Return a version of the rules that is known here; None stands for the newest."""
        if rules is None:
            return self.version
        number = whole_number(rules)
        if number is not None and self.oldest <= number <= self.version:
            return number
        known = f"{self.oldest} to {self.version}"
        known = str(self.version) if self.oldest == self.version else known
        if number is None:
            raise BadSetup(
                f"expected version {known} of the {self.name} rules, got {rules}"
            )
        raise BadSetup(
            f"played by version {number} of the {self.name} rules, expected {known}: "
            f"{'a newer' if number > self.version else 'an older'} Comptoir plays it"
        )

    def read_options(self, options: Any = None) -> Any:
        """Return checked options from a mapping, or the defaults."""
        if isinstance(options, self.options):
            options = msgspec.to_builtins(options)
        try:
            checked: Any = msgspec.convert(options or {}, self.options)
        except msgspec.ValidationError as error:
            raise BadSetup(_option_sentence(self.options, error)) from None
        if self.components and checked.components is not None:
            self.components.check(checked.components)
        return checked

    def new_boxes(
        self, seats: int, options: Any = None, rules: int | None = None
    ) -> "np.ndarray[Any, Any]":
        """Return an array of one box, filled for a number of seats."""
        boxes = new_tables(self.box, 1)
        pack(self.plain_box(seats, options, rules), boxes[0])
        return boxes

    def plain_box(
        self, seats: int, options: Any = None, rules: int | None = None
    ) -> Plain:
        """Return the box laid out for plain runs, filled for a number of seats.

        Where the rules have changed, the box says by which version of them is played.
        """
        box = empty(self.box_class)
        filled, version = vars(box), self.check_rules(rules)
        if RULES in filled:
            filled[RULES] = version
        chosen = self.read_options(options)
        fill(filled, self.box_class, chosen)
        self.fill_box(filled, self.check_seats(seats), chosen)
        settle(box, self.box_class)
        return box

    def read_journal(self, entries: list[tuple[int, ...]]) -> list[Event]:
        """Turn journal entries into events."""
        return [self.events[entry[0]].read(entry) for entry in entries]

    def words(
        self,
        language: str,
        *folders: Path,
        names: Any = (),
        labels: Labels | None = None,
    ) -> Words:
        """Return the game's words in a language, and those of other areas after them."""
        own = self.folder / "words"
        return Words(language, *folders, own, names=names, labels=labels)

    def rulebook(self, language: str) -> str:
        """Return the rules for people as Markdown; what the words say where there are none."""
        for name in (f"RULES.{language}.md", "RULES.md"):
            if (self.folder / name).is_file():
                return (self.folder / name).read_text(encoding="utf-8")
        words = self.words(language)
        said = [words.say(key) for key in ("tale", "goal", "about") if key in words]
        return "\n\n".join([f"# {words.say('title')}", *said, ""])

    def messages(self, language: str) -> dict[str, str]:
        """Return the game's own words, and what else a page asks of it that has no board.

        `place.FIELD` is there for each place of cards, and `at.VERB` is where it is done.
        """
        places = {n for n, f in self.table_class.own_fields().items() if f.deck}
        return {
            **catalogue(self.folder / "words", language),
            **{f"place.{name}": "" for name in sorted(places)},
            **{f"at.{verb.name}": verb.at for verb in self.actions.verbs if verb.at},
        }

    def board(self, view: Any, words: Words) -> "Drawing":
        """Return the board as a viewer sees it, for rich to draw in 80 columns."""
        drawing = self._drawing()
        if drawing:
            drawn: Drawing = drawing.board(view, words)
            return drawn
        return self.board_of_fields(view, words, self.nouns)

    @cached_property
    def nouns(self) -> list[str]:
        """What kinds of things actions and events name: the areas of the game's words."""
        said = [verb.of for verb in self.actions.verbs]
        said += [arg for kind in self.events.values() for arg, _ in kind.args]
        return list(dict.fromkeys(said))

    def aside(self, view: Any, words: Words, action: Action) -> str:
        """Return what the board shows of the thing an action names, if it has a word on it."""
        aside = getattr(self._drawing(), "aside", None)
        return aside(view, words, action) if aside else ""

    def _drawing(self) -> Any:
        """Return the game's own module `board`, if it has one."""
        name = f"{self.package}.board"
        return import_module(name) if find_spec(name) else None


def _option_sentence(options: type[msgspec.Struct], error: Exception) -> str:
    """Say which option is wrong and what is allowed, in one sentence."""
    names = ", ".join(f.name for f in msgspec.structs.fields(options))
    text = str(error)
    if "unknown field" in text:
        return f"no option {text.split('`')[1]!r}: expected one of {names}"
    fact, _, where = text.partition(" - at `$.")
    what = f"option {where.rstrip('`')}" if where else "options"
    return f"{what}: {fact[:1].lower()}{fact[1:].replace('`', '')}"
