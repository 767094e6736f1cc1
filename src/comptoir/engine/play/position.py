"""Positions: a table, its box and the rules in plain Python, with nothing hidden."""

from collections.abc import Collection, Mapping, MutableSequence, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, cast

import msgspec

from comptoir.engine.model.actions import Action
from comptoir.engine.model.game import Game
from comptoir.engine.model.score import Score
from comptoir.engine.model.seed import chance_key
from comptoir.engine.rules.table import Plain, copy, empty, new_tables, pack
from comptoir.engine.text.notebook import board_html, page_messages
from comptoir.engine.text.shown import Shown
from comptoir.engine.text.words import Labels, Words

from .short_search import best_move, dice_of

Options = (
    Mapping[str, Any] | msgspec.Struct | None
)  # a game's options by name; None for the defaults


if TYPE_CHECKING:
    import numpy as np

    from comptoir.engine.text.shown import Drawing

    class View(msgspec.Struct):
        """Type of all views, for mypy; each game's own view has more fields."""

        viewer: int | None
        seats: list[Any]

        def __getattr__(self, name: str) -> Any: ...

else:
    View = msgspec.Struct


class Position(Shown):
    """A table with its rules. It does not check actions: callers must pass legal ones.

    Matches and environments hold a position. A bot receives one that was determinized for its
    seat.
    """

    __slots__ = ("box", "game", "table")

    def __init__(self, game: Game, table: Plain, box: Plain):
        self.game = game
        self.table = table
        self.box = box

    @classmethod
    def empty(
        cls, game: Game, seats: int, options: Options = None, rules: int | None = None
    ) -> Self:
        """Return a position whose table has not been dealt yet."""
        box = game.plain_box(seats, options, rules)
        return cls(game, empty(game.table_class), box)

    def deal(self, seats: int, seed: str) -> list[tuple[int, ...]]:
        """Deal the game of a seed in place of the current one; return the journal entries."""
        key, stream = chance_key(seed)
        self.game.rules["deal"](self.table, self.box, seats, key, stream)
        return self._journal()

    @property
    def actors(self) -> list[int]:
        """The seats that the table waits for; none when the game is over."""
        bits = self.game.rules["actors"](self.table, self.box)
        return [seat for seat in range(self.table.seats) if bits >> seat & 1]

    def legal_numbers(self, seat: int) -> list[int]:
        """Return the numbers of a seat's legal actions in ascending order."""
        listed = [0] * len(self.game.actions)
        count = self.game.rules["legal"](self.table, self.box, seat, listed)
        return listed[:count]

    def choice(self, seat: int, action: Action | int) -> int:
        """Return a seat's action as a choice: the number that learners and networks use."""
        rule = self.game.rules["choice_of"]
        return int(rule(self.table, seat, int(action)))

    def choices(self, seat: int) -> dict[int, int]:
        """Return a seat's legal choices, each mapped to the number of its action."""
        legal = self.legal_numbers(seat)
        if self.game.actions.are_choices:
            return dict(zip(legal, legal, strict=True))
        return {self.choice(seat, number): number for number in legal}

    def action_of(self, seat: int, choice: int) -> int:
        """Return the number of the action that a seat's legal choice stands for."""
        return choice if self.game.actions.are_choices else self.choices(seat)[choice]

    def legal(self, seat: int) -> list[Action]:
        """Return a seat's legal actions."""
        return [self.game.actions[number] for number in self.legal_numbers(seat)]

    def play(self, seat: int, action: Action | str | int) -> list[tuple[int, ...]]:
        """Play a legal action and return the journal entries."""
        number = self.game.actions.read(action).number
        self.game.rules["play"](self.table, self.box, seat, number)
        return self._journal()

    def house(self, seat: int, dice: MutableSequence[int] | None = None) -> Action:
        """Return the house bot's action for a seat; without a house bot, search briefly.

        Without `dice`, the same observation always gives the same action.
        """
        if not self.game.has_house:
            return self.game.actions[best_move(self, seat)]
        return self.game.actions[self.rule_of_thumb(seat, dice)]

    def rule_of_thumb(self, seat: int, dice: MutableSequence[int] | None = None) -> int:
        """Return the number of the action that the rule `house` chooses."""
        legal, rule = self.legal_numbers(seat), self.game.rules["house"]
        given: list[Any] = [self.table, self.box, seat, legal, len(legal)]
        if self.game.house_takes_dice:
            given.append(dice or dice_of(self.observe(seat)))
        return int(rule(*given))

    def standing(self) -> tuple[list[int], list[int], int]:
        """Return the current points and ranks of all seats, and the number of the ending."""
        points, ranks = [0] * self.table.seats, [0] * self.table.seats
        ending = self.game.rules["standing"](self.table, self.box, points, ranks)
        return points, ranks, ending

    def scores(self, viewer: int | None) -> list[Score]:
        """Return what all seats would have if the game ended now, as far as a viewer knows."""
        score = self.game.score
        return [
            score(self.table, self.box, seat, viewer)
            for seat in range(self.table.seats)
        ]

    def observe(self, seat: int) -> list[int]:
        """Return a seat's observation as whole numbers."""
        out = [0] * self.game.observation
        self.game.rules["observe"](self.table, self.box, seat, out)
        return out

    def view(self, viewer: int | None) -> View:
        """Return the view of a seat, a spectator (None) or the referee."""
        return cast("View", self.game.view(self.table, self.box, viewer))

    def views(self, viewers: Collection[int | None]) -> dict[int | None, View]:
        """Return the views of several viewers, building their common parts once."""
        table, box, own = self.table, self.box, self.game.seat_view
        if own is None or len(viewers) == 1:
            return {viewer: self.view(viewer) for viewer in viewers}
        public = self.view(None)

        def seen(seat: int) -> Any:
            places = [*public.seats]
            places[seat] = own(table, box, seat, seat)
            return msgspec.structs.replace(public, viewer=seat, seats=places)

        return {seat: public if seat is None else seen(seat) for seat in viewers}

    @property
    def labels(self) -> Labels:
        """Return what the components of the box show, by their names in records."""
        return self.game.labels(self.box)

    def words(self, language: str, *folders: Path, names: Sequence[str] = ()) -> Words:
        """Return the game's words, which name components by what they show."""
        return self.game.words(language, *folders, names=names, labels=self.labels)

    def shown(self) -> "Drawing":
        """Return the board as a spectator sees it, as a rich renderable."""
        return self.game.board(self.view(None), self.game.words("en"))

    def _repr_html_(self) -> str:
        return self.html(self.shown())

    def html(self, drawing: "Drawing", players: Sequence[str] = ()) -> str:
        """Return the table as a spectator sees it in a notebook; `drawing` is its text."""
        words = self.words("en", names=players)
        told = {
            "view": self.view(None),
            "players": [words.seat(seat) for seat in range(self.table.seats)],
            "labels": self.labels,
            "actors": self.actors,
            "messages": page_messages(self.game.messages("en")),
        }
        return board_html(self.game.name, words.say("title"), told, drawing)

    def imagine(self, seat: int, dice: MutableSequence[int]) -> Self:
        """Return a position consistent with what a seat knows (determinization).

        Everything the seat cannot know is dealt again with the given dice.
        """
        other = self.copy()
        self.game.rules["imagine"](other.table, other.box, seat, dice)
        other.table.journal.clear()
        return other

    @property
    def chance_used(self) -> tuple[int, int]:
        """The position in the table's stream of random numbers; it changes if a move uses
        chance.
        """
        return self.table.counter, self.table.used

    def copy(self) -> Self:
        """Return an independent copy, which shares the box."""
        return type(self)(self.game, copy(self.table), self.box)

    __copy__ = copy

    def packed(self) -> "np.ndarray[Any, Any]":
        """Return the table as an array of one record, for kernels."""
        tables = new_tables(self.game.table, 1)
        pack(self.table, tables[0])
        return tables

    def _journal(self) -> list[tuple[int, ...]]:
        journal, self.table.journal = self.table.journal, []
        return journal
