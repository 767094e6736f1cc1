"""The meaning of observations."""

from comptoir import layout


def test_a_layout_names_every_number(game):
    """In their order, without a gap, from the first to the last."""
    parts = [*layout(game).values()]

    assert 0 == parts[0].start
    assert game.observation == parts[-1].stop
    assert [p.stop for p in parts[:-1]] == [p.start for p in parts[1:]]
    assert layout(game) == layout(game.name)
