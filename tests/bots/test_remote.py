"""Bots that run elsewhere: behind an HTTP endpoint, or in a process."""

from contextlib import closing

import pytest

from agent_kit import answer, endpoint, process
from comptoir import bots, games
from comptoir.bots.remote import Endpoint, Program
from comptoir.engine.errors import BadSetup, ComptoirError, UnknownAction
from random_play import seat_of, some_positions


def positions_of(game):
    return [seat_of(m) for m, _ in some_positions(game, game.seats[-1], 4, 11)]


def test_an_endpoint_and_a_process_are_asked_alike(game, tmp_path):
    """Each chooses the last legal action; a process is started once."""
    asked = []

    def listening(message):
        asked.append(message)
        return answer(message)

    with endpoint(listening) as address:
        far = bots.find(address)
        near = bots.find(process(tmp_path))
        near.prepare(game, game.seats[-1])
        for seat in positions_of(game):
            assert seat.legal[-1] == far(seat)
            assert str(seat.legal[-1]) == near(seat)
    assert "hello" == asked[0]["ask"]
    assert {"ask": "move", "game": game.name} == {
        k: asked[1][k] for k in ("ask", "game")
    }
    assert near is bots.find(process(tmp_path))
    assert not bots.built_in(address)
    assert not bots.built_in("process:true")


@pytest.mark.parametrize("what", ["observation", "view", "history", "prompt", "rules"])
def test_an_agent_is_told_what_it_wants(what):
    """And nothing of the rest."""
    asked = []

    def listening(message):
        asked.append(message)
        return answer(message) if len(asked) > 1 else {"wants": [what]}

    seat = positions_of(games()["osaka"])[-1]
    with endpoint(listening) as address:
        Endpoint(address)(seat)

    common = {"ask", "game", "seats", "seat", "legal", "choices"}
    assert common | {what} == asked[1].keys()
    assert asked[1][what]


@pytest.mark.parametrize(
    ("said", "error", "sentence"),
    [
        (b"nonsense", BadSetup, "is not JSON"),
        ([1], BadSetup, "expected an object with action or choice"),
        ({"choice": 10_000}, UnknownAction, "expected one that `mask` allows"),
        ({"choice": None}, UnknownAction, "expected one that `mask` allows"),
        (500, BadSetup, "answered HTTP 500"),
    ],
)
def test_a_wrong_answer_is_said(said, error, sentence):
    """One sentence, with what was expected."""
    seat = positions_of(games()["osaka"])[0]
    with endpoint(lambda message: {} if message["ask"] == "hello" else said) as address:
        bot = Endpoint(address)
        bot.prepare(seat.game, seat.seats)
        with pytest.raises(error, match=sentence):
            bot(seat)
    with (
        endpoint(lambda _: {"wants": ["the pile"]}) as address,
        pytest.raises(BadSetup, match="expected wants, a list of some of observation"),
    ):
        Endpoint(address).prepare(seat.game, seat.seats)


def test_an_endpoint_that_is_down_is_asked_again():
    """A restart in between loses nothing; in the end a sentence says that nobody answers."""
    seat = positions_of(games()["osaka"])[0]
    with endpoint() as address:
        pass
    port, waited = int(address.rstrip("/").rpartition(":")[2]), []
    with pytest.raises(ComptoirError, match="cannot be reached: "):
        Endpoint(address, pause=waited.append)(seat)
    assert [*sorted(waited)] == waited
    assert len(waited) > 3

    again = []

    def restart(_):
        server = endpoint(port=port)
        server.__enter__()
        again.append(server)

    try:
        assert seat.legal[-1] == Endpoint(address, pause=restart)(seat)
    finally:
        again[0].__exit__(None, None, None)


def test_an_endpoint_that_is_busy_is_asked_again():
    """HTTP 503 and 429 are no answers."""
    seat, told = positions_of(games()["osaka"])[0], [503, 429]
    with endpoint(lambda message: told.pop() if told else answer(message)) as address:
        assert seat.legal[-1] == Endpoint(address, pause=lambda _: None)(seat)
    assert [] == told


def test_a_process_that_ends_is_started_again(tmp_path):
    """Its game is lost, and the next one has a new process."""
    seat = positions_of(games()["osaka"])[0]
    bot = Program(
        process(tmp_path, "if asked['ask'] == 'move': break").partition(":")[2]
    )
    for _ in range(2):
        bot.prepare(seat.game, seat.seats)
        with pytest.raises(BadSetup, match="ended with status 0"):
            bot(seat)
    bot.close()
    with pytest.raises(BadSetup, match="no-such-program does not start"):
        Program("no-such-program").prepare(seat.game, seat.seats)


def test_a_process_that_hangs_is_ended(tmp_path):
    """After its time, by a signal."""
    seat = positions_of(games()["osaka"])[0]
    command = process(tmp_path, "while asked['ask'] == 'move': pass").partition(":")[2]
    bot = Program(command)
    bot.prepare(seat.game, seat.seats)
    bot.wait = 0.2
    with (
        closing(bot),
        pytest.raises(BadSetup, match=r"status -9, or did not answer for 0\.2 s"),
    ):
        bot(seat)
