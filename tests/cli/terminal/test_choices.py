"""Reading what a player types."""

from comptoir import Match
from comptoir.cli.common import flags
from comptoir.cli.terminal import choices


def test_every_listed_move_is_read_back():
    """Texts in both languages, the record's own and letters name the same action."""
    match = Match("batavia", 4, 5)
    for lang in ("en", "fr"):
        words = match.game.words(lang, flags.WORDS)
        reader = choices.ChoiceReader(words, match.game.actions)
        for action in match.game.actions:
            assert action == reader.read(words.action(action), [])
            assert action == reader.read(str(action), [])
        assert "lay danish" == str(
            reader.read_move(words.say("action.lay", company="D"), [])
        )
