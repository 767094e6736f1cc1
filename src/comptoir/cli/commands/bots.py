"""`comptoir bots`: the list of bots and how each one plays."""

import click

from comptoir import bots as all_bots
from comptoir.cli.common import flags
from comptoir.engine.text.words import Words


@click.command()
@flags.language("Language of the list.")
def bots(lang: str) -> None:
    """List bots, levels and characters, and how each one plays."""
    from comptoir.bots.policy import characters_of, why_none
    from comptoir.cli.common.terminal import Terminal
    from comptoir.engine.model import registry

    words = Words(lang, flags.WORDS, all_bots.WORDS)
    terminal = Terminal()
    room = max(map(len, all_bots.NAMES)) + 2
    for heading, names in (
        ("bots.bots", [name for name in all_bots.BOTS if name not in all_bots.LEVELS]),
        ("bots.levels", all_bots.LEVELS),
        ("bots.characters", all_bots.CHARACTERS),
    ):
        terminal.say(words.say(heading), "bold")
        for name in names:
            terminal.say(words.say(f"bot.{name}"), indent=f"  {name:<{room}}")
    games = registry.games()
    places: dict[tuple[str, ...], list[str]] = {}
    for name in all_bots.CHARACTERS:
        known = tuple(key for key, game in games.items() if name in characters_of(game))
        if known != tuple(games):
            places.setdefault(known, []).append(name)
    for known, names in places.items():
        told = {"games": ", ".join(known), "names": ", ".join(names)}
        terminal.say(words.say("bots.plain", **told))
    without = [name for name, game in games.items() if why_none(game)]
    if without:
        terminal.say(words.say("bots.without", games=", ".join(without)))
    terminal.say(words.say("bots.own"))
