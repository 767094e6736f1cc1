"""Bots of a batch that play by the network of their game."""

import numpy as np
import pytest

from comptoir import Match, games
from comptoir.bots import new_dice
from comptoir.engine.backends import cuda_compiler
from comptoir.engine.errors import BadSetup
from comptoir.engine.kernels import KERNELS, ahead
from comptoir.engine.kernels.kernel import as_lists
from comptoir.engine.kernels.loop import choose_by_policy, policy_at
from comptoir.engine.kernels.network import policy_arrays
from comptoir.engine.runs.batch import Batch
from comptoir.engine.runs.network import FILE, Network
from comptoir.engine.runs.simulation import simulate, worth_compiling
from random_play import some_positions

BY_SIZE = sorted(games().values(), key=lambda game: game.table.itemsize)
GAME = BY_SIZE[0]
ONE_GAME = [  # each compiles for half a minute once
    pytest.param(g, id=g.name, marks=pytest.mark.nightly if g in BY_SIZE[1:] else ())
    for g in BY_SIZE
]
WRITTEN = ("seat", "mask", "observation", "rewards", "over", "points", "ranks", "games")


def seated(seats):
    """A learner, then policies of all kinds, and the house bot."""
    others = ["policy:1", "policy", "house", "policy:0.5"]
    return [None, *(others * seats)[: seats - 1]]


def stepped(batch, steps=12):
    """Return what every step wrote, a learner always taking its last legal move."""
    seen = []
    for _ in range(steps):
        mask = np.asarray(batch.mask)
        batch.step(mask.shape[1] - 1 - mask[:, ::-1].argmax(axis=1))
        seen.append([np.array(getattr(batch, name)) for name in WRITTEN])
    return seen


def assert_same(one, other):
    for first, second in zip(one, other, strict=True):
        for name, a, b in zip(WRITTEN, first, second, strict=True):
            assert np.array_equal(a, b), name


@pytest.mark.parametrize("game", ONE_GAME)
def test_plain_and_compiled_policies_play_the_same_games(game, networks):
    """In steps and in rollouts; on one thread or two."""
    seats = game.seats[-1]
    given = {"seed": "p", "bots": seated(seats)}
    plain, compiled = (Batch(game, seats, 3, plain=p, **given) for p in (True, False))
    assert_same(stepped(plain), stepped(compiled))
    for batch in (plain, compiled):
        batch.rollout(60, bots="policy")
    fields = plain.tables.dtype.names
    assert all(np.array_equal(plain.tables[f], compiled.tables[f]) for f in fields)

    one, two = (Batch(game, seats, 200, threads=n, **given) for n in (1, 2))
    assert_same(stepped(one), stepped(two))


def test_matrices_play_the_same_games_as_the_kernels(tmp_path):
    """A network from a file is evaluated for all tables at once; its own, one at a time."""
    file, seats = tmp_path / "same.npz", GAME.seats[-1]
    Network.shipped(GAME).save(file)
    named = {
        "policy": str(file), "policy:1": f"{file}:1", "policy:0.5": f"{file}:0.5",
    }  # fmt: skip
    for after in ("same_step", "next_step", "stop"):
        one = Batch(GAME, seats, 40, seed="m", bots=seated(seats), after=after)
        bots = [named.get(bot, bot) for bot in seated(seats)]
        two = Batch(GAME, seats, 40, seed="m", bots=bots, after=after)
        assert_same(stepped(one, 60), stepped(two, 60))
        assert np.array_equal(one.final_observation, two.final_observation)
    assert one.learners == two.learners == [0]


def test_several_networks_sit_in_one_batch(tmp_path):
    """Each with the seats that name it: a weak one loses to the game's own."""
    weak = tmp_path / "weak.npz"
    Network.random(GAME, 16).save(weak)
    seats = GAME.seats[-1]
    bots = [None, "policy", *[str(weak)] * (seats - 2)]
    batch = Batch(GAME, seats, 60, seed="w", bots=bots, after="stop")
    while (batch.seat >= 0).any():
        batch.step(batch.mask.argmax(axis=1))
    won = (batch.ranks == 1).mean(axis=0)

    assert won[1] > 0.6
    assert won[2:].max() < won[1]


