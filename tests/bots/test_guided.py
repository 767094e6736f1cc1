"""Bots with a network: a guided search, a policy alone, and both without a network."""

import numpy as np
import pytest

from comptoir import Match, bots
from comptoir.bots import policy
from comptoir.bots.budget import Budget
from comptoir.bots.policy import Policy, network_of, why_none
from comptoir.bots.search import Search
from comptoir.engine.backends.compiler import Compiled
from comptoir.engine.runs.network import FILE, Network
from comptoir.engine.runs.tree import SearchSettings, Tree
from random_play import ends_first, seat_of, some_positions, sure_wins

WAYS = {
    "as it is": SearchSettings(),
    "all seats": SearchSettings(all_seats=True),
    "house bots for the others": SearchSettings(house_opponent_share=100),
    "others at their best": SearchSettings(
        opponent_temperature=0.0, house_opponent_share=0
    ),
    "no rollouts": SearchSettings(rollout_share=0),
    "deep, and nothing ahead of a leaf": SearchSettings(
        rollout_share=0, max_depth=99, rollout_steps=0
    ),
}


@pytest.fixture(autouse=True)
def warm(game):
    """Compile the kernel if it is not compiled yet."""
    Compiled(game).warm("guided")


def guided(iterations, network, settings=None, **more):
    """Return a search that relies on the network alone, unless settings say otherwise."""
    settings = settings or SearchSettings(rollout_share=0)
    return Search(
        Budget(iterations=iterations), 1, settings, networks=lambda _: network, **more
    )


def grown(game, network, room=400, **settings):
    """Return a tree at the opening, grown a little."""
    seat = seat_of(Match(game, game.seats[-1], "opening"))
    tree = Tree(game, seat.seats, room, Compiled(game), network)
    tree.plant(seat.imagined.table, seat.imagined.box, seat.number, [1, 2, 3, 4])
    tree.grow(300, SearchSettings(**{"rollout_share": 0, **settings}))
    return tree


@pytest.mark.parametrize("way", WAYS)
def test_the_same_dice_give_the_same_thoughts(game, way):
    """However it is set, in all stages of a game; and every iteration is counted."""
    network = Network.random(game, 48)
    one, two = (guided(60, network, settings=WAYS[way]) for _ in range(2))
    for match, _ in some_positions(game, game.seats[-1], 5, every=19):
        first, second = one.think(seat_of(match)), two.think(seat_of(match))
        assert (first.actions, first.line) == (second.actions, second.line)
        assert 60 == first.iterations == sum(w.visits for w in first.actions)
        assert all(0 <= w.win <= 1 for w in first.actions)
    assert one.prepare(game, game.seats[-1])[0].network is network


def test_a_full_tree_goes_on_thinking(game):
    """When there is no memory for more nodes, visits are still counted."""
    tree = grown(game, Network.random(game, 48), room=5)

    assert 300 == tree.iterations
    assert 5 >= len(list(tree.branches()))


def blank(game, **arrays):
    """Return a network that rates all moves and all positions alike."""
    network = Network.random(game, 16)
    zeros = {name: np.zeros_like(network.arrays[name]) for name in ("policy", "value")}
    zeros |= {
        "policy_bias": np.zeros(len(game.actions.choices)),
        "value_bias": np.zeros(3),
    }
    return Network(game, network.arrays | zeros | arrays)


def test_a_sure_win_is_taken(game):
    """Also where the network sees nothing in it."""
    bot = guided(400, blank(game))
    for seat, _ in sure_wins(game, 2):
        assert ends_first(seat, bot)


def test_it_begins_with_what_the_network_likes(game):
    """The policy alone decides where all positions are worth the same."""
    seat = seat_of(Match(game, game.seats[-1], "opening"))
    liked = seat.legal[-1].number
    policy_bias = np.where(np.arange(len(game.actions.choices)) == liked, 3.0, 0.0)
    network = blank(game, policy_bias=policy_bias)
    thought = guided(200, network).think(seat)

    assert liked == thought.choice.number
    assert liked == Policy(networks=lambda _: network)(seat).number


def test_what_it_tells_is_what_the_network_says(game):
    """First places and points, as long as no game ends inside the tree."""
    value_bias = np.array([0.5, 0.25, 2.0])
    network = blank(game, value_bias=value_bias, points_scale=np.array([10.0]))
    for branch in grown(game, network).branches():
        if branch.visits:
            assert branch.wins / branch.visits == pytest.approx(0.25)
            assert branch.points / branch.visits == pytest.approx(20)


def test_a_network_says_how_many_leaves_are_played_to_the_end(game):
    """All or none, if it says so; an explicit setting has precedence."""
    made = Network.random(game, 48)
    trees = {
        (share, mix): grown(
            game, Network(game, made.arrays, {"rollouts": share}), rollout_share=mix
        )
        for share, mix in ((0, None), (100, None), (100, 0))
    }

    assert trees[0, None].played == trees[100, 0].played < trees[100, None].played


