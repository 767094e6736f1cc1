"""Laws of words: everything can be said in both languages, and is read back."""

from comptoir.engine.model.game import Game
from comptoir.engine.text.words import LANGUAGES, Words, catalogue

from .random_games import positions

GENERAL = ("title", "about")  # what the first page says of every game


def what_is_said_reads_back(game: Game) -> None:
    """`read(say(a)) == a` for every action, in both languages and in the record's own."""
    for action in game.actions:
        again = game.actions.read(str(action)), game.actions.read(int(action))
        assert again == (action, action)
        for language in LANGUAGES:
            words = game.words(language)
            said = words.action(action).upper()
            assert action == words.read_action(said, game.actions), said
            assert words.about(action)


def every_event_prompt_and_ending_has_words(game: Game, seats: int) -> None:
    """What happens can be told to every seat and to spectators, in both languages."""
    for language in LANGUAGES:
        words = game.words(language)
        for match, _ in positions(game, seats, "told"):
            for seat in range(seats):
                key, args = match.prompt(seat)
                assert words.say(f"prompt.{key}", **args)
        for viewer in (None, *range(seats)):
            for event in match.log(viewer):
                sentence = words.event(event)
                assert "{" not in sentence
                assert "  " not in sentence
        for ending in game.endings:
            assert words.say(f"ending.{ending}")


def catalogues_hold_the_same_keys(game: Game) -> None:
    """French and English are equals, and both say what the game is called."""
    english, french = ({*game.words(language).keys()} for language in LANGUAGES)
    alone = sorted(english ^ french)
    assert not alone, f"said in one language alone: {', '.join(alone)}"
    missing = [key for key in GENERAL if key not in english]
    assert not missing, f"words/en.json and words/fr.json lack {', '.join(missing)}"


def every_option_has_a_label_and_a_sentence(game: Game) -> None:
    """In both languages: the form and the rulebook say them."""
    for language in LANGUAGES:
        words = game.words(language)
        for name in game.options.__struct_fields__:
            _says(words, f"option.{name}.name")
            _says(words, f"option.{name}.about")


def what_a_view_holds_has_a_label(game: Game, seats: int) -> None:
    """In the game's own catalogues: `view.FIELD`, empty where it is not told."""
    view = next(positions(game, seats, "labels"))[0].view(0)
    names = {*type(view).__struct_fields__} - {"viewer", "seats", "phase"}
    names |= {*type(view.seats[0]).__struct_fields__}
    for language in LANGUAGES:
        own = catalogue(game.folder / "words", language)
        lacking = sorted(name for name in names if f"view.{name}" not in own)
        assert not lacking, (
            f"words/{language}.json lacks view.{', view.'.join(lacking)}"
        )


def _says(words: Words, key: str) -> None:
    assert key in words, f"words/{words.language}.json lacks {key}"
    assert words.say(key)
