"""Laws about information: nothing hidden leaks, `imagine` is sound, queries change nothing."""

from typing import Any

import msgspec

from comptoir.bots import new_dice
from comptoir.engine.model.game import REFEREE, Game
from comptoir.engine.play.match import Match
from comptoir.engine.play.position import Position
from comptoir.engine.rules.rng import KEY_WORDS, dice_word
from comptoir.engine.rules.table import Plain, copy

from .hidden import difference
from .playing import refusals
from .random_games import positions

OBSERVED = 2**15  # the upper bound of numbers in an observation


def seen(match: Match, table: Plain, seat: int, *, why: bool = True) -> dict[str, Any]:
    """Return everything a seat learns from a table: view, legal actions, observation.

    Include the reasons for refusing all other actions, which is slow, unless `why` is false.
    """
    game, box = match.game, match.position.box
    listed = [0] * len(game.actions)
    count = game.rules["legal"](table, box, seat, listed)
    out = [0] * game.observation
    game.rules["observe"](table, box, seat, out)
    choice = Position(game, table, box).rule_of_thumb(seat) if count else None
    return {
        "view": msgspec.to_builtins(game.view(table, box, seat)),
        "legal": listed[:count],
        "observation": out,
        "prompt": game.prompt(table, box, seat),
        "choice": choice,
        "refusals": refusals(match, table, seat, listed[:count]) if why else None,
    }


class Frozen(list[Any]):
    """A row of a table that raises on writes."""

    def __setitem__(self, at: Any, value: Any) -> None:
        """Raise: the row is read-only."""
        raise AssertionError("a question wrote to the table")


class FrozenTable:
    """A table that raises on writes."""

    def __init__(self, table: Plain):
        fields = {name: frozen(value) for name, value in vars(table).items()}
        self.__dict__.update(fields, journal=())

    def __setattr__(self, name: str, value: Any) -> None:
        raise AssertionError(f"a question wrote to {name}")


def frozen(value: Any) -> Any:
    """Return a read-only version of a table's value."""
    return Frozen(map(frozen, value)) if isinstance(value, list) else value


def what_is_asked_only_reads_the_table(game: Game, seats: int, options: Any) -> None:
    """Legal moves, views, refusals, results and the house bot never write to the table."""
    points, ranks = [0] * seats, [0] * seats
    for match, _ in positions(game, seats, "asked", options):
        if len(match.moves) % 5 and not match.over:
            continue
        table: Any = FrozenTable(match.position.table)
        wrong = game.audit(table, match.position.box)
        assert not wrong, "; ".join(wrong)
        game.rules["standing"](table, match.position.box, points, ranks)
        for seat in range(seats):
            seen(match, table, seat)


def what_a_seat_sees_never_depends_on_what_is_hidden_from_it(
    game: Game, seats: int, options: Any
) -> None:
    """What a seat sees is the same on the real table and on every imagined one."""
    for match, dice in positions(game, seats, "leak", options):
        if len(match.moves) % 5:
            continue
        for seat in range(seats):
            truth = seen(match, match.position.table, seat)
            for why in (True, False):  # the first time including refusals
                table = match.imagine(seat, list(dice)).table
                other = seen(match, table, seat, why=why)
                other["refusals"] = other["refusals"] if why else truth["refusals"]
                assert truth == other, f"seat {seat} sees {difference(truth, other)}"
                wrong = game.audit(table, match.position.box)
                assert not wrong, f"`imagine` leaves {'; '.join(wrong)}"
                throws = dice[0]
                dice[0] = (throws * 5 + 1) & 0xFFFFFFFF


def what_is_imagined_depends_on_knowledge_and_dice_alone(
    game: Game, seats: int, options: Any
) -> None:
    """Imagining from an imagined table gives the same as imagining from the real one.

    The state of the table's own random generator has no influence.
    """
    dice = new_dice("a")
    key = [dice_word(dice) for _ in range(KEY_WORDS)]
    for match, _ in positions(game, seats, "knowledge", options):
        if len(match.moves) % 5:
            continue
        for seat in range(seats):
            once = match.imagine(seat, new_dice("a")).table
            other = match.imagine(seat, new_dice("b"))
            other.table.stream, other.table.counter, other.table.used = 5, 77, 3
            other.table.block = [7] * len(other.table.block)
            assert (0, key) == (once.stream, once.key), (
                "`imagine` keeps the table's own chance: it begins with `redeal(t, box, "
                "seat, dice)`, or with `renew_chance(t, dice)`"
            )
            again = other.imagine(seat, new_dice("a")).table
            apart = difference(vars(once), vars(again)) if once != again else ""
            assert not apart, f"imagined twice with the same dice: {apart}"


def events_tell_a_seat_nothing_hidden(game: Game, seats: int, options: Any) -> None:
    """A move without chance has the same events for its seat on every imagined table."""
    for match, _ in positions(game, seats, "events", options):
        if len(match.moves) % 3:
            continue
        for seat in match.actors:
            imagined = match.imagine(seat, new_dice("e"))
            table, box = imagined.table, imagined.box
            for action in match.legal(seat):
                real, unreal = copy(match.position.table), copy(table)
                for t in (real, unreal):
                    game.rules["play"](t, box, seat, int(action))
                before = match.position.table
                used = (real.counter, real.used) != match.position.chance_used
                used = used or game.unseals(before, real, seat)
                events = [game.read_journal(t.journal) for t in (real, unreal)]
                if used or any(event.reveals for event in events[0]):
                    continue
                told = [[e.seen_by(seat) for e in listed] for listed in events]
                assert told[0] == told[1], (
                    f"{action} tells seat {seat} what is hidden: "
                    f"{difference(*msgspec.to_builtins(told))}: mark the event "
                    "`reveals=True` if the rules open it, or declare the choice "
                    "`sealed_until` a phase"
                )


def observations_are_written_in_full(game: Game, seats: int) -> None:
    """`observe` writes every number, each from 0 to the limit of 16 bits."""
    for match, _ in positions(game, seats, "seen"):
        for seat in range(seats):
            out: list[Any] = [None] * game.observation
            game.rules["observe"](match.position.table, match.position.box, seat, out)
            left = [n for n, one in enumerate(out) if not isinstance(one, int)]
            assert not left, f"`observe` leaves numbers {left[:5]} unwritten"
            assert min(out) >= 0, f"`observe` writes {min(out)}, less than 0"
            assert max(out) < OBSERVED, f"`observe` writes {max(out)}, beyond 16 bits"


def views_made_together_are_those_made_alone(game: Game, seats: int) -> None:
    """A view is the same whether it is made alone or together with others."""
    for match, _ in positions(game, seats, "together"):
        if len(match.moves) % 9:
            continue
        viewers = [None, *range(seats)]
        together = match.views(viewers)

        assert together == {viewer: match.view(viewer) for viewer in viewers}
        assert match.views([1]) == {1: match.view(1)}


def a_view_is_ready_for_json(game: Game, seats: int) -> None:
    """Views of seats, spectators and the referee survive encoding to JSON and back."""
    for match, _ in positions(game, seats, "json"):
        if len(match.moves) % 23 and not match.over:
            continue
        for viewer in (None, REFEREE, *range(seats)):
            view = game.view(match.position.table, match.position.box, viewer)
            written = msgspec.json.encode(view)
            assert view == msgspec.json.decode(written, type=type(view))
