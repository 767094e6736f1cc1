"""The law that no move copies a secret into what others see.

Every move is played twice: on the real table, and on one that another seat cannot tell apart
from it. That seat must learn the same from both. If its view differs afterwards, an event must
have told it so; a changed public field alone is a leak. Moves that use chance, that open sealed
choices or whose events are marked `reveals` are left out.
"""

import msgspec

from comptoir.bots import new_dice
from comptoir.engine.model.game import Game
from comptoir.engine.play.match import Match
from comptoir.engine.rules.table import Plain, copy

from .hidden import difference
from .random_games import positions

EVERY = 3  # moves between checks
MOVES = 3  # moves tried for each seat
GAMES = 2


def no_move_copies_a_secret_into_what_others_see(game: Game, seats: int) -> None:
    """What a seat sees after another seat's move is the same on tables it cannot tell apart."""
    for seed in range(GAMES):
        for match, dice in positions(game, seats, f"copied-{seed}"):
            if len(match.moves) % EVERY or match.over:
                continue
            viewer = dice[0] % seats
            table = match.imagine(viewer, new_dice(str(dice[0]))).table
            for seat in match.actors:
                if seat != viewer:
                    _compare(match, table, viewer, seat)


def _compare(match: Match, table: Plain, viewer: int, seat: int) -> None:
    game, box = match.game, match.position.box
    there = {*_legal(game, table, box, seat)}
    both = [one for one in match.legal(seat) if one.number in there]
    for action in both[:: max(1, len(both) // MOVES)]:
        told = []
        for start in (match.position.table, table):
            t = copy(start)
            game.rules["play"](t, box, seat, action.number)
            events = game.read_journal(t.journal)
            if (t.counter, t.used) != (start.counter, start.used):
                return
            if game.unseals(start, t, seat) or any(e.reveals for e in events):
                return
            told.append(
                (
                    [event.seen_by(viewer) for event in events],
                    msgspec.to_builtins(game.view(t, box, viewer)),
                )
            )
        (heard, seen), (heard_there, seen_there) = told
        assert heard != heard_there or seen == seen_there, (
            f"after “{action}” of seat {seat}, seat {viewer} sees "
            f"{difference(seen, seen_there)}, by what is hidden from it, and no event tells "
            "it: hide the field, or note an event"
        )


def _legal(game: Game, table: Plain, box: Plain, seat: int) -> list[int]:
    listed = [0] * len(game.actions)
    return listed[: game.rules["legal"](table, box, seat, listed)]
