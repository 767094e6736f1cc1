"""Finished games: replayed from any seat's view, and continued."""

import base64
import zlib

import msgspec

import server_kit as kit
from comptoir.bots import Seat, new_dice, simple
from comptoir.engine.model.game import REFEREE
from comptoir.engine.play.match import Match, replay
from comptoir.engine.play.record import Record
from comptoir.server.domain.reading import replaying
from waiting import wait_until


def finished(name="negoces", seats=4):
    """Return a finished match of house bots."""
    match = Match(name, seats, 7, {"sales": 2})
    while not match.over:
        seat = match.actors[0]
        match.play(seat, simple.house(Seat.at(match, seat, new_dice("x"))))
    return match


def running(server, **settings):
    """Return a running table of Négoces and its first player's token."""
    me = kit.post(f"{server}/api/me", json={"name": "Ada"})
    bearer = {"Authorization": f"Bearer {me.json()['token']}"}
    bots = [None, "house", "house", "house"]
    settings = {"game": "negoces", "pace": 0} | settings
    body = {"settings": settings, "request": "r1", "seat": 0, "bots": bots}
    made = kit.post(f"{server}/api/tables", json=body, headers=bearer).json()
    return f"{server}/api/tables/{made['table']['id']}", bearer


def test_a_game_that_is_not_over_has_no_replay(server):
    """Its seed and hidden cards stay secret."""
    table, bearer = running(server)

    for path in (
        "replay",
        "replay/0",
        "replay/0?eyes=1",
    ):  # nor from another seat's view
        answer = kit.get(f"{table}/{path}", headers=bearer)
        assert (400, "not_over") == (answer.status_code, answer.json()["error"])
    body = {"move": 0, "request": "r2"}
    answer = kit.post(f"{table}/branch", json=body, headers=bearer)
    assert "not_over" == answer.json()["error"]


def test_a_player_looks_back_through_their_own_eyes(server):
    """During the game too, with open notes; others cannot."""
    table, bearer = running(server)
    then = kit.get(f"{table}/replay/0?eyes=0", headers=bearer).json()
    assert (0, 8) == (then["move"], then["view"]["seats"][0]["cards"])
    assert [None] * 3 == [seat["hand"] for seat in then["view"]["seats"][1:]]
    assert "not_over" == kit.get(f"{table}/replay/0?eyes=0").json()["error"]
    beyond = kit.get(f"{table}/replay/999?eyes=0", headers=bearer)
    assert "undo_where" == beyond.json()["error"]

    table, bearer = running(server, memory="table")
    answer = kit.get(f"{table}/replay/0?eyes=0", headers=bearer)
    assert "not_over" == answer.json()["error"]


def test_a_moment_is_the_match_after_so_many_moves():
    """For the seats and for the referee alike."""
    past = finished()
    again = Match("negoces", 4, 7, {"sales": 2})
    for number, move in enumerate(past.moves):
        if number % 9 == 0:
            for eyes, view in ((1, again.view(1)), (None, again.referee_view())):
                then = replaying.answer(
                    replaying.MomentQuestion(past.record(number), eyes)
                )
                assert number == msgspec.json.decode(then)["move"]
                assert msgspec.json.encode(view) in then
        again.play(move.seat, move.action)


def test_a_replay_has_every_move_and_the_scores_after_it():
    past = finished()
    told = msgspec.json.decode(replaying.answer(replaying.MovesQuestion(past.record())))

    assert [None, *(move.seat for move in past.moves)] == [m["seat"] for m in told]
    open_hands = past.position.scores(REFEREE)
    assert [score.points for score in open_hands] == told[-1]["scores"]


def test_a_game_of_another_place_goes_on_here(server):
    """Unrated, with bots for the others until they sit down; an edited one is refused."""
    match = Match("osaka", 3, 7, None, ["Ada", "Bo", "greedy"])
    for _ in range(5):
        seat = match.actors[0]
        match.play(seat, match.legal(seat)[0])
    record = match.record()
    ada, bo = kit.Person(server, "Ada"), kit.Person(server, "Bo")
    for given in (record.token, record.text()):
        made = ada.http.post("/api/records", json={"record": given})
        assert 201 == made.status_code
        state, table = made.json()["state"], made.json()["table"]["id"]
        assert (0, "branched") == (state["seat"], state["unrated"])
        assert state["moves"] >= 5
        assert ["Ada", "", ""] == [seat["name"] for seat in state["seats"]]
        assert ["", "casual", "greedy"] == [seat["bot"] for seat in state["seats"]]
        bo.sit(table, 1)
    changed = record.text().replace(f'"{record.moves[-1]}"', '"0 pass"')
    bomb = base64.urlsafe_b64encode(zlib.compress(b"[" * 50_000_000)).decode()
    for wrong in (record.token[:-9], changed, "{", "osaka-", f"osaka-{bomb}"):
        said = ada.http.post("/api/records", json={"record": wrong})
        assert (400, "bad_setup") == (said.status_code, said.json()["error"])


def test_a_game_against_bots_goes_on_elsewhere_and_comes_back(server):
    """Later moves continue its table; a game that went on differently is refused."""
    ada, bo = kit.Person(server, "Ada"), kit.Person(server, "Bo")
    table = ada.make("osaka", bots=[None, "house"], seats=2)
    path = f"/api/tables/{table}/along"
    wait_until(lambda: ada.state(table)["actors"] == [0], "the bot has moved")
    taken = ada.http.post(path)
    assert 200 == taken.status_code, taken.text
    assert "advised" == ada.state(table)["unrated"]
    match = replay(Record.from_token(taken.json()["record"]))
    other = match.copy()
    begun = len(match.moves)
    for one, pick in ((match, 0), (other, -1)):
        while len(one.moves) < begun + 8:
            seat = one.actors[0]
            one.play(seat, one.legal(seat)[pick])
    assert match.moves != other.moves
    for _ in range(2):  # a second time changes nothing
        back = ada.http.put(path, json={"record": match.record().token})
        assert 200 == back.status_code, back.text
        assert back.json()["state"]["moves"] >= len(match.moves)
    for person, token, error in (
        (ada, other.record().token, "game_differs"),
        (ada, Match("osaka", 2).record().token, "game_differs"),
        (ada, match.record().token[:-9], "bad_setup"),
        (bo, match.record().token, "not_seated"),
    ):
        said = person.http.put(path, json={"record": token})
        assert error == said.json()["error"]
    assert "not_seated" == bo.http.post(path).json()["error"]
