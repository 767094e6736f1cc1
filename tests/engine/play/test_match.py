"""A match: what a script may ask and do, and how errors read."""

import copy
import traceback

import numpy as np
import pytest

from comptoir import (
    BadSetup,
    IllegalMove,
    Match,
    Record,
    UnknownAction,
    UnknownSeat,
    games,
    replay,
)


def test_games_are_found_and_not_listed():
    """`games()` maps names to games and cannot be changed."""
    assert "batavia" in games()
    with pytest.raises(TypeError):
        games()["other"] = None


def test_a_match_sits_four_where_the_game_allows_it():
    """Sensible defaults: four seats, a secret seed, the box's options."""
    match = Match("batavia")

    assert 4 == match.seats == len(match.view(0).seats)
    assert "Match batavia, 4 seats, move 0, waiting for" in repr(match)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"game": "chess"}, "no game 'chess': expected one of "),
        ({"seats": 2}, "expected 3 to 5 seats for batavia, got 2"),
        ({"seats": True}, "expected 3 to 5 seats for batavia, got True"),
        ({"options": {"die": "six"}}, "option die: expected int, got str"),
        (
            {"options": {"goods": [1, 2]}},
            "option goods: expected array of length 7, got 2",
        ),
        (
            {"options": {"first_auctioneer": 4}},
            "no seat 4 at a table of 4, expected 0 to 3",
        ),
        (
            {"options": {"nothing": 1}},
            "no option 'nothing': expected one of quick_start",
        ),
        ({"options": 3}, "options: expected object, got int"),
        ({"seed": ""}, "seed '': expected a whole number"),
    ],
)
def test_a_wrong_set_up_says_what_is_allowed(arguments, sentence):
    """One sentence with the fact and the limit."""
    with pytest.raises(BadSetup) as error:
        Match(**{"game": "batavia"} | arguments)
    assert sentence in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("seat", [-1, 4, "0", None, True, 1.5])
def test_a_wrong_seat_says_what_is_allowed(seat):
    """Seats are whole numbers from 0."""
    match = Match("batavia", 4, 1)
    for ask in (match.legal, match.undo, lambda s: match.play(s, "pass")):
        with pytest.raises(UnknownSeat, match="at a table of 4: expected 0 to 3"):
            ask(seat)


@pytest.mark.parametrize(
    "action", ["", "bid", "bid 0", "bid 101", "lay irish", -1, 115, 2.5, None]
)
def test_an_unknown_action_says_what_is_allowed(action):
    """Texts get the forms of the game, numbers their range."""
    match = Match("batavia", 4, 1)
    with pytest.raises(
        UnknownAction, match=r"expected (pass, bid 1–100|a number from 0)"
    ):
        match.play(0, action)


def test_actions_come_as_objects_texts_or_numbers():
    """`bid 3`, its number and the object are one action."""
    for say in (str, int, lambda action: action, lambda action: f"  {action} ".upper()):
        match = Match("batavia", 4, 1)
        seat = match.actors[0]
        match.play(seat, say(match.game.actions.read("bid 3")))
        assert f"{seat} bid 3" == match.record().moves[0]


def test_a_refused_move_carries_the_facts_but_not_the_seed():
    """Sentence, seat, action, legal moves; the token stays out of what players see."""
    match = Match("batavia", 4, "very-secret-seed")
    seat = match.actors[0]
    with pytest.raises(IllegalMove) as caught:
        match.play(seat, "bid 16")
    error = caught.value

    assert "You cannot bid 16: you have 15 bills. (BAT-3.3)" == str(error)
    assert (seat, "bid 16") == (error.seat, str(error.action))
    assert match.legal(seat) == error.legal
    assert "very-secret-seed" not in str(error)
    assert match.record() == Record.from_token(error.token)
    assert f"comptoir replay {error.token}" in "".join(
        traceback.format_exception(error)
    )


@pytest.mark.parametrize("seat", [0.0, True, "0", None, 4, -1])
def test_a_seat_is_a_whole_number(seat):
    """What is no seat of the table is named, and nothing has changed."""
    match = Match("batavia", 4, 1)
    ways = (match.legal, match.explain, match.play, match.undo, match.prompt)
    for way in ways:
        given = ("pass",) if way in (match.explain, match.play) else ()
        with pytest.raises(UnknownSeat, match=r"expected 0 to 3$"):
            way(seat, *given)

    assert [] == match.moves


