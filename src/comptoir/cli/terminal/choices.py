"""A numbered list of legal moves, and a parser of typed moves and commands."""

from collections.abc import Iterable, Sequence

import msgspec

from comptoir.engine.model.actions import Action, Actions
from comptoir.engine.play.menu import list_choices
from comptoir.engine.text.words import Words, plain_text

COMMANDS = ("undo", "hint", "why", "rules", "log", "board", "save", "help", "quit")
TAKE_MORE = ("why", "rules", "save")  # commands that take an argument
MOST_DIGITS = 6
MOST_GUESSES = 8


class Command(msgspec.Struct, frozen=True):
    """A command to the terminal, and its argument."""

    name: str
    rest: str = ""


class Misread(Exception):
    """Raised when a typed text matches no move or command, or several; the message lists
    them.
    """


class ChoiceReader:
    """Parses what a player types: a number of the list, a move, a command, or a prefix of
    these.
    """

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
        """Return the move or command that was typed.

        Raises:
            Misread: The text matches no move and no command, or several.
        """
        head, _, rest = said.strip().partition(" ")
        if plain_text(head) in self._commands:
            return Command(self._commands[plain_text(head)], rest.strip())
        return self._read(said, legal, self._commands)

    def read_move(self, said: str, legal: Sequence[Action]) -> Action:
        """Return the move that was typed, legal or not.

        Raises:
            Misread: The text matches no move, or several.
        """
        move = self._read(said, legal, {})
        assert isinstance(move, Action)
        return move

    def _forms(self, action: Action) -> Iterable[str]:
        """Return the ways to type an action: in this language, as in records, or by a
        letter.
        """
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
    """Return True if each typed word is a prefix of the form's word; numbers must be equal."""
    typed, whole = text.split(), form.split()
    return 0 < len(typed) <= len(whole) and all(
        word == part if part.isdecimal() else word.startswith(part)
        for part, word in zip(typed, whole, strict=False)
    )
