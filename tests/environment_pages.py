"""The pages of the environments, written from the declarations: `make golden`."""

from itertools import groupby
from pathlib import Path

from comptoir import games, layout
from comptoir.envs import name_of

LONG = 4  # longer lists are shortened
FOLDER = Path(__file__).parents[1] / "docs/environments"


def page(game):
    """Return the page that describes a game's environment to people who train on it."""
    low, high = game.seats[0], game.seats[-1]
    return f"""# Environment of {game.words("en").say("title")}

Written by `make golden`. [Environments](../envs.md) explains how to use it, the [rules](../../src/comptoir/games/{game.name}/RULES.md) what actions and options mean.

| | |
|---|---|
| name | `{name_of(game)}` (rules version {game.version}) |
| seats | {f"{low} to {high}, by default {game.check_seats(None)}" if low < high else low} |
| endings | {", ".join(f"`{one}`" for one in game.endings)} |

| option | default |
|---|---|
{options(game)}

## Actions

{len(game.actions.choices)} numbers.{relative(game)}

| numbers | action |
|---|---|
{verbs(game)}

## Observation

{game.observation} numbers, by name in `comptoir.layout("{game.name}")`.

| numbers | meaning |
|---|---|
{parts(game)}
"""


def relative(game):
    """Return a note for games whose actions name seats."""
    if game.actions.are_choices:
        return ""
    return (
        " `+1` is the seat to the left of one's own. Some numbers stand for several actions:"
        " see [seats in actions](../envs.md#seats-in-actions)."
    )


def options(game):
    """Return the rows of a table of the options with their default values."""
    usual = game.read_options()
    names = [n for n in usual.__struct_fields__ if n != "components"]
    return "\n".join(f"| `{name}` | `{getattr(usual, name)}` |" for name in names)


def verbs(game):
    """Return the rows of a table of the choices, one per verb."""
    lines, earlier = [], {}
    for verb, group in groupby(game.actions.choices, lambda choice: choice.verb):
        alike = [*group]
        first, last = alike[0].number, alike[-1].number
        numbers = str(first) if first == last else f"{first}–{last}"
        things = tuple(str(choice.what) for choice in alike if choice.what is not None)
        same = earlier.setdefault(things, verb)
        long = len(things) > LONG and same != verb
        what = f"as `{same}`" if long else listed(things)
        lines.append(f"| {numbers} | `{verb}` {what} |".replace("  ", " "))
    return "\n".join(lines)


def listed(things):
    """Return a list of things in one line, with runs of counted ones as their ends."""
    runs = [
        [*run] for _, run in groupby(things, lambda thing: thing.strip("0123456789"))
    ]
    return " · ".join(
        f"{run[0]} … {run[-1]}" if len(run) > LONG else " · ".join(run) for run in runs
    )


def parts(game):
    """Return the rows of a table of the parts of an observation, one each."""
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
