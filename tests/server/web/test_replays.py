"""Games that are over: replayed through anyone's eyes, and gone on from."""

import msgspec

import server_kit as kit
from comptoir.bots import Seat, new_dice, simple
from comptoir.engine.play.match import Match
from comptoir.server.tables.settings import TableSettings
from comptoir.server.tables.table import OnlineTable
from comptoir.server.web import replays


def finished(name="negoces", seats=4):
    """A match of house bots, to its end."""
    match = Match(name, seats, 7, {"sales": 2})
    while not match.over:
        seat = match.actors[0]
        match.play(seat, simple.house(Seat.at(match, seat, new_dice("x"))))
    return match


def test_a_game_that_is_not_over_has_no_replay(server):
    """Its seed and its hidden cards stay where they are."""
    me = kit.post(f"{server}/api/me", json={"name": "Ada"})
    bearer = {"Authorization": f"Bearer {me.json()['token']}"}
    bots = [None, "house", "house", "house"]
    body = {"settings": {"game": "negoces"}, "request": "r1", "seat": 0, "bots": bots}
    made = kit.post(f"{server}/api/tables", json=body, headers=bearer).json()
    table = made["table"]["id"]

    for path in ("replay", "replay/0", "replay/0?eyes=1"):
        answer = kit.get(f"{server}/api/tables/{table}/{path}", headers=bearer)
        assert (400, "not_over") == (answer.status_code, answer.json()["error"])
    body = {"move": 0, "request": "r2"}
    answer = kit.post(f"{server}/api/tables/{table}/branch", json=body, headers=bearer)
    assert "not_over" == answer.json()["error"]


def test_a_moment_is_the_match_after_so_many_moves():
    """For the seats and for the referee alike."""
    past = finished()
    table = OnlineTable("t", TableSettings("negoces", 4, {"sales": 2}), past.seed, "")
    again = Match("negoces", 4, 7, {"sales": 2})
    for number, move in enumerate(past.moves):
        then = replays._until(past, table, number)
        if number % 9 == 0:
            assert again.packed().tobytes() == then.packed().tobytes()
            assert msgspec.to_builtins(again.view(1)) == msgspec.to_builtins(
                then.view(1)
            )
        again.play(move.seat, move.action)
