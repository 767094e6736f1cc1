"""A player's game at the terminal: prints events, draws the board, prompts and plays."""

from pathlib import Path

from rich.text import Text

from comptoir.cli.common import rulebook
from comptoir.cli.common.terminal import Terminal
from comptoir.engine.errors import BadSetup
from comptoir.engine.model.actions import Action
from comptoir.engine.model.refusals import IllegalMove
from comptoir.engine.play import narration
from comptoir.engine.play.match import Match
from comptoir.engine.play.menu import list_choices
from comptoir.engine.rules.rng import dice_word
from comptoir.engine.text.words import Words

from . import saves, scores
from .choices import COMMANDS, ChoiceReader, Command, Misread
from .opponents import Opponents
from .seating import Seating

# after these commands, the prompt is printed in full again
LONG = ("rules", "log", "board", "help")


class Sitting:
    """A match with the player's seat, the bots in the other seats and the terminal."""

    def __init__(
        self, match: Match, seating: Seating, words: Words, terminal: Terminal
    ):
        self.match = match
        self.seat = seating.seat
        self.seating = seating
        self.words = words
        self.terminal = terminal
        self._reader = ChoiceReader(words, match.game.actions)
        self._bots = Opponents(match, seating, words, terminal)
        own = [i for i, move in enumerate(match.moves) if move.seat == self.seat]
        # the last move printed; -1 if not even the deal was printed
        self._told = own[-1] if own else -1
        self._leaving = False

    def close(self) -> None:
        """Stop the background processes of the bots."""
        self._bots.close()

    def greet(self) -> None:
        """Print the players, and the commitment to the seed before the first move."""
        say, words = self.terminal.say, self.words
        say(f"{words.say('title')}. {words.say('about')}", "bold")
        say(
            words.say(
                "terminal.seated",
                name=words.seat(self.seat),
                number=self.seat + 1,
                seats=self.match.seats,
                others=self.seating.others(),
            )
        )
        say(words.say("terminal.commitment", commitment=self.match.commitment))

    def play(self) -> None:
        """Play until the player leaves; a finished game is saved first."""
        hint = self.words.say("terminal.keys")
        while True:
            self._bots_move()
            self.show()
            if self.match.over:
                self._finish()
            elif hint:
                self.terminal.say(hint)
                hint = ""
            if not self._listen():
                return

    def show(self) -> None:
        """Print the events since the last call, draw the board and print the prompt."""
        self.terminal.draw()
        self._tell(self._told)
        self._told = len(self.match.moves)
        self._board()
        if not self.match.over:
            self._question()

    def _bots_move(self) -> None:
        """Let the bots play until it is the player's turn."""
        while True:
            asked = [seat for seat in self.match.actors if seat != self.seat]
            for seat in sorted(asked, key=lambda _: dice_word(self._bots.dice)):
                if seat in self.match.actors:
                    self._bots.move(seat)
            if self.match.over or self.seat in self.match.actors:
                return

    def _tell(self, since: int) -> None:
        told = narration.parts(self.match, since, self.seat, hide=True)
        for paragraph in narration.paragraphs(told, self.words):
            self.terminal.say(paragraph, indent="· ")

    def _board(self) -> None:
        match = self.match
        self.terminal.draw(match.game.board(match.view(self.seat), self.words))

    def _question(self) -> None:
        key, args = self.match.prompt(self.seat)
        self.terminal.say(self.words.say(f"prompt.{key}", **args), "bold")
        choices = list_choices(self.match.legal(self.seat))
        texts = [choice.text(self.words) for choice in choices]
        room, view = max(map(len, texts)), self.match.view(self.seat)
        for number, (choice, text) in enumerate(zip(choices, texts, strict=True), 1):
            start = f"{number:>3}  {text:<{room}}  "
            aside = self.match.game.aside(view, self.words, choice.first)
            self.terminal.say(aside or choice.about(self.words), indent=start)

    def _listen(self) -> bool:
        """Read input until a move changes the table; return False if the player quits."""
        while True:
            said = self.terminal.ask()
            if not said:
                if self.match.over:
                    return False
                self._question()
                continue
            try:
                order = self._reader.read(said, self.match.legal(self.seat))
            except Misread as misread:
                if self._understand(said):
                    return True
                self.terminal.say(str(misread), "red")
                continue
            if isinstance(order, Command) and order.name == "quit":
                if self._quit():
                    return False
            elif self._do(order):
                return True

    def _do(self, order: Action | Command) -> bool:
        """Make a move or carry out a command; return True if the table has changed."""
        return self._move(order) if isinstance(order, Action) else self._obey(order)

    def _understand(self, said: str) -> bool:
        """Carry out what a typed sentence means in a negotiation, once the player confirms."""
        game, legal = self.match.game, self.match.legal(self.seat)
        if game.understand is None or self.match.over:
            return False
        numbers, names = [one.number for one in legal], self.seating.names
        table = self.match.position.table
        meant = game.understand(table, self.seat, numbers, said, names)
        actions = [game.actions[number] for number in meant.actions]
        told = [self.words.about(action) for action in actions]
        told += [self.words.say(f"phrase.{o.key}", **o.args) for o in meant.phrases]
        if not told:
            return False
        self.terminal.say(self.words.say("terminal.means", what=" · ".join(told)))
        if self.terminal.ask():
            return False
        for action in actions:
            self.match.play(self.seat, action)
        for phrase in meant.phrases:
            self._bots.hear(phrase)
        return True

    def _move(self, action: Action) -> bool:
        try:
            self.match.play(self.seat, action)
        except IllegalMove as error:
            self.terminal.say(self.words.refusal(error.refusal), "red")
            return False
        return True

    def _obey(self, order: Command) -> bool:
        """Carry out a command; return True if the table has changed."""
        if order.name == "undo":
            return self._undo()
        {
            "why": self._why,
            "rules": self._rules,
            "hint": self._hint,
            "log": self._log,
            "board": self._redraw,
            "save": self._save,
            "help": self._help,
        }[order.name](order.rest)
        if order.name in LONG and not self.match.over:
            self._question()
        return False

    def _undo(self) -> bool:
        try:
            action = self.match.undo(self.seat)
        except IllegalMove as error:
            self.terminal.say(self.words.refusal(error.refusal), "red")
            return False
        self._told = len(self.match.moves)
        move = self.words.action(action)
        self.terminal.say(self.words.say("terminal.undone", move=move))
        return True

    def _why(self, said: str) -> None:
        if not said:
            self.terminal.say(self.words.say("terminal.why_what"))
            return
        try:
            action = self._reader.read_move(said, self.match.legal(self.seat))
        except Misread as misread:
            self.terminal.say(str(misread), "red")
            return
        refusal = self.match.explain(self.seat, action)
        if refusal:
            self.terminal.say(self.words.refusal(refusal))
        else:
            text, about = self.words.action(action), self.words.about(action)
            self.terminal.say(self.words.say("terminal.legal", move=text, about=about))

    def _rules(self, number: str) -> None:
        if not number:
            self.terminal.say(self.words.say("terminal.chapters"))
            for chapter in rulebook.contents(self.match.game, self.words.language):
                self.terminal.say(chapter, indent="  ")
            return
        try:
            text = rulebook.passage(self.match.game, self.words, number)
        except BadSetup as error:
            self.terminal.say(str(error), "red")
            return
        rulebook.print_rules(text, self.terminal)

    def _hint(self, _: str) -> None:
        if not self.match.over:
            self._bots.advise(self.seat)

    def _log(self, _: str) -> None:
        self._tell(-1)

    def _redraw(self, _: str) -> None:
        self._board()

    def _save(self, name: str) -> None:
        if not name:
            self.terminal.say(self.words.say("terminal.save_where"))
            return
        try:
            path = Path(name).expanduser()
            saves.save_as(self.match, path)
        except FileExistsError:
            self.terminal.say(self.words.say("terminal.other_file", file=name), "red")
        except (OSError, RuntimeError, ValueError) as error:
            reason = saves.reason(error, self.words)
            said = self.words.say("terminal.cannot_save", file=name, reason=reason)
            self.terminal.say(said, "red")
        else:
            self.terminal.say(self.words.say("terminal.saved", file=name))
            self.terminal.type(saves.resume_command(path))

    def _help(self, _: str) -> None:
        self.terminal.say(self.words.say("help.moves"))
        names = [self.words.say(f"help.{name}.form") for name in COMMANDS]
        room = max(map(len, names))
        for name, form in zip(COMMANDS, names, strict=True):
            about = self.words.say(f"help.{name}")
            self.terminal.say(about, indent=f"  {form:<{room}}  ")

    def _quit(self) -> bool:
        """Save the game and quit; if saving fails, quit only on the second request."""
        if self.match.over:
            return True
        try:
            path = saves.keep(self.match)
        except OSError as error:
            reason = saves.reason(error, self.words)
            said = self.words.say("terminal.not_kept", reason=reason)
            self.terminal.say(said, "red")
            leave, self._leaving = self._leaving, True
            return leave
        self.terminal.say(self.words.say("terminal.kept"))
        self.terminal.type(saves.resume_command(path))
        return True

    def _finish(self) -> None:
        """Print the scores with their sources, the proof of the deal and the record."""
        terminal, words = self.terminal, self.words
        terminal.draw()
        terminal.draw(scores.score_table(self.match, words, self.seat))
        terminal.draw(Text())
        terminal.say(scores.verdict(self.match, words), "bold")
        for sentence in scores.proof(self.match, words):
            terminal.say(sentence)
        try:
            path = saves.keep(self.match)
        except OSError as error:
            reason = saves.reason(error, words)
            terminal.say(words.say("terminal.not_kept", reason=reason), "red")
        else:
            terminal.say(words.say("terminal.finished"))
            terminal.type(saves.replay_command(path))