def test_numbers_of_numpy_are_whole_numbers_too():
    """Seats and actions of a learner's arrays; the record holds plain ones."""
    match = Match("batavia", np.int64(4), 1)
    seat = match.actors[0]
    match.play(np.int8(seat), np.uint16(match.legal(seat)[0].number))

    assert match.record() == replay(match.record()).record()


@pytest.mark.parametrize("action", [True, 1.0, None, b"pass", 10_000, -1])
def test_an_action_is_an_object_a_text_or_a_whole_number(action):
    """Anything else names no action, and nothing has changed."""
    match = Match("batavia", 4, 1)
    with pytest.raises(UnknownAction, match=r"no action .*: expected a number"):
        match.play(match.actors[0], action)

    assert [] == match.moves


def test_another_games_action_is_none_of_ours():
    """Its number may exist in this game, but it means something else."""
    match = Match("batavia", 4, 1)
    foreign = [a for a in Match("osaka").game.actions if a not in match.game.actions]
    assert set(map(int, foreign)) & set(map(int, match.legal(match.actors[0])))
    for action in foreign:
        with pytest.raises(UnknownAction, match="expected pass, bid"):
            match.play(match.actors[0], action)

    assert [] == match.moves


@pytest.mark.parametrize("seats", [3.0, True, "3", 2, 6])
def test_a_number_of_seats_is_a_whole_number(seats):
    """One sentence, whatever was given."""
    with pytest.raises(BadSetup, match="expected 3 to 5 seats for batavia, got"):
        Match("batavia", seats)


def test_a_copy_goes_its_own_way():
    """By `copy()` and by the module of that name: moves, undo and table are its own."""
    match = Match("batavia", 4, 1)
    seat = match.actors[0]
    for other in (match.copy(), copy.copy(match), copy.deepcopy(match)):
        other.play(seat, "pass")
        assert [] == match.moves
        assert match.packed().tobytes() != other.packed().tobytes()
        other.undo(seat)
        assert match.packed().tobytes() == other.packed().tobytes()


def test_a_copy_and_its_match_undo_the_same_move_each_for_itself():
    """What was before that move is shared, and neither plays on it."""
    match = Match("batavia", 4, 1)
    seat = match.actors[0]
    match.play(seat, "bid 1")
    other = match.copy()
    match.undo(seat)
    match.play(seat, "bid 2")
    other.undo(seat)

    assert Match("batavia", 4, 1).packed().tobytes() == other.packed().tobytes()


def test_a_refusal_tells_of_the_table_it_refused():
    """Its token is made only when read, but holds the moves up to the refusal."""
    match = Match("batavia", 4, 1)
    seat = match.actors[0]
    with pytest.raises(IllegalMove) as caught:
        match.play(seat, "bid 16")
    match.play(seat, "pass")

    assert [] == Record.from_token(caught.value.token).moves


def test_who_is_not_asked_is_told_whose_turn_it_is():
    """Refusals of the table itself cite no paragraph of the rules."""
    match = Match("batavia", 3, 1, players=["Anna", "Bruno", "Chloé"])
    waiting = (match.actors[0] + 1) % 3
    refusal = match.explain(waiting, "pass")

    assert refusal.rule is None
    name = match.players[match.actors[0]]
    assert f"It is {name}’s turn." == match.game.words(
        "en", names=match.players
    ).refusal(refusal)


def test_spectators_see_less_than_seats_and_seats_less_than_the_referee():
    """Hands are shown to their owner alone."""
    match = Match("batavia", 3, 1)

    assert [None] * 3 == [seat.hand for seat in match.view().seats]
    assert [True, False, False] == [
        seat.hand is not None for seat in match.view(0).seats
    ]
    assert all(seat.hand for seat in match.referee_view().seats)


def test_winners_are_known_at_the_end_only():
    """Before it, nobody has won."""
    match = Match("batavia", 3, 1)

    assert [] == match.winners
    assert [0, 0, 0] == match.scores
    assert "not_yet" == match.ending
