"""A protocol stays what it was: its file, and the opponents that it pins."""

import msgspec
import pytest

from comptoir import games
from comptoir.benchmark import protocol
from comptoir.benchmark.protocol import BenchmarkRow, Protocol, network_digest
from comptoir.engine.errors import BadSetup
from comptoir.engine.runs.network import Network

DIGEST = "7ca30df85805af819edcb2e1389c7abdc28e31072c42bbbae60e3868d724963b"


def test_the_protocol_never_changes():
    """Results of papers name it: a change needs a new protocol, beside this one."""
    assert Protocol.load().digest == DIGEST


def test_the_opponents_play_as_they_did(game):
    """If this fails, a bot has changed: keep the old one for the protocol, or pin a new one."""
    plan = Protocol.load()
    rows = plan.rows(game.name)

    assert len(rows) == len(plan.fields) * len(game.seats)
    for row in rows:
        plan.check(row)


def test_another_opponent_is_found():
    """By its moves, or by its network."""
    plan, row = Protocol.load(), BenchmarkRow("osaka", 2, "house")
    fields = {**plan.fields, "house": ["random"]}
    with pytest.raises(
        BadSetup, match="opponents of osaka/2/house do not play as they"
    ):
        msgspec.structs.replace(plan, fields=fields).check(row)
    tables = [msgspec.structs.replace(each, network="0" * 64) for each in plan.tables]
    other = msgspec.structs.replace(plan, tables=tables)
    with pytest.raises(
        BadSetup, match="needs the network of osaka with the digest 0000"
    ):
        other.check(BenchmarkRow("osaka", 2, "policy"))
    other.check(row)


def test_opponents_play_by_their_old_network(tmp_path, monkeypatch):
    """When the game has a better one, the old file is kept in a folder."""
    game, row = games()["osaka"], BenchmarkRow("osaka", 2, "policy")
    plan = Protocol.load()
    digest = network_digest("osaka")
    (tmp_path / f"{digest}.npz").write_bytes((game.folder / "network.npz").read_bytes())
    monkeypatch.setattr(protocol, "NETWORKS", tmp_path)
    monkeypatch.setattr(protocol, "network_digest", lambda _: "of a better one")

    plan.check(row)
    assert f"policy:{tmp_path / digest}.npz" == plan.contest(row, "house", "k").bots[1]
    Network.random(game, 16).save(tmp_path / f"{digest}.npz")
    with pytest.raises(BadSetup, match="do not play as they did"):
        plan.check(row)


def test_seeds_follow_from_the_agent():
    """And those for tuning are known to all."""
    plan, row = Protocol.load(), BenchmarkRow("osaka", 2, "house")
    first, second = plan.key("one agent"), plan.key("another")

    assert first != second
    assert "merchant-v1/tuning/3" == plan.contest(row, "house", "tuning").seed_of(3)


def test_opponents_fill_the_seats():
    """The last one named takes the rest."""
    plan = Protocol.load()

    assert ["search:100", "policy", "house", "random"] == plan.opponents(
        BenchmarkRow("batavia", 5, "mixed")
    )
    assert ["search:100"] == plan.opponents(BenchmarkRow("osaka", 2, "mixed"))
    assert ["policy"] * 2 == plan.opponents(BenchmarkRow("osaka", 3, "policy"))
