"""Bots by name: built-in ones, levels, one's own, and the refusal of all others."""

import pytest

from comptoir import Match, bots, games
from comptoir.bots.budget import Budget, read_budget
from comptoir.bots.policy import Policy, Quick, network_of
from comptoir.bots.search import Search
from comptoir.engine.errors import BadSetup
from comptoir.engine.runs.network import Network
from random_play import some_positions

OWN = """
def first(seat):
    return seat.legal[0]

class Last:
    def __call__(self, seat):
        return str(seat.legal[-1])

nothing = 3
"""


@pytest.mark.parametrize(
    ("text", "budget"),
    [
        ("1s", Budget(seconds=1.0)),
        ("0.5s", Budget(seconds=0.5)),
        ("250ms", Budget(seconds=0.25)),
        ("2000", Budget(iterations=2000)),
    ],
)
def test_a_budget_reads_as_people_write_it(text, budget):
    """Seconds, milliseconds or iterations; and back to text."""
    assert budget == read_budget(text)
    assert budget == read_budget(str(budget))


@pytest.mark.parametrize("text", ["0", "0s", "0ms", "-1", "soon", "1h", "1e400s", ""])
def test_a_budget_that_is_none_is_refused(text):
    """Zero too: a bot that may not think is another bot."""
    with pytest.raises(BadSetup, match="expected a time such as 1s or 250ms"):
        read_budget(text)


def test_a_search_keeps_the_budget_of_its_name():
    """And thinks for a second if it has none."""
    assert Budget(iterations=50) == bots.find("search:50").budget
    assert Budget(seconds=1.0) == bots.find("search").budget


def test_bots_that_learned_have_names():
    """Without a temperature a policy has the one that is usual for the game."""
    assert (None, 0.7) == tuple(
        bots.find(n).temperature for n in ("policy", "policy:0.7")
    )
    assert Budget(iterations=300) == bots.find("master:300").budget
    assert all(map(bots.learned, ("policy", "policy:1", "master", "master:1s")))
    assert all(map(bots.learned, (*bots.LEVELS, *bots.CHARACTERS)))
    assert not any(map(bots.learned, ("search:1s", "house", "random")))
    assert bots.built_in("policy:0.7")
    assert bots.searches("master:1s")
    assert not any(map(bots.searches, ("policy", *bots.CHARACTERS)))


def told(game, **about):
    """Return a source of networks whose metadata say what is given."""
    network = Network(game, Network.random(game, 16).arrays, about)
    return lambda _: network


def test_a_level_plays_at_a_temperature_of_its_network(game):
    """At 0 it is what the network likes best, at a high one anything."""
    match = Match(game, seed="temperatures")
    networks = told(game, temperatures=[0, 1e6, 1, None])
    best, any_one = (
        {
            str(Policy(level=level, networks=networks)(seat))
            for seat in (
                bots.Seat.at(match, match.actors[0], bots.new_dice(str(n)))
                for n in range(20)
            )
        }
        for level in (0, 1)
    )

    assert 1 == len(best)
    assert len(any_one) > 1
    assert best <= any_one


def test_an_expert_moves_at_once_where_its_network_says_how(game):
    """Otherwise it searches: as far as its network says, or by its own budget."""
    match = Match(game, seed="quick")
    seat = bots.Seat.at(match, match.actors[0], bots.new_dice("quick"))
    found = {}
    for name, networks in {
        "told": told(game, temperatures=[9, 5, 1, 1]),
        "not told": told(game, temperatures=[9, 5, 1, None], expert_iterations=7),
        "none": lambda _: None,
    }.items():
        policy = Policy(level=3, networks=networks)
        bot = Quick(policy, 3, Budget(iterations=20))
        decided = 0 < bot.decide(seat).iterations <= bot.budget_for(game).iterations
        found[name] = bot.at_once(game), decided and bot.budget_for(game).iterations

    assert {
        "told": (True, False),
        "not told": (False, 7),
        "none": (False, 20),
    } == found


def test_who_searches_depends_on_the_game(game):
    assert bots.searches("expert")
    assert bots.searches("master", game)
    assert not bots.searches("strong", game)
    at_once = (
        network_of(game) is not None and network_of(game).temperatures[3] is not None
    )
    assert at_once != bots.searches("expert", game)


def test_a_character_leans_to_what_its_network_tells(game):
    """It prefers some verbs to others; without stored preferences it plays the plain policy."""
    met = set()
    for match, dice in some_positions(game, game.seats[0], 12, every=7):
        seat = bots.Seat.at(match, match.actors[0], list(dice))
        verbs = {action.verb for action in seat.legal}
        for verb in verbs if len(verbs) > 1 else ():
            networks = told(game, characters={"greedy": {verb: 30}, "shy": {verb: -30}})
            policy, greedy, shy, other = (
                Policy(character=name, networks=networks)(seat)
                for name in ("", "greedy", "shy", "cautious")
            )
            assert verb == greedy.verb != shy.verb
            assert policy == other
            met.add(policy == greedy)
    assert {True, False} == met


