"""One rules source, three speeds: the same seed gives the same games, bit for bit."""

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import numpy as np
import pytest

from comptoir import Match, games
from comptoir.engine import gpu
from comptoir.engine.bulk import HOUSE, RANDOM, seat_to_ask
from comptoir.engine.compiled import Compiled
from comptoir.engine.rng import BLOCK_WORDS, DICE_WORDS, start_dice, throw
from comptoir.engine.seed import chance_key
from comptoir.engine.simulation import Player, simulate
from random_play import positions

GAMES = 1000
SOME = 40
RESULTS = ("points", "ranks", "lengths", "endings")


def bots_of(seats):
    """Half random, half house bots, so that both are compared."""
    return [HOUSE if seat % 2 else RANDOM for seat in range(seats)]


def play_plain(name, seats, first, count, options=None):
    player = Player(games()[name], seats, bots_of(seats), "speeds", options)
    return vars(player.play(first, count, count))


@pytest.fixture(scope="module")
def processes():
    """Workers for plain play: both cores, and no coverage to slow them down."""
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        yield pool


def assert_same(expected, actual):
    for name in RESULTS:
        assert np.array_equal(expected[name], actual[name]), name
    for field in expected["tables"].dtype.names:
        assert np.array_equal(expected["tables"][field], actual["tables"][field]), field


def test_plain_and_compiled_play_the_same_thousand_games(game, seats, processes):
    """Every field of every final table agrees, the state of chance included."""
    half = GAMES // 2
    running = [
        processes.submit(play_plain, game.name, seats, first, half)
        for first in (0, half)
    ]
    kernels = Compiled(game)
    player = Player(game, seats, bots_of(seats), "speeds", kernels=kernels)

    for first, future in zip((0, half), running, strict=True):
        assert_same(future.result(), vars(player.play(first, half, half)))


def test_plain_and_compiled_agree_on_variants(game, seats, options):
    """A variant needs no recompiling, and changes nothing about agreement."""
    expected = play_plain(game.name, seats, 0, SOME, options)
    kernels = Compiled(game)
    player = Player(game, seats, bots_of(seats), "speeds", options, kernels)
    actual = vars(player.play(0, SOME, SOME))

    assert_same(expected, actual)
    assert 1 == len(kernels.play_games.signatures)


def test_a_simulated_game_is_a_match_of_the_same_seed(game, seats):
    """Game 5 of seed S, played again move by move, is the match of seed S/5."""
    tables = play_plain(game.name, seats, 5, 1)["tables"]
    match = Match(game, seats, "speeds/5")
    dice = [0] * DICE_WORDS
    start_dice(dice, *chance_key("speeds/5"), [0] * BLOCK_WORDS)
    while not match.over:
        seat = seat_to_ask(sum(1 << actor for actor in match.actors), dice)
        legal = [int(action) for action in match.legal(seat)]
        if bots_of(seats)[seat] == HOUSE:
            action = game.rules["house"](
                match._table, match._box, seat, legal, len(legal)
            )
        else:
            action = legal[throw(dice, len(legal))]
        match.play(seat, action)

    assert tables.tobytes() == match.packed().tobytes()


def test_compiled_rules_stay_inside_their_arrays(game):
    """The laws once more with bounds checked: no rule reads or writes past an end."""
    kernels = Compiled(game, bounds=True)
    for seats in game.seats:
        bots = bots_of(seats)
        arrays = Player(game, seats, bots, "bounds", kernels=kernels).play(0, 300)
        assert (arrays.lengths > 0).all()


def test_every_game_compiles_for_a_gpu_without_one(game):
    """The whole game becomes PTX for sm_90 on a machine that has no GPU."""
    ptx = gpu.to_ptx(game)

    assert ".target sm_90" in ptx
    assert ".entry" in ptx


def test_the_gpu_plays_the_same_games(game, seats):
    """Where a GPU is at hand it agrees with the CPU on every bit."""
    if not gpu.import_cuda().is_available():
        pytest.skip("no GPU here")
    bots = bots_of(seats)
    player = Player(game, seats, bots, "speeds", kernels=Compiled(game))
    expected = vars(player.play(0, GAMES, GAMES))

    assert_same(expected, gpu.play_games(game, seats, player.key, 0, bots, GAMES))


def audited(name, seats, first, count):
    """Play random games and audit the table after every move; return what was wrong."""
    wrong = []
    for number in range(first, first + count):
        for match, _ in positions(name, seats, f"audit/{number}"):
            faults = match.audit()
            if faults:
                wrong.append((match.record().token, faults))
    return wrong


def test_a_thousand_games_are_audited_after_every_move(game, seats, processes):
    """`audit` is true after every move of a thousand random games."""
    part = GAMES // 4
    running = [
        processes.submit(audited, game.name, seats, first, part)
        for first in range(0, GAMES, part)
    ]

    assert [] == [fault for future in running for fault in future.result()]


def test_a_hundred_thousand_random_games_end(game, seats):
    """Every one ends, in a way the game has a name for."""
    results = simulate(game, seats, 100_000, ["random"] * seats, "end", plain=False)

    assert 100_000 == results.games == sum(results.endings.values())
    assert game.endings[0] not in results.endings
