"""Laws about texts: both catalogues are complete, and actions' texts parse back."""

import re
from collections.abc import Iterable, Iterator

from comptoir.engine.model.game import Game
from comptoir.engine.rules.fields import NUMBER, SEAT
from comptoir.engine.text.sheet import words_on
from comptoir.engine.text.words import LANGUAGES, catalogue

from .random_games import positions

ANYTHING = "choose"  # the prompt of games that declare none
NUMBERS = re.compile(r"\d+")
GENERAL = ("title", "about")  # shown for every game on the home page


def what_is_said_reads_back(game: Game) -> None:
    """`read(say(a)) == a` for every action, in both languages and untranslated."""
    for action in game.actions:
        again = game.actions.read(str(action)), game.actions.read(int(action))
        assert again == (action, action)
        for language in LANGUAGES:
            words = game.words(language)
            said = words.action(action).upper()
            assert action == words.read_action(said, game.actions), said
            assert words.about(action)


def every_event_prompt_and_ending_has_words(game: Game, seats: int) -> None:
    """Events, prompts and endings have sentences for all viewers in both languages."""
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


def nothing_lacks_its_words(game: Game) -> None:
    """Both catalogues have all keys of actions, arguments, events, options and the game."""
    for language in LANGUAGES:
        words = game.words(language)
        lacking = [key for key in dict.fromkeys(_asked(game)) if key not in words]
        assert not lacking, f"words/{language}.json lacks {', '.join(lacking)}"


def _asked(game: Game) -> Iterator[str]:
    """Yield the keys that every game's catalogue needs."""
    yield from GENERAL
    for verb in game.actions.verbs:
        yield from (f"action.{verb.name}", f"about.{verb.name}")
        yield from _named(verb.of, verb.things or ())
    for kind in game.events.values():
        yield f"event.{kind.name}"
        if kind.hidden:
            yield f"event.{kind.name}.hidden"
        for arg, names in kind.args:
            if names is not NUMBER and names is not SEAT:
                yield from _named(arg, names)
    for option in game.options.__struct_fields__:
        yield from (f"option.{option}.name", f"option.{option}.about")
    yield from (f"ending.{ending}" for ending in game.endings)
    yield from words_on(game.folder)


def every_sealed_choice_is_opened_by_an_event(game: Game) -> None:
    """An event shows it, in an argument named like the field: the page turns it over."""
    opened = {
        arg
        for kind in game.events.values()
        for arg, _ in kind.args
        if arg not in kind.hidden
    }
    for name in game.sealed:
        assert name in opened, (
            f"no event shows {name}: give the one that opens it an argument called {name!r}"
        )


def _named(sort: str, names: Iterable[str | int]) -> Iterator[str]:
    """Yield the keys of names; numbers need no translation."""
    return (f"{sort}.{name}" for name in names if not str(name).isdecimal())


def catalogues_hold_the_same_keys(game: Game) -> None:
    """The French and English catalogues have the same keys."""
    english, french = ({*game.words(language).keys()} for language in LANGUAGES)
    alone = sorted(english ^ french)
    assert not alone, f"said in one language alone: {', '.join(alone)}"


def what_a_view_holds_has_a_label(game: Game, seats: int) -> None:
    """Catalogues have `view.FIELD` for every field of the view, empty if it is not shown.

    The engine's own words name the seats and their scores.
    """
    view = next(positions(game, seats, "labels"))[0].view(0)
    names = {*type(view).__struct_fields__} - {"viewer", "seats", "phase"}
    names |= {*type(view.seats[0]).__struct_fields__} - {"score"}
    for language in LANGUAGES:
        own = catalogue(game.folder / "words", language)
        lacking = sorted(name for name in names if f"view.{name}" not in own)
        assert not lacking, (
            f"words/{language}.json lacks view.{', view.'.join(lacking)}"
        )


def every_legal_move_can_be_made_on_the_page(game: Game, seats: int) -> None:
    """The things that a verb `at` a field may name are among those that the field shows.

    The page draws those things as cards to click, so any other thing could not be chosen.
    """
    fields = game.table_class.own_fields()
    for verb in game.actions.verbs:
        one = fields.get(verb.at or "")
        if one is None or verb.things is None:
            continue
        kinds = (
            one.of
            if one.chooses
            else one.names(len(one.axes) - 1)
            if one.axes
            else None
        )
        lost = [str(thing) for thing in verb.things if str(thing) not in (kinds or ())]
        assert not lost, (
            f"{verb.name} is done at {verb.at!r}, which shows no {', '.join(lost[:4])}: "
            "name the field's kinds as the verb's things, or leave `at=` out"
        )


def a_question_offers_only_what_is_legal(game: Game, seats: int) -> None:
    """The same prompt is never used for different sets of legal verbs.

    Numbers are ignored, and so are prompts that name no verb and verbs that prompts never
    mention.
    """
    words, offered = game.words("en"), dict[str, str]()
    for match, _ in positions(game, seats, "offered"):
        for seat in range(seats):
            key, args = match.prompt(seat)
            if key == ANYTHING or not match.legal(seat):
                continue
            sentence = NUMBERS.sub("#", words.say(f"prompt.{key}", **args))
            before = offered.setdefault(sentence, args["may"])
            assert args["may"] == before, (
                f"{sentence!r} is asked where these are legal: {args['may']}, "
                f"and where these are: {before}"
            )
