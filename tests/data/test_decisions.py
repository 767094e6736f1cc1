"""Decisions of bots and of records: the same games as everywhere, a line each."""

import msgspec
import numpy as np
import pytest

import comptoir
from comptoir import BadSetup, Batch, Decisions, Match, decisions, replay
from comptoir.data import play
from comptoir.engine.play.score_breakdown import by_source


def joined(name, parts):
    return np.concatenate([part.columns[name] for part in parts])


@pytest.mark.parametrize("bots", ["house,random", "random"])
def test_records_of_what_was_told_replay_to_the_same_ends(game, bots):
    """Game n is the match of seed S/n: points, ranks, endings, choices, legal, sights."""
    what = {"legal": True, "observations": True, "sources": True}
    (told,) = decisions(game, 2, bots=bots, seed="d", first=5, **what)
    assert [5, 6] == told.ends.game.tolist()
    for line, (record, (_, part)) in enumerate(
        zip(told.records(), told.split(), strict=True)
    ):
        match = Match(game, told.setup.seats, f"d/{line + 5}")
        masks, seen = told.masks()[part], told.log.observation[part]
        for at, move in enumerate(record.moves):
            seat, _, action = move.partition(" ")
            legal = [int(one) for one in match.legal(int(seat))]
            assert legal == np.flatnonzero(masks[at]).tolist()
            assert len(legal) == told.log.choices[part][at]
            assert match.position.observe(int(seat)) == seen[at].tolist()
            assert at == told.log.move[part][at]
            match.play(int(seat), action)
        assert match.over
        assert match.scores == told.ends.points[line].tolist()
        assert match.ranks == told.ends.ranks[line].tolist()
        assert match.ending == told.ends.ending[line]
        assert by_source(game, match.log(), match.seats) == told.ends.sources[line]
        assert replay(record).scores == match.scores


def test_rounds_and_threads_change_nothing(monkeypatch):
    """However many games lie side by side, and wherever a run begins."""
    (whole,) = decisions("osaka", 30, seed=1)
    monkeypatch.setattr(play, "ROUND", 7)
    parts = [*decisions("osaka", 12, seed=1, threads=1)]
    parts += decisions("osaka", 18, seed=1, first=12)

    assert [7, 5, 7, 7, 4] == [len(part.ends.game) for part in parts]
    for name, column in whole.columns.items():
        assert np.array_equal(column, joined(name, parts)), name


def test_a_rollout_tells_its_actions(game):
    """From the middle of games, some moves or all; what comes of them is the same."""
    tables = [Batch(game, size=20, seed=3, fill=False) for _ in range(2)]
    for batch in tables:
        batch.rollout(10)
    first = tables[0].rollout(15, bots="house", tell=True)
    rest = tables[0].rollout(bots="house", tell=True)
    assert tables[1].rollout(bots="house") is None

    assert (300, 15) == (len(first), first.move.max() - first.move.min() + 1)
    assert 10 == first.move.min()
    assert tables[0].over.all()
    assert len(first) + len(rest) + 20 * 10 == tables[0].moves == tables[1].moves
    assert np.array_equal(tables[0].points, tables[1].points)
    assert "decisions on 20 tables" in repr(rest)


def test_any_bots_play():
    """Functions, classes and bots that search play plain; the same seed, the same games."""

    class Last:
        def __call__(self, seat):
            return seat.legal[-1]

    bots = [lambda seat: seat.legal[0], Last, "search:2"]
    once, again = (
        [*decisions("osaka", 2, seats=3, bots=bots, seed=4, sources=True)]
        for _ in range(2)
    )

    assert ["<lambda>", "Last", "search:2"] == once[0].setup.bots
    assert np.array_equal(once[0].columns["action"], again[0].columns["action"])
    for record, points in zip(once[0].records(), once[0].ends.points, strict=True):
        assert replay(record).scores == points.tolist()


def test_records_become_decisions(game, tmp_path):
    """As they are, by token and by file; the same as when they were played."""
    what = {"legal": True, "observations": True, "sources": True}
    (told,) = decisions(game, 2, bots="house", seed=9, **what)
    first, second = told.records()
    second.save(tmp_path / "second.json")
    again = Decisions.of([first.token, tmp_path / "second.json"], **what)

    for name, column in told.columns.items():
        assert np.array_equal(column, again.columns[name]), name
    assert repr(told) == repr(again)


