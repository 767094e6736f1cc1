"""The meaning of observations, and the pages that document it."""

from comptoir import games, layout


def test_a_layout_names_every_number(game):
    """In their order, without a gap, from the first to the last."""
    parts = [*layout(game).values()]

    assert 0 == parts[0].start
    assert game.observation == parts[-1].stop
    assert [p.stop for p in parts[:-1]] == [p.start for p in parts[1:]]
    assert layout(game) == layout(game.name)


def test_pages_of_environments_are_todays(game):
    """`make golden` writes them."""
    import environment_pages  # noqa: PLC0415

    kept = (environment_pages.FOLDER / f"{game.name}.md").read_text(encoding="utf-8")
    assert environment_pages.page(game) == kept
    assert len(games()) == len([*environment_pages.FOLDER.glob("*.md")])
