"""Generate the reference of the environments from the declarations of the games.

`<!-- environments -->` in docs/environments.md is replaced by a section for each game.
"""

from collections.abc import Sequence
from itertools import groupby

from comptoir import games, layout
from comptoir.engine.model.game import Game
from comptoir.envs import name_of

LONG = 4  # longer lists are shortened


def environments() -> str:
    """Return the sections of all games."""
    return "\n".join(section(game) for game in games().values())


def section(game: Game) -> str:
    """Return what somebody who trains on a game needs to know, as Markdown."""
    low, high = game.seats[0], game.seats[-1]
    usual = game.read_options()
    options = ", ".join(
        f"`{name}` {getattr(usual, name)}"
        for name in usual.__struct_fields__
        if name != "components"
    )
    return f"""## {game.words("en").say("title")}

- **Name**: `{name_of(game)}`, with version {game.version} of [the rules](rules/{game.name}.md)
- **Seats**: {f"{low} to {high}, by default {game.check_seats(None)}" if low < high else low}
- **Endings**: {", ".join(f"`{one}`" for one in game.endings)}
- **Options** and their defaults: {options}

| {len(game.actions.choices)} choices | |
|---|---|
{choices(game)}

| {game.observation} numbers of an observation | |
|---|---|
{numbers(game)}
"""


def choices(game: Game) -> str:
    """Return the rows of a table of a game's choices, one for each verb."""
    rows: list[str] = []
    earlier: dict[tuple[str, ...], str] = {}
    for verb, group in groupby(game.actions.choices, lambda choice: choice.verb):
        alike = [*group]
        things = tuple(str(choice.what) for choice in alike if choice.what is not None)
        same = earlier.setdefault(things, verb)
        again = len(things) > LONG and same != verb
        what = f"as `{same}`" if again else listed(things)
        rows += [f"| {span(alike[0].number, alike[-1].number)} | `{verb}` {what} |"]
    return "\n".join(rows)


def listed(things: Sequence[str]) -> str:
    """Return a list of things as text, with a long run of counted ones as its two ends."""
    runs = [[*run] for _, run in groupby(things, lambda one: one.strip("0123456789"))]
    return " · ".join(
        f"{run[0]} … {run[-1]}" if len(run) > LONG else " · ".join(run) for run in runs
    )


def numbers(game: Game) -> str:
    """Return the rows of a table of an observation, one for each part."""
    return "\n".join(
        f"| {span(part.start, part.stop - 1)} | {name} |"
        for name, part in layout(game).items()
    )


def span(first: int, last: int) -> str:
    """Return the text of a range of numbers."""
    return str(first) if first == last else f"{first}–{last}"
