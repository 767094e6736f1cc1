"""OpenSpiel's own random simulations, and what they leave out."""

import pickle
import random
import runpy
from pathlib import Path

import pyspiel
import pytest

from comptoir import IllegalAction, Match
from comptoir.envs import openspiel

EXAMPLE = Path(__file__).parents[2] / "examples" / "openspiel_ismcts.py"


def load(game, seats=0, seed=7):
    given = {"players": seats, "seed": seed}
    return pyspiel.load_game(openspiel.PREFIX + game.name, given)


@pytest.mark.sampled
def test_random_simulations_pass(game, seats):
    """`random_sim_test`: legality, clones, observations and returns of a whole game."""
    pyspiel.random_sim_test(
        load(game, seats), num_sims=1, serialize=False, verbose=False
    )


def test_games_are_declared_as_they_are(game):
    """Chance inside, hidden cards, zero sum."""
    kind = load(game).get_type()

    assert pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC == kind.chance_mode
    assert pyspiel.GameType.Information.IMPERFECT_INFORMATION == kind.information
    assert pyspiel.GameType.Utility.ZERO_SUM == kind.utility
    assert openspiel.PREFIX + game.name in pyspiel.registered_names()
    assert (game.seats[0], game.seats[-1]) == (
        kind.min_num_players, kind.max_num_players,
    )  # fmt: skip


def test_new_states_are_the_matches_of_the_seed(game, seats):
    """State n of seed S plays the match of seed S/n."""
    loaded, rng = load(game, seats), random.Random(1)
    for number in range(2):
        state = loaded.new_initial_state()
        match = Match(game, seats, f"7/{number}")
        while not state.is_terminal():
            seat = state.current_player()
            choices = match.position.choices(seat)
            assert sorted(choices) == state.legal_actions()
            choice = rng.choice([*choices])
            name = str(game.actions.choices[choice])
            assert name == state.action_to_string(seat, choice)
            state.apply_action(choice)
            match.play(seat, choices[choice])
        assert match.over
        best = [s for s in range(seats) if state.returns()[s] == max(state.returns())]
        assert match.winners == best


def test_a_clone_goes_its_own_way(game):
    """What is played on a clone does not change the state it was taken from."""
    state = load(game).new_initial_state()
    before = str(state), state.legal_actions()
    clone = state.clone()
    clone.apply_action(clone.legal_actions()[0])

    assert before == (str(state), state.legal_actions())
    assert 1 == len(clone.history())
    assert [0.0] * clone.num_players() == clone.returns()


def test_what_a_player_imagines_looks_the_same_to_it(game):
    """`resample_from_infostate` changes hidden things only: the string stays the same."""
    state = load(game).new_initial_state()
    for number in range(40):
        player = state.current_player()
        other = state.resample_from_infostate(player, lambda n=number: n / 40)
        assert player == other.current_player()
        assert state.observation_string(player) == other.observation_string(player)
        assert state.legal_actions() == other.legal_actions()
        assert state.episode.position.table != other.episode.position.table
        state.apply_action(state.legal_actions()[number % len(state.legal_actions())])
        if state.is_terminal():
            break


def test_the_example_runs_openspiels_own_search(capsys, monkeypatch):
    """IS-MCTS against random play, a few simulations of a few moves."""
    monkeypatch.setattr(
        "sys.argv", ["x", "--simulations", "3", "--games", "1", "--most", "10"]
    )
    runpy.run_path(str(EXAMPLE), run_name="__main__")

    assert "IS-MCTS" in capsys.readouterr().out


def test_an_impossible_number_of_players_is_refused(game):
    """By our own sentence."""
    with pytest.raises(ValueError, match=r"expected .* seats"):
        load(game, 17)


def test_information_states_recall_everything(game):
    """What a player saw and did, in order; equal for all that the player cannot tell apart."""
    loaded, rng = load(game), random.Random(2)
    state = loaded.new_initial_state()
    kept = {seat: [] for seat in range(loaded.num_players())}
    while not state.is_terminal():
        seat = state.current_player()
        if len(state.history()) % 7 == 0:
            known = state.information_state_string(seat)
            kept[seat].append(known)
            assert known.endswith(state.observation_string(seat))
            other = state.resample_from_infostate(seat, rng.random)
            assert known == other.information_state_string(seat)
            assert known == state.clone().information_state_string(seat)
            assert known == pickle.loads(pickle.dumps(state)).information_state_string(
                seat
            )
        state.apply_action(rng.choice(state.legal_actions()))
    for seat, known in kept.items():
        last = state.information_state_string(seat)
        for earlier in known:
            seen = earlier[: earlier.rindex("\n")]  # without what it observed then
            assert last.startswith(seen)


def test_a_past_is_recalled_that_no_board_shows():
    """Two ways to one position are two information states of whoever went them."""
    match = Match("osaka", 2, "7/0")
    first = match.actors[0]
    states = []
    for order in ((0, 1), (1, 0)):
        state = load(match.game, 2).new_initial_state()
        while state.current_player() == first and len(state.history()) < 2:
            state.apply_action(state.legal_actions()[order[len(state.history())]])
        states.append(state)
    one, two = (state.information_state_string(first) for state in states)

    assert one != two
    assert "> token red at " in one


def test_a_state_can_be_read(game):
    """Where the game stands, and the board with everything on it."""
    state = load(game).new_initial_state()
    first, *board = str(state).splitlines()

    assert "game 0, 0 moves, seat " in first
    assert len(board) > 8
    assert str(state) == str(state.clone())
    before = str(state)
    state.apply_action(state.legal_actions()[0])
    assert before != str(state)


def test_an_illegal_action_is_refused_and_changes_nothing(game):
    """With the legal ones in the message; OpenSpiel itself does not look."""
    state = load(game).new_initial_state()
    before, legal = str(state), state.legal_actions()
    number = next(
        n for n in range(game.actions.choices[-1].number + 1) if n not in legal
    )

    with pytest.raises(IllegalAction, match="expected one of"):
        state.apply_action(number)
    assert (before, legal) == (str(state), state.legal_actions())