def test_the_gpu_plays_the_same_games(game, networks):
    """Where a GPU is at hand: products are rounded there as they are here."""
    if not cuda_compiler.import_cuda().is_available():
        pytest.skip("no GPU here")
    seats = game.seats[-1]
    given = {"seed": "gpu", "bots": seated(seats)}
    here, there = (Batch(game, seats, 100, device=d, **given) for d in ("cpu", "cuda"))

    assert_same(stepped(here), stepped(there))


@pytest.mark.parametrize("game", ONE_GAME)
def test_a_shipped_policy_beats_random_players(game):
    """One against others who play at random: at least twice its share of first places."""
    if not (game.folder / FILE).exists():
        pytest.skip("no network comes with it")
    for seats in game.seats:
        bots = ["policy"] + ["random"] * (seats - 1)
        results = simulate(game, seats, 300, bots, "strong", plain=False)
        assert results.wins[0] > 300 * min(2 / seats, 0.85)


def chosen(position, seat, network, degrees, dice):
    """Return the move that a policy samples, in plain Python."""
    game, t, box = position.game, position.table, position.box
    moves, own = [0] * len(game.actions), as_lists(policy_arrays(game, network.given))
    count = game.rules["legal"](t, box, seat, moves)
    given = (t, box, seat, policy_at(degrees), moves, count, own, list(dice))
    return game.plain(choose_by_policy)(*given)


def test_nothing_hidden_changes_a_choice(game):
    """What a seat cannot know is dealt anew; the policy still samples the same move."""
    network = Network.random(game, 16)
    for match, dice in some_positions(game, game.seats[-1], 40):
        seat = match.actors[-1]
        places = (match.position, match.imagine(seat, list(dice)))
        real, imagined = (chosen(one, seat, network, 1.0, dice) for one in places)
        assert real == imagined


def test_the_colder_the_surer(game):
    """At temperature 0 the best move is always taken; at higher ones others are too."""
    network = Network.random(game, 16)
    position = Match(game, seed="t").position
    counts = [
        len({chosen(position, position.actors[0], network, degrees, new_dice(str(n)))
             for n in range(40)})
        for degrees in (0.0, 0.3, 1000.0)
    ]  # fmt: skip

    assert 1 == counts[0]
    assert counts == sorted(counts)
    assert counts[-1] > 1


def test_nothing_more_is_compiled_ahead():
    """The kernels with a network wait until someone asks for them, and that of pages."""
    usual = set(ahead())
    by_policy = {f"{name}_by_policy" for name in usual} & set(KERNELS)
    answering = {f"{verb}_tables" for verb in ("ask", "embed", "judge", "answer")}

    assert by_policy | answering | {"evaluate"} == set(KERNELS) - usual
    assert {"deal_tables", "step_tables", "rollout_tables", "search", "guided"} <= usual
    assert worth_compiling(2000, ["random"])
    assert not worth_compiling(1000, ["random"])
    assert worth_compiling(1000, ["random", "policy"])


@pytest.mark.parametrize(
    ("bot", "sentence"),
    [
        ("policy:x", "temperature 'x': expected 0 or more, such as 0.7"),
        ("policy:-1", "temperature '-1': expected 0 or more"),
        ("policy:", "temperature '': expected 0 or more"),
        ("polly", "no bot 'polly' here: expected one of random, .*, policy"),
    ],
)
def test_what_is_wrong_is_said(bot, sentence):
    """Names and temperatures."""
    with pytest.raises(BadSetup, match=sentence):
        Batch(GAME, bots=[None] + [bot] * (GAME.check_seats(None) - 1))


def test_a_game_without_a_network_is_told_of(tmp_path, monkeypatch):
    """What is missing and which bots play without it: no network, or one that does not fit."""
    rest = "random, house play without one"
    batch = Batch(GAME, size=2, plain=True)
    monkeypatch.setattr(Network, "shipped", lambda _: None)
    missing = f"no policy for {GAME.name}: it has no network; {rest}"
    with pytest.raises(BadSetup, match=missing):
        batch.rollout(bots="policy")
    with pytest.raises(BadSetup, match=missing):
        Batch(GAME, bots=seated(GAME.check_seats(None)), plain=True)
    batch.rollout(bots="house")

    (tmp_path / FILE).write_bytes(b"no network")
    shipped = lambda game: Network.load(tmp_path / FILE, game)  # noqa: E731
    monkeypatch.setattr(Network, "shipped", shipped)
    with pytest.raises(BadSetup, match=f"is no network, or damaged: .*; {rest}"):
        batch.rollout(bots="policy")
