"""`comptoir simulate`: results as a table or as one object."""

import json

from comptoir.engine.runs import simulation
from comptoir.engine.runs.network import Network


def test_results_are_one_json_object(run):
    """Games, moves, seconds, wins and mean points a seat, how games ended."""
    done = run(
        "simulate", "batavia", "--seats", 3, "--games", 30, "--seed", 7, "--json"
    )
    results = json.loads(done.stdout)

    assert 30 == results["games"] == sum(results["endings"].values())
    assert 3 == len(results["wins"]) == len(results["points"])
    assert results["moves"] > 30 * 100
    assert results["seconds"] > 0
    assert results["compiled"] is False


def test_the_same_seed_gives_the_same_games_plain_and_compiled(run, monkeypatch):
    """Only the time differs. Here compiling is worth it for few games already."""
    monkeypatch.setattr(simulation, "WORTH_COMPILING", 100)
    runs = []
    for more in ([], ["--plain"], ["--threads", 1]):
        done = run(
            "simulate", "batavia", "--games", 100, "--seed", 7, "--bots",
            "house,random", "--option", "pirate_line=20", "--json", *more,
        )  # fmt: skip
        results = json.loads(done.stdout)
        assert ("--plain" not in more) == results.pop("compiled")
        results.pop("seconds")
        runs.append(results)

    assert runs[0] == runs[1] == runs[2]
    assert ["house", "random", "random", "random"] == runs[0]["bots"]


def test_people_get_a_table(run):
    """A row a seat, how games ended, and the seed to repeat it."""
    done = run("simulate", "batavia", "--games", 5, "--seed", 7)

    assert 0 == done.returncode
    assert "mean points" in done.stdout
    assert "5 games ended: 5 by arrival" in done.stdout
    assert "seed 7" in done.stdout


def test_policies_play_by_their_network_or_not_at_all(run, networks, monkeypatch):
    """Plain, if few games are asked for; a game without a network is told of."""
    done = run("simulate", "osaka", "--games", 2, "--bots", "policy,house", "--json")
    assert ["policy", "house", "house", "house"] == json.loads(done.stdout)["bots"]

    monkeypatch.setattr(Network, "shipped", lambda _: None)
    done = run("simulate", "osaka", "--bots", "policy")
    assert "no policy for osaka: it has no network" in done.stderr
