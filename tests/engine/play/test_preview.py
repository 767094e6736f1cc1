"""Previews of moves equal their effects."""

from comptoir.engine.model.refusals import Refusal
from comptoir.engine.play.match import Match
from comptoir.engine.play.preview import Outcome, preview
from comptoir.engine.rules.rng import throw
from random_play import some_positions

POSITIONS = 20


def test_a_preview_equals_the_outcome_wherever_nothing_hidden_intervenes(game, seats):
    """In random positions; previewed events are always the first ones that happen."""
    whole = 0
    for match, dice in some_positions(game, seats, POSITIONS, every=7):
        seat = match.actors[throw(dice, len(match.actors))]
        legal = match.legal(seat)
        action = legal[throw(dice, len(legal))]

        told = preview(match, seat, action)
        played = match.copy()
        events = [event.seen_by(seat) for event in played.play(seat, action)]

        assert isinstance(told, Outcome)
        assert told.events == events[: len(told.events)]
        if told.whole:
            whole += 1
            assert told.events == events
            assert told.view == played.view(seat)
            assert played.can_undo(seat) or any(event.reveals for event in events)
    assert whole > POSITIONS // 20


def test_a_move_without_chance_or_anything_shown_is_told_to_its_end(game):
    """Whatever can be undone can be previewed in full."""
    for match, dice in some_positions(game, game.seats[-1], 25, every=11):
        seat = match.actors[throw(dice, len(match.actors))]
        for action in match.legal(seat)[:6]:
            played = match.copy()
            events = played.play(seat, action)
            known = not any(event.hidden for event in events[1:])
            if played.can_undo(seat) and known:
                told = preview(match, seat, action)
                assert isinstance(told, Outcome)
                assert len(told.events) == len(events)


def test_a_preview_changes_nothing_and_tells_the_same_twice(game):
    """The real table is neither touched nor asked for what is hidden."""
    for match, _ in some_positions(game, game.seats[-1], 20, every=13):
        seat = match.actors[0]
        before = match.packed().tobytes()
        first, second = (preview(match, seat, match.legal(seat)[0]) for _ in range(2))

        assert first == second
        assert before == match.packed().tobytes()


def test_nothing_is_foretold_beyond_what_comes_to_light(game):
    """Two imagined tables may agree by luck; what depends on hidden things is not sure."""
    for match, _ in some_positions(game, game.seats[-1], POSITIONS, every=13):
        for seat in match.actors:
            for action in match.legal(seat)[:3]:
                told = preview(match, seat, action)
                assert isinstance(told, Outcome)
                assert not any(event.reveals for event in told.events[:-1])


def test_what_is_refused_is_not_foreseen(game):
    """The reason comes instead, as from `explain`."""
    match = Match(game, seed=3)
    actor = match.actors[0]
    other = next(s for s in range(match.seats) if s != actor)
    action = match.legal(actor)[0]
    told = preview(match, other, action) if other not in match.actors else None

    assert told is None or told == match.explain(other, action)
    assert told is None or isinstance(told, Refusal)
