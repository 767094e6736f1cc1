"""Writes the pages of the environments from the declarations; part of `make golden`."""

from itertools import groupby
from pathlib import Path

from comptoir import games, layout
from comptoir.envs import name_of

FOLDER = Path(__file__).parents[1] / "docs/environments"


def page(game):
    """Return the page about a game's environment, for people who train on it."""
    title = game.name.capitalize()
    low, high = game.seats[0], game.seats[-1]
    seats = str(low) if low == high else f"{low} to {high}"
    return f"""# {title} for learners

Written by `make golden` from the declarations of the game; how to use it: [environments](../envs.md), the [rules](../../src/comptoir/games/{game.name}/RULES.md).

| | |
|---|---|
| Gymnasium | `gymnasium.make("comptoir.envs:{name_of(game)}")`, `make_vec` |
| PettingZoo | `from comptoir.envs.pettingzoo import {game.name}_v{game.environment}` |
| OpenSpiel | `pyspiel.load_game("comptoir_{game.name}")` |
| arrays | `comptoir.Batch("{game.name}")` |
| seats | {seats}, {game.check_seats(None)} if left out |
| version | {game.environment}; it rises when the same choices would give another result, or when learners are told otherwise of them. The rules' own version is {game.version} |
| actions | `Discrete({len(game.actions.choices)})` |
| observation | `Box(-32768, 32767, ({game.observation},), float32)`, whole numbers |
| reward | 0 until the end; then seats behind less seats ahead, as a share of the others: 1 alone in front, -1 alone behind. An illegal action loses at once: -1 |
| endings | {", ".join(f"`{one}`" for one in game.endings)} |

## Options

{options(game)}

## Actions

The mask has a 1 for each that is legal now.{relative(game)}

| numbers | |
|---|---|
{verbs(game)}

## Observation

`comptoir.layout("{game.name}")` has these slices by name. Seats are counted from one's own; what is hidden from the seat is 0. Counts are small, from 0 to some hundred: logarithms (`comptoir.envs.spaces.squeeze`) or a division by 10 make them easy to learn from.

| numbers | |
|---|---|
{parts(game)}
"""


def relative(game):
    """Return the paragraph on numbering, for a game whose actions name seats."""
    if game.actions.are_choices:
        return ""
    return (
        " Seats are counted from one's own: `+1` is the one to the left. Not every action has a"
        " number of its own: see [what an action names](../envs.md#seats-in-actions)."
    )


def options(game):
    """Return a table of the options with their default values."""
    usual = game.read_options()
    names = [n for n in usual.__struct_fields__ if n != "components"]
    lines = [f"| `{name}` | {told(getattr(usual, name))} |" for name in names]
    return "\n".join(["| name | in the box |", "|---|---|", *lines])


def told(value):
    return f"`{value}`"


def verbs(game):
    """Return a table of the choices, one row per verb."""
    lines = []
    for verb, group in groupby(game.actions.choices, lambda choice: choice.verb):
        alike = [*group]
        first, last = alike[0].number, alike[-1].number
        numbers = str(first) if first == last else f"{first}–{last}"
        things = [choice.what for choice in alike if choice.what is not None]
        if things and isinstance(things[0], int):
            what = f" {things[0]} … {things[-1]}"
        else:
            what = " " + " · ".join(things) if things else ""
        lines.append(f"| {numbers} | `{verb}`{what} |")
    return "\n".join(lines)


def parts(game):
    """Return a table of the parts of an observation, one row each."""
    return "\n".join(
        f"| {part.start}{'' if part.stop - part.start == 1 else f'–{part.stop - 1}'} | {name} |"
        for name, part in layout(game).items()
    )


def main():
    """Rewrite all pages."""
    FOLDER.mkdir(exist_ok=True)
    for game in games().values():
        (FOLDER / f"{game.name}.md").write_text(page(game), encoding="utf-8")


if __name__ == "__main__":
    main()
