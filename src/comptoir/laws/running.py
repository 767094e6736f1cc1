"""Laws about compiled code: it equals plain Python, packs losslessly, compiles for GPUs."""

from typing import Any

import numpy as np

from comptoir.bots import new_dice
from comptoir.engine.backends import compiler, cuda_compiler
from comptoir.engine.model.game import Game
from comptoir.engine.play.match import Match
from comptoir.engine.rules.rng import throw
from comptoir.engine.rules.table import SPACER, new_tables, pack, unpack
from comptoir.engine.runs.batch import Batch
from comptoir.engine.runs.simulation import simulate

from .random_games import positions, whole_game

GAMES = 200
BEATS = 1.5  # times its share that a house bot wins against random ones
SEARCHED = 12  # games if the house bot is a search, which is slower
SOME = 12
RESULTS = ("points", "ranks", "ending", "lengths")
PTX = ("rollout_tables", "observe_tables", "imagine_tables")


def tables_pack_and_unpack_without_loss(game: Game, seats: int) -> None:
    """A plain table has exactly the record's fields, and all values fit."""
    match = whole_game(game, seats, "packed")
    tables = match.packed()

    assert {*(game.table.names or ())} - {SPACER} == {*vars(match.position.table)}
    assert match.position.table == unpack(tables[0])
    again = new_tables(game.table, 1)
    pack(unpack(tables[0]), again[0])
    assert tables.tobytes() == again.tobytes()


def fields_have_names_that_numpy_leaves_free(game: Game) -> None:
    """No field is named like a method of NumPy records, which would break attribute reads."""
    taken = {*dir(np.recarray(1, [("a", "i2")])[0]), *dir(np.ndarray)}
    wrong = taken & {*(game.table.names or ()), *(game.box.names or ())}

    assert not wrong, f"fields are called as NumPy calls its own: {', '.join(wrong)}"


def played(game: Game, seats: int, count: int, bots: Any, **how: Any) -> dict[str, Any]:
    """Return tables and results of a seed's games, played to the end."""
    batch = Batch(game, seats, count, seed="speeds", fill=False, **how)
    batch.rollout(bots=bots)
    results = {name: np.asarray(getattr(batch, name)) for name in RESULTS}
    return results | {"tables": np.asarray(batch.tables)}


def plain_and_compiled_play_the_same_games(
    game: Game, seats: int, options: Any
) -> None:
    """Plain and compiled runs agree on every field of every final table, with all bots."""
    if not compiler.available():
        return
    bots = ["house" if seat % 2 else "random" for seat in range(seats)]
    plain = played(game, seats, SOME, bots, options=options, plain=True)
    compiled = played(game, seats, SOME, bots, options=options)
    for name in RESULTS:
        assert np.array_equal(plain[name], compiled[name]), name
    for field in game.table.names or ():
        same = np.array_equal(plain["tables"][field], compiled["tables"][field])
        assert same, f"{field} is another one when compiled"


def plain_and_compiled_see_and_imagine_the_same(game: Game, seats: int) -> None:
    """Plain and compiled `observe` and `imagine` agree at all stages of a game."""
    if not compiler.available():
        return
    batch = Batch(game, seats, 1, seed="looking")
    for match, dice in positions(game, seats, "looking"):
        if len(match.moves) % 11:
            continue
        for seat in range(seats):
            batch.tables[:] = match.packed()
            batch.seat[:] = seat
            batch._states[0, : len(dice)] = dice  # noqa: SLF001 - sets the bots' dice
            assert match.position.observe(seat) == batch.observe()[0].tolist()

            batch.imagine()
            imagined = match.imagine(seat, list(dice)).packed()
            for field in game.table.names or ():
                same = np.array_equal(imagined[field], batch.tables[field])
                assert same, f"{field} is imagined otherwise when compiled"


def the_whole_game_compiles_for_a_gpu(game: Game) -> None:
    """The whole game compiles to PTX, which needs the compiler but no GPU."""
    try:
        cuda_compiler.import_cuda()
    except ImportError:
        return
    for ptx in cuda_compiler.to_ptx(game, names=PTX).values():
        assert ".entry" in ptx


def the_house_beats_chance(game: Game, seats: int) -> None:
    """The house bot wins clearly more than its share against random bots."""
    if not game.has_house:
        wins, count = _searched_wins(game, seats), SEARCHED
    else:
        bots = ["house", *["random"] * (seats - 1)]
        plain = not compiler.available()
        results = simulate(game, seats, GAMES, bots, "house", plain=plain)
        wins, count = results.wins[0], results.games

    share = wins * seats / count
    told = f"the house wins {share:.2f} times its share: expected more than {BEATS}"
    assert share > BEATS, told


MOSTLY = 0.5  # mean extra winners per game from which bots mostly tie


def house_against_house_rarely_shares_the_victory(game: Game, seats: int) -> None:
    """Copies of the house bot rarely tie with each other, unless random bots do too.

    Where all choose at once, a house bot without dice makes the same choice in every seat.
    """
    if not game.has_house:
        return
    plain = not compiler.available()
    house, random = (
        simulate(game, seats, GAMES, bot, "ties", plain=plain)
        for bot in ("house", "random")
    )
    ties, usual = _shared(house), _shared(random)
    assert ties < MOSTLY or ties < 2 * usual, (
        f"{1 + ties:.1f} house bots share the victory of a game, and {1 + usual:.1f} random "
        "ones: where all choose at once, let `house` spread its choices by `dice`"
    )


def _shared(results: Any) -> float:
    """Return the mean number of winners of a game besides the first."""
    return float(sum(results.wins) / results.games - 1)


def _searched_wins(game: Game, seats: int) -> float:
    """Return the games a short search wins against random bots; ties count as shares."""
    dice, wins = new_dice("house"), 0.0
    for number in range(SEARCHED):
        match, own = Match(game, seats, f"house-{number}"), number % seats
        while not match.over:
            seat = match.actors[0]
            legal = match.legal(seat)
            mine = match.position.house(seat) if seat == own else None
            match.play(seat, mine or legal[throw(dice, len(legal))])
        wins += (own in match.winners) / len(match.winners)
    return wins
