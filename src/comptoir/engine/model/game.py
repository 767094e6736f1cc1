"""A game as the engine knows it: its rules, table, box, views and words."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from comptoir.engine.errors import BadSetup
from comptoir.engine.rules.callgraph import Answers, CallGraph, takes_dice
from comptoir.engine.rules.fields import NOTHING, Field
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
from comptoir.engine.text.sheet import faces_of
from comptoir.engine.text.words import LANGUAGES, Labels, Words, catalogue

from .actions import Action, Actions, whole_number
from .components import Components
from .events import Event, EventKind
from .options import fill, struct_of
from .refusals import Refusal
from .score import Score
from .talk import BotTurn, Meaning, PhraseSlots, Spoken

if TYPE_CHECKING:
    import numpy as np

    from comptoir.engine.text.shown import Drawing

REFEREE = -1  # the viewer from whom nothing is hidden
RULES = "rules"  # the field of the box that holds the version of the rules


def nothing_wrong(t: Any, box: Any) -> list[str]:
    """Return no faults: the default for games that need no audit beyond that of their
    fields.
    """
    return []


def nothing_to_fill(box: Any, seats: int, options: Any) -> None:
    """Do nothing: the default for games whose declared fields are enough to fill the box."""


def nothing_to_end(t: Any, box: Any) -> None:
    """Do nothing: the default for games whose `standing` can score an unfinished table."""


def nothing_open(t: Any, box: Any, viewer: int | None) -> Collection[str]:
    """Return no fields: the default for games that never reveal a hidden field."""
    return ()


def nothing_decides(t: Any, box: Any, seat: int) -> Mapping[str, int]:
    """Return no criteria: the default for games in which seats with equal points tie."""
    return {}


def nothing_shown(box: Any) -> Labels:
    """Return no labels: the default for games whose words alone name all components."""
    return {}


@dataclass(frozen=True, eq=False, repr=False)
class Game:
    """One game: `rules` implements the contract, everything else is plain Python.

    `declare` makes games, and derives what their modules do not define.
    """

    name: str
    version: int  # version of the rules: raised when the same moves would give another result
    # version of the environments: raised also when observations or numbers of actions change
    environment: int
    package: str
    folder: Path
    seats: range
    table_class: type[Table]
    box_class: type[Box]
    actions: Actions
    events: Mapping[int, EventKind]
    endings: tuple[str, ...]
    layout: Layout  # the meaning of the numbers that `observe` writes
    rules: Answers
    view: Callable[[Any, Any, int | None], msgspec.Struct]
    explain: Callable[[Any, Any, int, Action], Refusal]
    prompt: Callable[[Any, Any, int], tuple[str, dict[str, Any]]]
    score: Callable[[Any, Any, int, int | None], Score]
    """Returns what a seat would have if the game ended now, as far as a viewer knows it."""
    audit: Callable[
        [Any, Any], list[str]
    ]  # returns a sentence for each fault of a table
    board_of_fields: Callable[[Any, Words, Collection[str]], "Drawing"]
    """Draws the terminal board of a game that has no `board` module."""
    fill_box: Callable[[Any, int, Any], None] = nothing_to_fill
    end_now: Callable[[Any, Any], None] = nothing_to_end
    """Ends the game at once, for a law; needed if `standing` cannot score unfinished tables."""
    opened: Callable[[Any, Any, int | None], Collection[str]] = nothing_open
    """Returns the hidden fields of which a viewer may see something now."""
    labels: Callable[[Any], Labels] = nothing_shown
    """Returns what the components of a box show, for components whose names are numbers."""
    tie_break: Callable[[Any, Any, int], Mapping[str, int]] = nothing_decides
    """Returns what decides between seats with equal points, in order; more is better."""
    seat_view: Callable[[Any, Any, int, int | None], msgspec.Struct] | None = None
    """Returns one entry of `view.seats`; set if a seat's own entry is its only private view."""
    has_house: bool = True  # False if `house` is derived instead of the game's own
    oldest: int = 1  # the oldest version of the rules that can still be played
    # In simultaneous phases: returns why a participating seat has no action now.
    unasked: Callable[[Any, Any, int, Action], Refusal | None] = lambda *_: None
    components: Components | None = None  # set if the game's cards are read from a file
    # Default options of a table created online.
    online: Mapping[str, Any] = field(default_factory=dict)
    # the verbs that raise a bid and that pass in an auction
    proxy: tuple[str, str] | None = None
    phrases: Mapping[str, PhraseSlots] = field(
        default_factory=dict
    )  # prepared chat phrases, which are translated
    bargain: (
        Callable[
            [Any, Any, int, Sequence[int], Sequence[Spoken] | None, str, bool],
            BotTurn | None,
        ]
        | None
    ) = None
    """Returns what a bot does and says in a negotiation; None if it does not negotiate now."""
    understand: (
        Callable[[Any, int, Sequence[int], str, Sequence[str]], Meaning] | None
    ) = None
    """Returns what a seat's text means, from the table, its legal actions, the text and all
    names. None if the game understands prepared phrases only."""
    tempers: Collection[
        str
    ] = ()  # the bots' characters that bargain in a way of their own
    negotiation: Callable[[Any], int] = lambda _: 0
    """Returns the number of the negotiation in progress, under which phrases are kept."""

    @cached_property
    def table(self) -> "np.dtype[Any]":
        """The NumPy record type of a table."""
        return self.table_class.dtype

    @cached_property
    def box(self) -> "np.dtype[Any]":
        """The NumPy record type of a box."""
        return self.box_class.dtype

    @cached_property
    def options(self) -> type[msgspec.Struct]:
        """The struct type that holds and checks the game's options."""
        said = {each: catalogue(self.folder / "words", each) for each in LANGUAGES}
        return struct_of(self.box_class, said, components=bool(self.components))

    @cached_property
    def observation(self) -> int:
        """The number of values that `observe` writes."""
        return sum(size for _, size in self.layout)

    @cached_property
    def sealed(self) -> dict[str, Field]:
        """The fields of choices that stay secret until a phase."""
        fields = self.table_class.own_fields()
        return {name: one for name, one in fields.items() if one.sealed}

    def unseals(self, before: Plain, after: Plain, seat: int) -> bool:
        """Return True if a seat's move opened or used up the sealed choices of others."""
        for name, one in self.sealed.items():
            if before.phase >= one.sealed_until:
                continue
            pairs = enumerate(
                zip(getattr(before, name), getattr(after, name), strict=True)
            )
            used = any(then != now for other, (then, now) in pairs if other != seat)
            if used or after.phase >= one.sealed_until:
                return True
        return False

    def chooses_sealed(self, t: Any, seat: int) -> bool:
        """Return True if a seat has yet to choose what others will not see at once."""
        return any(
            t.phase < one.sealed_until and getattr(t, name)[seat] == NOTHING
            for name, one in self.sealed.items()
        )

    @property
    def usual_temperature(self) -> float:
        """The temperature of `policy` unless another is given.

        It is above 0 where all seats choose at once: copies of one bot that always take their
        best move would all choose the same and tie.
        """
        return 1.0 if self.sealed else 0.0

    @cached_property
    def house_takes_dice(self) -> bool:
        """True if the house bot takes dice, so that its choice may vary."""
        return takes_dice(self.rules["house"])

    def __post_init__(self) -> None:
        if self.seats[-1] > MOST_SEATS:
            raise BadSetup(f"{self.name}: expected at most {MOST_SEATS} seats")
        if self.oldest < self.version and RULES not in self.box_class.fields:
            raise BadSetup(f"{self.name}: expected a field {RULES!r} in its box")

    def __repr__(self) -> str:
        return f"<Game {self.name}>"

    @property
    def is_own(self) -> bool:
        """True for games shipped with Comptoir, which its test suite covers."""
        return self.package.startswith("comptoir.games.")

    def plain(self, function: Any) -> Any:
        """Return an engine rule bound to this game, as plain Python."""
        return CallGraph(self.rules).specialise(function)

    def check_seats(self, seats: int | None) -> int:
        """Return a checked number of seats; by default four, or else the most the game
        allows.
        """
        if seats is None:
            return 4 if 4 in self.seats else self.seats[-1]  # noqa: PLR2004
        count = whole_number(seats)
        if count is None or count not in self.seats:
            low, high = self.seats[0], self.seats[-1]
            allowed = str(low) if low == high else f"{low} to {high}"
            raise BadSetup(f"expected {allowed} seats for {self.name}, got {seats!r}")
        return count

    def check_rules(self, rules: int | None) -> int:
        """Return a checked version of the rules; by default the newest."""
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
        """Return the box for plain Python runs, filled for a number of seats.

        If the game has several versions of its rules, the box records which one applies.
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
        """Return journal entries as events."""
        return [self.events[entry[0]].read(entry) for entry in entries]

    def words(
        self,
        language: str,
        *folders: Path,
        names: Any = (),
        labels: Labels | None = None,
    ) -> Words:
        """Return the game's words in a language, with further catalogues from other folders."""
        own = self.folder / "words"
        return Words(language, *folders, own, names=names, labels=labels)

    def rulebook(self, language: str) -> str:
        """Return the rules for players as Markdown; catalogue text if there is no file."""
        for name in (f"RULES.{language}.md", "RULES.md"):
            if (self.folder / name).is_file():
                return (self.folder / name).read_text(encoding="utf-8")
        words = self.words(language)
        said = [words.say(key) for key in ("tale", "goal", "about") if key in words]
        return "\n\n".join([f"# {words.say('title')}", *said, ""])

    def messages(self, language: str) -> dict[str, str]:
        """Return the game's catalogue, and the extra keys that the generic board needs.

        `place.FIELD` exists for each place of cards, or of other things that verbs are done
        at; `at.VERB` is where the verb is offered.
        """
        places = {n for n, f in self.table_class.own_fields().items() if f.deck}
        places |= {verb.at for verb in self.actions.verbs if verb.at}
        own = catalogue(self.folder / "words", language)
        return {
            **faces_of(self.folder, own),
            **self._reveals(),
            **own,
            **{f"place.{name}": "" for name in sorted(places)},
            **{f"at.{verb.name}": verb.at for verb in self.actions.verbs if verb.at},
        }

    def _reveals(self) -> dict[str, str]:
        """Return `reveal.EVENT` for each event that opens a sealed choice: its argument."""
        return {
            f"reveal.{kind.name}": arg
            for kind in self.events.values()
            for arg, _ in kind.args
            if arg in self.sealed and arg not in kind.hidden
        }

    def board(self, view: Any, words: Words) -> "Drawing":
        """Return the board of a view as a rich renderable, 80 columns wide."""
        drawing = self._drawing()
        if drawing:
            drawn: Drawing = drawing.board(view, words)
            return drawn
        return self.board_of_fields(view, words, self.nouns)

    @cached_property
    def nouns(self) -> list[str]:
        """The kinds of things that actions and events name: the prefixes of catalogue keys."""
        said = [verb.of for verb in self.actions.verbs]
        said += [arg for kind in self.events.values() for arg, _ in kind.args]
        return list(dict.fromkeys(said))

    def aside(self, view: Any, words: Words, action: Action) -> str:
        """Return what the board shows about an action's argument; empty if it shows nothing
        about it.
        """
        aside = getattr(self._drawing(), "aside", None)
        return aside(view, words, action) if aside else ""

    def _drawing(self) -> Any:
        """Return the game's own module `board`, if it has one."""
        name = f"{self.package}.board"
        return import_module(name) if find_spec(name) else None


def _option_sentence(options: type[msgspec.Struct], error: Exception) -> str:
    """Return one sentence that names the invalid option and the allowed values."""
    names = ", ".join(f.name for f in msgspec.structs.fields(options))
    text = str(error)
    if "unknown field" in text:
        return f"no option {text.split('`')[1]!r}: expected one of {names}"
    fact, _, where = text.partition(" - at `$.")
    what = f"option {where.rstrip('`')}" if where else "options"
    return f"{what}: {fact[:1].lower()}{fact[1:].replace('`', '')}"
