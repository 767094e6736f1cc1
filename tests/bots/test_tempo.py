"""Bots beside people: they wait a moment, and let others speak."""

from comptoir import Match, bots
from comptoir.bots import simple
from comptoir.bots.tempo import LONGEST, MOST, SHORTEST, Tempo


def negotiation():
    """A table where several may act at once."""
    match, dice = Match("negoces", seed="tempo"), bots.new_dice("1")
    while len(match.actors) < 2:
        bots.move(match, match.actors[0], simple.house, dice)
    return match, dice


def test_a_bot_waits_only_where_others_may_act_too():
    """In an auction everyone waits for the bot; in a market people come first."""
    match, dice = negotiation()
    waits = [Tempo().pause(match, dice) for _ in range(100)]

    assert SHORTEST <= min(waits) < max(waits) <= LONGEST
    assert 0.0 == Tempo().pause(Match("batavia"), dice)


def test_a_bot_that_said_enough_leaves_it_to_the_house():
    """Until the negotiation is over; levels and characters know themselves when to stop."""
    match, dice = negotiation()
    tempo, seat = Tempo(), match.actors[1]
    for _ in range(MOST):
        assert "policy" == tempo.kind(seat, "policy")
        tempo.moved(match, seat)
    assert "house" == tempo.kind(seat, "policy")
    assert "expert" == tempo.kind(seat, "expert")
    assert "master:9" == tempo.kind(seat, "master:9")
    assert "policy" == tempo.kind(match.actors[0], "policy")

    while not match.position.table.sales:
        last = match.actors[-1]
        bots.move(match, last, simple.house, dice)
        tempo.moved(match, last)
    assert "policy" == tempo.kind(seat, "policy")


def test_a_slow_pace_is_a_persons_and_none_is_none():
    """Quick paces are kept to; where several may act, a bot still lets people speak."""
    (many, dice), alone = negotiation(), Match("batavia")

    assert 0.5 == Tempo().pause(alone, dice, 0.5)
    assert {0.0} == {Tempo().pause(match, dice, 0) for match in (alone, many)}
    slow = [Tempo().pause(alone, dice, 2.4) for _ in range(100)]
    assert 1.2 <= min(slow) < 1.6
    assert 3.2 < max(slow) <= 3.6
    assert min(Tempo().pause(many, dice, 0.1) for _ in range(100)) >= SHORTEST