@pytest.mark.parametrize("library", ["pandas", "polars", "pyarrow"])
def test_frames_have_a_line_a_decision(library):
    """The action's text beside its number, what is wide as lists."""
    pytest.importorskip(library)
    (told,) = decisions("osaka", 3, seed=2, legal=True, observations=True)
    frame = getattr(told, library.removeprefix("py"))()
    names = [*told.columns]
    names.insert(names.index("action") + 1, "text")
    names.insert(names.index("seat") + 1, "bot")
    names += ["seed", "options"]
    texts = [str(told.game.actions[n]) for n in told.columns["action"]]
    assert names == (getattr(frame, "column_names", None) or [*frame.columns])
    assert texts == [str(text) for text in frame["text"]]
    wide = {
        "legal": told.masks()[0].nonzero()[0].tolist(),
        "observation": told.columns["observation"][0].tolist(),
    }
    for name, row in wide.items():
        first = frame[name][0]
        assert row == (first.as_py() if library == "pyarrow" else [*first])


def test_what_is_wrong_is_said():
    """Games, bots that fail, records of two kinds, a library that is missing."""
    with pytest.raises(BadSetup, match="expected at least 1 game, got 0"):
        [*decisions("osaka", 0)]
    with pytest.raises(BadSetup, match="no bot 'x': expected one of"):
        [*decisions("osaka", 1, bots="x")]
    with pytest.raises(
        BadSetup, match=r"in seat \d, game 0: ZeroDivisionError: division"
    ):
        [*decisions("osaka", 1, bots=lambda _: 1 / 0)]
    with pytest.raises(
        BadSetup, match=r"first in seat \d, game 0: .* is illegal there"
    ):
        [*decisions("osaka", 1, bots=first)]
    with pytest.raises(
        BadSetup, match="expected records of one kind, got osaka with 2 s"
    ):
        Decisions.of([Match("osaka", seats).record() for seats in (2, 3)])
    with pytest.raises(BadSetup, match="expected at least 1 record"):
        Decisions.of([])
    with pytest.raises(BadSetup, match="ask for them with `legal=True`"):
        next(decisions("osaka", 1)).masks()
    record = Match("osaka", 2, seed=1).record()
    wrong = msgspec.structs.replace(record, moves=["0 nothing"])
    with pytest.raises(comptoir.BadRecord, match="move 1, '0 nothing': no action"):
        Decisions.of(wrong.signed())


def first(seat):
    """Take the first action of the game, legal or not."""
    return 0


def test_a_missing_library_is_named(monkeypatch):
    """With what to install."""
    monkeypatch.setitem(__import__("sys").modules, "pandas", None)
    with pytest.raises(BadSetup, match=r"pandas is not installed: pip install pandas"):
        next(decisions("osaka", 1)).pandas()


def test_every_seat_is_rewarded_once(game):
    """At its last decision, with rewards that are those of an environment."""
    (told,) = decisions(game, 5, bots="random", seed=6)
    columns = told.columns
    for line, part in told.split():
        done, seats = columns["done"][part], columns["seat"][part]
        assert sorted(set(seats.tolist())) == sorted(seats[done].tolist())
        assert not columns["reward"][part][~done].any()
        for seat, reward in zip(
            seats[done], columns["reward"][part][done], strict=True
        ):
            at = np.flatnonzero(seats == seat)
            assert done[at].tolist() == [False] * (len(at) - 1) + [True]
            others = np.delete(told.ends.ranks[line], seat)
            own = told.ends.ranks[line, seat]
            lead = int((others > own).sum()) - int((others < own).sum())
            assert lead / len(others) == pytest.approx(float(reward))


def test_a_row_says_where_it_is_from():
    """Bot, seed and options, also of records, each with its own seed."""
    pytest.importorskip("pandas")
    options = {"hand": 7}
    (told,) = decisions(
        "osaka", 3, seats=2, bots="house,random", seed="s", options=options
    )
    frame = told.pandas()
    own = Decisions.of([*told.records()][1:]).pandas()

    assert [f"s/{n}" for n in range(3)] == frame["seed"].unique().tolist()
    assert ["s/1", "s/2"] == own["seed"].unique().tolist()
    assert {0: "house", 1: "random"} == dict(
        zip(frame["seat"], frame["bot"], strict=True)
    )
    (written,) = frame["options"].unique()
    assert told.setup.options == msgspec.json.decode(written)
