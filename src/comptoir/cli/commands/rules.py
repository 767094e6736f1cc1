"""`comptoir rules`: print a game's rulebook, in full, by chapter or by rule number."""

import click

from comptoir.cli.common import flags
from comptoir.engine.model import registry

OPTIONS = "options"  # keyword given in place of a rule number


@click.command()
@click.argument("game", required=False)
@click.argument("number", required=False)
@flags.language("Language of the rules.")
def rules(game: str | None, number: str | None, lang: str) -> None:
    """Read the rules of a game: all, one chapter, one number, or its `options`."""
    from comptoir.cli.common.rulebook import options_text, passage, print_rules
    from comptoir.cli.common.terminal import Terminal

    chosen = registry.load(game or registry.names()[0])
    words = chosen.words(lang, flags.WORDS)
    if number is None:
        text = f"{chosen.rulebook(lang)}\n{options_text(chosen, words)}"
    elif number == OPTIONS:
        text = options_text(chosen, words)
    else:
        text = passage(chosen, words, number)
    print_rules(text, Terminal())
