"""Steps through a record: each move, its events, and the board after it."""

from comptoir.cli.common.terminal import Terminal
from comptoir.engine.play import narration
from comptoir.engine.play.match import Match, replay
from comptoir.engine.play.record import Record
from comptoir.engine.text.words import Words, plain_text

from . import scores

NEXT = ("", "n", "next")
PREVIOUS = ("p", "previous")
END = ("end", "fin")
QUIT = ("q", "quit", "quitter")


class Stepping:
    """A record with its match, the viewer's seat and the terminal."""

    def __init__(
        self,
        record: Record,
        whole: Match,
        viewer: int | None,
        words: Words,
        terminal: Terminal,
    ):
        self.record = record
        self.whole = whole
        self.viewer = viewer  # None shows what the referee sees: everything
        self.words = words
        self.terminal = terminal
        self.last = len(whole.moves)

    def step(self, number: int) -> None:
        """Show moves as the viewer requests them, until the viewer leaves."""
        self._head()
        self.show(number)
        self.terminal.say(self.words.say("replay.keys"))
        while True:
            try:
                said = plain_text(self.terminal.ask())
            except EOFError:
                return
            if said in QUIT:
                return
            wanted = self._wanted(said, number)
            if wanted is None or not 0 <= wanted <= self.last:
                self.terminal.say(
                    self.words.say("replay.unknown", said=said, last=self.last), "red"
                )
                continue
            if wanted == number:  # already at the first or the last move
                self.terminal.say(self._title(number), "bold")
                continue
            number = wanted
            self.show(number)

    def show(self, number: int) -> None:
        """Print a move: the action, its events and the board; after the last move also the
        scores.
        """
        match = replay(self.record, until=number)
        self.terminal.draw()
        self.terminal.say(self._title(number), "bold")
        told = narration.parts(match, number - 1, self.viewer, hide=self._hide)
        for paragraph in narration.paragraphs(told, self.words):
            self.terminal.say(paragraph, indent="· ")
        view = match.view(self.viewer) if self._hide else match.referee_view()
        self.terminal.draw(match.game.board(view, self.words))
        if number == self.last:
            self._scores()

    def tell_all(self) -> None:
        """Print the sentences of all moves in order, then the scores."""
        self._head()
        told = narration.parts(self.whole, -1, self.viewer, hide=self._hide)
        for number, (seat, events) in enumerate(told):
            text = " ".join(narration.sentences(events, self.words))
            if not text:  # the log may list all events of a move under the next one
                move = self.words.action(self.whole.moves[number - 1].action)
                text = self.words.say("replay.quiet", seat=seat, move=move)
            self.terminal.say(text, indent=f"{number:>4}  ")
        self._scores()

    @property
    def _hide(self) -> bool:
        return self.viewer is not None

    def _head(self) -> None:
        head = self.words.say(
            "replay.head",
            game=self.words.say("title"),
            seats=self.whole.seats,
            players=", ".join(map(self.words.seat, range(self.whole.seats))),
        )
        self.terminal.say(head, "bold")

    def _title(self, number: int) -> str:
        if number == 0:
            return self.words.say("replay.deal", last=self.last)
        move = self.whole.moves[number - 1]
        return self.words.say(
            "replay.move",
            number=number,
            last=self.last,
            seat=move.seat,
            move=self.words.action(move.action),
        )

    def _wanted(self, said: str, number: int) -> int | None:
        """Return the number of the requested move, limited to the moves of the game."""
        if said in NEXT:
            return min(number + 1, self.last)
        if said in PREVIOUS:
            return max(number - 1, 0)
        if said in END:
            return self.last
        return int(said) if said.isdecimal() and len(said) < len("10000000") else None

    def _scores(self) -> None:
        self.terminal.draw()
        self.terminal.draw(scores.score_table(self.whole, self.words, self.viewer))
        self.terminal.draw()
        self.terminal.say(scores.verdict(self.whole, self.words), "bold")
        for sentence in scores.proof(self.whole, self.words):
            self.terminal.say(sentence)
