"""Legal moves as a numbered list, and typed text read back as a move or a command."""

from collections.abc import Iterable, Sequence

import msgspec

from comptoir.engine.model.actions import Action, Actions
from comptoir.engine.text.words import Words, plain_text

COMMANDS = ("undo", "hint", "why", "rules", "log", "board", "save", "help", "quit")
TAKE_MORE = ("why", "rules", "save")  # commands that something may follow
LONG_RUN = 4  # so many numbers in a row are listed as a range
MOST_DIGITS = 6
MOST_GUESSES = 8


class MenuEntry(msgspec.Struct, frozen=True):
    """One line of the list: an action, or a range of one verb's numbers."""

    first: Action
    last: Action

    def text(self, words: Words) -> str:
        """Return what a player types."""
        said = words.action(self.first)
        return said if self.first == self.last else f"{said}–{self.last.what}"

    def about(self, words: Words) -> str:
        """Return what it does, in a few words."""
        range_key = f"range.{self.first.verb}"
        if self.first != self.last and range_key in words:
            return words.say(range_key)
        return words.about(self.first)


class Command(msgspec.Struct, frozen=True):
    """An order to the terminal, and what follows it."""

    name: str
    rest: str = ""


class Misread(Exception):
    """The typed text names no move and no command, or several; the message says which."""


def list_choices(legal: Sequence[Action]) -> list[MenuEntry]:
    """List legal actions, with long runs of numbers as one range."""
    listed: list[MenuEntry] = []
    for run in _runs(legal):
        if len(run) >= LONG_RUN:
            listed.append(MenuEntry(run[0], run[-1]))
        else:
            listed += [MenuEntry(action, action) for action in run]
    return listed


def _runs(legal: Sequence[Action]) -> list[list[Action]]:
    runs: list[list[Action]] = []
    for action in legal:
        before = runs[-1][-1] if runs else None
        goes_on = (
            before is not None
            and before.verb == action.verb
            and isinstance(before.what, int)
            and action.what == before.what + 1
        )
        if goes_on:
            runs[-1].append(action)
        else:
            runs.append([action])
    return runs


class ChoiceReader:
    """Reads what a player types: a number of the list, a move, a command, or a prefix."""

    def __init__(self, words: Words, actions: Actions):
        self.words = words
        self._moves: dict[str, Action] = {}
        self._commands: dict[str, str] = {}
        for action in actions:
            for form in self._forms(action):
                self._moves.setdefault(plain_text(form), action)
        for name in COMMANDS:
            self._commands[name] = name
            self._commands[plain_text(words.say(f"command.{name}"))] = name

    def read(self, said: str, legal: Sequence[Action]) -> Action | Command:
        """Return the move or the command that was typed.

        Raises:
            Misread: It was neither, or could be several.
        """
        head, _, rest = said.strip().partition(" ")
        if plain_text(head) in self._commands:
            return Command(self._commands[plain_text(head)], rest.strip())
        return self._read(said, legal, self._commands)

    def read_move(self, said: str, legal: Sequence[Action]) -> Action:
        """Return the move that was typed, legal or not.

        Raises:
            Misread: It was none, or could be several.
        """
        move = self._read(said, legal, {})
        assert isinstance(move, Action)
        return move

    def _forms(self, action: Action) -> Iterable[str]:
        """Return how an action may be typed: in this language, as recorded, by letter."""
        yield self.words.action(action)
        yield str(action)
        if f"letter.{action.what}" in self.words:
            letter = self.words.say(f"letter.{action.what}")
            yield self.words.say(f"action.{action.verb}", **{action.of: letter})

    def _read(
        self, said: str, legal: Sequence[Action], commands: dict[str, str]
    ) -> Action | Command:
        text = plain_text(said)
        if text.isdecimal() and len(text) <= MOST_DIGITS:
            return self._numbered(int(text), legal)
        if text in self._moves:
            return self._moves[text]
        moves = {move for form, move in self._moves.items() if _fits(text, form)}
        if any(move in legal for move in moves):
            moves.intersection_update(legal)
        head, _, rest = said.strip().partition(" ")
        orders = {
            name
            for form, name in commands.items()
            if _fits(plain_text(head), form) and (not rest or name in TAKE_MORE)
        }
        if len(moves) + len(orders) == 1:
            return moves.pop() if moves else Command(orders.pop(), rest.strip())
        if not moves and not orders:
            raise Misread(self.words.say("terminal.unknown", said=said))
        lines = list_choices(sorted(moves))
        guesses = [line.text(self.words) for line in lines[:MOST_GUESSES]]
        guesses += [self.words.say(f"command.{name}") for name in sorted(orders)]
        listed = ", ".join(guesses)
        raise Misread(self.words.say("terminal.ambiguous", said=said, list=listed))

    def _numbered(self, number: int, legal: Sequence[Action]) -> Action:
        lines = list_choices(legal)
        if not 1 <= number <= len(lines):
            raise Misread(
                self.words.say("terminal.no_number", number=number, most=len(lines))
            )
        choice = lines[number - 1]
        if choice.first != choice.last:
            text, example = choice.text(self.words), self.words.action(choice.first)
            raise Misread(self.words.say("terminal.range", move=text, example=example))
        return choice.first


def _fits(text: str, form: str) -> bool:
    """Return True if every typed word begins the form's word in its place; numbers in full."""
    typed, whole = text.split(), form.split()
    return 0 < len(typed) <= len(whole) and all(
        word == part if part.isdecimal() else word.startswith(part)
        for part, word in zip(typed, whole, strict=False)
    )
