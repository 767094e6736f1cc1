"""Actions of a game, each with a text form for people and an integer for the kernels."""

import operator
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from comptoir.engine.errors import UnknownAction

from .choices import number_choices


class ActionRef(
    msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True
):
    """An action in the form in which it is sent and stored: a verb and, if it takes one, an
    argument.
    """

    verb: str
    what: str | int | None = None

    def __str__(self) -> str:
        return self.verb if self.what is None else f"{self.verb} {self.what}"


class Action(msgspec.Struct, frozen=True, order=True):
    """A move that a seat may make: `str()` is its text, `int()` its number in the kernels."""

    number: int
    verb: str
    what: str | int | None = None
    of: str = "what"  # the kind of thing that `what` names; selects its translation

    def __int__(self) -> int:
        return self.number

    def __str__(self) -> str:
        return str(self.ref)

    @property
    def ref(self) -> ActionRef:
        """The action in the form that is sent and stored."""
        return ActionRef(self.verb, self.what)


class Verb(msgspec.Struct, frozen=True):
    """A kind of action, with the arguments it accepts: words, numbers, or none.

    Arguments of the kind `player` are seats, counted from 1. See `choices` for how learners see
    such arguments, and verbs that name a seat or detect stale actions.
    """

    name: str
    things: Sequence[str | int] | range | None = None
    of: str = "what"
    at: str | None = (
        None  # the field of the table beside which the page offers this verb
    )
    prompted: bool = True  # True if prompts mention the verb when it is legal
    seat: int | None = None  # the seat that it names, from 0: 1 for `accept 2`
    # True if the argument only detects stale actions, as an offer's revision does
    guards: bool = False


class Actions:
    """All actions of a game, numbered from 0 in the order of their verbs."""

    def __init__(self, *verbs: Verb):
        self.verbs = verbs
        self._all: list[Action] = []
        self._first: dict[str, int] = {}
        for verb in verbs:
            self._first[verb.name] = len(self._all)
            things = (None,) if verb.things is None else verb.things
            for thing in things:
                self._all.append(Action(len(self._all), verb.name, thing, verb.of))
        self._by_text = {str(action): action for action in self._all}
        self._by_parts = {(a.verb, type(a.what), a.what): a for a in self._all}
        names, self.choice_ranges = number_choices(verbs)
        # The actions as learners and networks number and name them; see `choices`.
        self.choices = [Action(number, *name) for number, name in enumerate(names)]
        self.are_choices = all(one.is_plain for one in self.choice_ranges)

    def __len__(self) -> int:
        return len(self._all)

    def __iter__(self) -> Iterator[Action]:
        return iter(self._all)

    def __getitem__(self, number: int) -> Action:
        return self._all[number]

    def allowed(self, mask: Iterable[int]) -> list[Action]:
        """Return the choices that a mask allows."""
        return [one for one, may in zip(self.choices, mask, strict=True) if may]

    def prompted(self, legal: Iterable[Action]) -> str:
        """Return the verbs that a prompt mentions for the given legal actions, joined by `_`.

        Messages select a text by the result: `{may, select, draw {…} draw_lay {…} other {…}}`.
        Verbs that differ only in a number count as one.
        """
        named = {
            verb.name: verb.name.rstrip(" 0123456789")
            for verb in self.verbs
            if verb.prompted
        }
        return "_".join(dict.fromkeys(named[a.verb] for a in legal if a.verb in named))

    def first(self, verb: str) -> int:
        """Return the number of the first action with this verb."""
        return self._first[verb]

    def read(self, said: "Action | ActionRef | str | int") -> Action:
        """Return the action for an `ActionRef`, a text or a number."""
        if isinstance(said, ActionRef):
            return self._named(said)
        if isinstance(said, Action):
            if said in self._all[said.number : said.number + 1]:
                return said
            raise UnknownAction(f"no action {str(said)!r}: expected {self.forms()}")
        if isinstance(said, str):
            action = self._by_text.get(" ".join(said.lower().split()))
            if action:
                return action
            raise UnknownAction(f"no action {said!r}: expected {self.forms()}")
        number = whole_number(said)
        if number is not None and 0 <= number < len(self._all):
            return self._all[number]
        raise UnknownAction(
            f"no action {said!r}: expected a number from 0 to {len(self._all) - 1}"
        )

    def _named(self, ref: ActionRef) -> Action:
        """Return the action with this verb and argument; neither `True` nor `"1"` matches 1."""
        action = self._by_parts.get((ref.verb, type(ref.what), ref.what))
        if action:
            return action
        raise UnknownAction(f"no action {str(ref)!r}: expected {self.forms()}")

    def forms(self) -> str:
        """Return a short list of the forms of actions: `pass, bid 1–100, …`."""
        return ", ".join(_form(verb) for verb in self.verbs)


def _form(verb: Verb) -> str:
    if verb.things is None:
        return verb.name
    if isinstance(verb.things, range):
        return f"{verb.name} {verb.things[0]}–{verb.things[-1]}"
    return f"{verb.name} {'|'.join(map(str, verb.things))}"


def whole_number(value: object) -> int | None:
    """Return a whole number (also a NumPy integer) as an int; None for True, 1.0 and others."""
    if isinstance(value, bool):
        return None
    try:
        return operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        return None