def test_a_tree_is_no_deeper_than_it_may_be(game):
    """All decisions below it are the policy's."""
    network = Network.random(game, 48)
    flat, deeper = (grown(game, network, max_depth=deep) for deep in (1, 3))

    assert not any(list(flat.branches(one.node)) for one in flat.branches())
    assert any(list(deeper.branches(one.node)) for one in deeper.branches())


@pytest.mark.parametrize(("strangers", "alike"), [(0, False), (50, False), (100, True)])
def test_the_others_are_strangers_as_often_as_told(game, strangers, alike):
    """Opponents are modelled by their policy, or with some probability as house bots."""
    network = Network.random(game, 48)
    cold, hot = (
        grown(
            game, network, house_opponent_share=strangers, opponent_temperature=others
        ).played
        for others in (0.0, 50.0)
    )

    assert alike == (cold == hot)


def test_the_policy_goes_ahead_of_a_leaf_to_the_end_if_it_shall(game):
    """No leaf is evaluated then: results are real ends, with a first place per game."""
    network = blank(game, value_bias=np.array([0.5, 0.25, 2.0]))
    short, longer, whole = (
        grown(game, network, rollout_steps=ahead) for ahead in (0, 3, 1 << 20)
    )

    assert short.played < longer.played < whole.played
    wins = sum(branch.wins for branch in whole.branches())
    assert 0 < wins < 300
    assert wins != pytest.approx(0.25 * 300)


def test_a_policy_plays_whole_games(game):
    """Its best moves, or others too; the same dice, the same game."""
    network = Network.random(game, 48)
    for temperature in (0.0, 0.7):
        bot = Policy(temperature, networks=lambda _: network)
        played = []
        for _ in range(2):
            match, dice = Match(game, seed="policy"), bots.new_dice("policy")
            for _ in range(40):
                if match.actors:
                    bots.move(match, match.actors[0], bot, dice)
            played.append(match.record().moves)
        assert played[0] == played[1]


def test_lots_fall_as_the_temperature_says(game):
    """A hot policy takes more different moves than a cold one."""
    network = Network.random(game, 48)
    seat = seat_of(Match(game, seed="lots"))
    taken = [
        {Policy(temperature, networks=lambda _: network)(seat) for _ in range(60)}
        for temperature in (0.0, 0.01, 100.0)
    ]

    assert 1 == len(taken[0])
    assert len(taken[1]) < len(taken[2])


@pytest.fixture
def ship(monkeypatch):
    """Ship a given network, or error, as the network of every game."""

    def made(shipped):
        policy._shipped.cache_clear()
        monkeypatch.setattr(Network, "shipped", shipped)

    yield made
    policy._shipped.cache_clear()


def test_without_a_network_they_play_as_others_do(game, ship):
    """Policy plays as the house bot, master as search; and the reason is reported."""
    ship(lambda _: None)
    assert f"{game.name} has no network" == why_none(game)
    alone, master = bots.find("policy"), bots.find("master:40")
    for match, _ in some_positions(game, game.seats[-1], 3, every=29):
        assert bots.simple.house(seat_of(match)) == alone(seat_of(match))
        usual = Search(Budget(iterations=40)).think(seat_of(match))
        assert usual.actions == master.think(seat_of(match)).actions


def test_tables_of_old_rules_do_without(game):
    """A network fits only the rules it was trained by."""
    if game.oldest == game.version:
        pytest.skip("there are no old rules")
    network = Network.random(game, 48)
    seat = seat_of(Match(game, seed="old", rules=game.oldest))
    usual = Search(Budget(iterations=40)).think(
        seat_of(Match(game, seed="old", rules=1))
    )

    assert usual.actions == guided(40, network).think(seat).actions
    assert bots.simple.house(seat) == Policy(networks=lambda _: network)(seat)


def test_a_search_is_guided_as_soon_as_its_kernel_is_there(game, monkeypatch, tmp_path):
    """Until then it searches unguided: nothing is compiled in the middle of a move."""
    network = Network.random(game, 48)
    kernels = Compiled(game)
    bot = guided(10, network, kernels=lambda _: kernels)
    with monkeypatch.context() as patch:
        patch.setattr(kernels, "load", lambda _: False)
        assert bot.prepare(game, game.seats[0])[0].network is None
    assert bot.prepare(game, game.seats[0])[0].network is network


def test_a_refused_network_is_named(game, ship, tmp_path):
    """And the bots go on without."""
    (tmp_path / FILE).write_bytes(b"no network")
    ship(lambda game: Network.load(tmp_path / FILE, game))

    assert network_of(game) is None
    assert "is no network, or damaged" in why_none(game)


def test_a_shipped_network_is_found(game, ship):
    """By both bots, by their names."""
    network = Network.random(game, 16)
    ship(lambda _: network)

    assert not why_none(game)
    assert network is bots.find("policy").networks(game)
    assert network is bots.find("master:9").prepare(game, game.seats[0])[0].network