def test_what_is_far_below_the_best_no_character_does(game):
    """However much it would like to."""
    for match, dice in some_positions(game, game.seats[0], 12, every=7):
        seat = bots.Seat.at(match, match.actors[0], list(dice))
        verb = seat.legal[-1].verb
        arrays = Network.random(game, 16).arrays
        alike = [action.number for action in game.actions if action.verb == verb]
        arrays["policy_bias"][alike] -= 50
        network = Network(game, arrays, {"characters": {"greedy": {verb: 1000}}})
        chosen = Policy(character="greedy", networks=lambda _, n=network: n)(seat)
        assert verb != chosen.verb or {verb} == {one.verb for one in seat.legal}


def test_every_level_and_character_plays(game):
    """Each by its name, at any table."""
    match = Match(game, seed="levels")
    for level in (*bots.LEVELS, *bots.CHARACTERS):
        seat = bots.Seat.at(match, match.actors[0], bots.new_dice(level))
        assert bots.find(level)(seat) in seat.legal
        assert bots.built_in(level)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        (
            "chess",
            "no bot 'chess': expected one of random, house, policy, search, master, novice",
        ),
        ("house:1s", "bot 'house:1s': house takes no budget"),
        ("expert:5", "expert takes no budget"),
        ("search:0", "more than zero"),
        ("search:", "budget ''"),
        ("master:soon", "budget 'soon'"),
        ("policy:", "temperature ''"),
        ("policy:-1", "temperature '-1': expected 0 or more, such as 0.7"),
        ("policy:nan", "temperature 'nan'"),
        ("no_such_module:bot", "no_such_module cannot be loaded"),
        ("missing.py:bot", "missing.py cannot be loaded"),
    ],
)
def test_what_is_wrong_with_a_name_is_said(name, sentence):
    """One sentence, with what is allowed."""
    with pytest.raises(BadSetup, match=sentence.replace("(", r"\(")):
        bots.find(name)


def test_a_bot_of_your_own_is_found_by_its_file(tmp_path, monkeypatch):
    """A function, or a class that is called; as a file or as a module."""
    (tmp_path / "own_bots.py").write_text(OWN)
    monkeypatch.syspath_prepend(tmp_path)
    match = Match("batavia", seed="own")
    for name, place in (("first", 0), ("Last", -1)):
        for where in (str(tmp_path / "own_bots.py"), "own_bots"):
            seat = match.actors[0]
            legal = match.legal(seat)
            bot = bots.find(f"{where}:{name}")
            assert legal[place] == bots.move(match, seat, bot, bots.new_dice("1"))
    with pytest.raises(BadSetup, match="has no callable 'nothing'"):
        bots.find(f"{tmp_path / 'own_bots.py'}:nothing")
    assert not bots.built_in("own_bots:first")


def test_a_network_in_a_file_is_a_bot(game, tmp_path):
    """It plays the network's favourite move; the file is read once, and again if it changes."""
    path = tmp_path / "own.npz"
    Network.random(game, 16).save(path)
    bot = bots.find(f"policy:{path}")
    bot.prepare(game, game.seats[0])
    networks = [bots.find(f"policy:{path}").networks(game) for _ in range(2)]
    for match, dice in some_positions(game, game.seats[0], 5, 7):
        seat = bots.Seat.at(match, match.actors[0], dice)
        logits, _ = networks[0].evaluate(
            seat.imagined.observe(seat.number), choices := seat.mask.nonzero()[0]
        )
        assert seat.action_of(choices[logits.argmax()]) == bot(seat)

    assert networks[0] is networks[1]
    assert not bots.built_in(f"policy:{path}")
    assert not bots.searches(f"policy:{path}", game)


def test_a_network_that_does_not_fit_is_refused(tmp_path):
    """The house bot does not play in its place."""
    other = games()["batavia"]
    Network.random(other, 16).save(tmp_path / "other.npz")
    (tmp_path / "broken.npz").write_text("no network")
    for name, sentence in (
        ("other", "its game is batavia"),
        ("broken", "is no network"),
    ):
        with pytest.raises(BadSetup, match=sentence):
            bots.find(f"policy:{tmp_path / name}.npz").prepare(games()["osaka"], 2)
    with pytest.raises(BadSetup, match=r"none\.npz: no such file"):
        bots.find(f"policy:{tmp_path / 'none.npz'}")


def test_a_file_that_fails_is_named(tmp_path):
    """Its own error is part of the sentence."""
    (tmp_path / "broken.py").write_text("1 / 0\n")
    with pytest.raises(BadSetup, match="cannot be loaded: division by zero"):
        bots.find(f"{tmp_path / 'broken.py'}:bot")


def test_the_last_bot_takes_the_seats_left():
    """Names with commas, as many as there are seats at most."""
    names = ["search:10", "house", "house", "house"]
    assert names == bots.full_table("search:10, house", 4)
    assert isinstance(bots.find(names[0]), Search)
    with pytest.raises(BadSetup, match="expected at most 2 bots for 2 seats, got 3"):
        bots.full_table("house,house,random", 2)
