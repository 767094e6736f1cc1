"""Options: declared in the box, and from there to whoever asks for them."""

import msgspec
import pytest

from comptoir.engine.errors import BadSetup
from comptoir.engine.model.options import (
    fill,
    option,
    options_of,
    printed,
    struct_of,
    told,
)
from comptoir.engine.rules.table import Box, new_tables
from comptoir.engine.text.words import LANGUAGES


class Small(Box):
    open_hands = option(False)
    hand = option(8, least=1, most=30)
    first = option(None, least=0, most=3)
    cards = option((3, 2), least=0, most=9, row=4)
    values = option((1, 2), least=0, most=9)
    variant = option(True, boxed=False)
    price = printed((5, 6))


def filled(**given):
    record = new_tables(Small.dtype, 1)[0]
    fill(record, Small, msgspec.convert(given, struct_of(Small, {"en": {}})))
    return record


def test_a_box_holds_its_options_and_what_is_printed():
    record = filled(open_hands=True, hand=9)

    assert (1, 9, -1) == (record["open_hands"], record["hand"], record["first"])
    assert ([1, 2], [5, 6]) == (record["values"].tolist(), record["price"].tolist())
    assert [0] * 4 == record["cards"].tolist(), "a longer row is the game's to fill"
    assert "variant" not in Small.dtype.names


@pytest.mark.parametrize(
    "wrong",
    [
        {"hand": 0},
        {"hand": 31},
        {"first": 4},
        {"cards": [1]},
        {"cards": [1, 10]},
        {"open_hands": 1},
        {"hnd": 3},
    ],
)
def test_what_is_out_of_limits_is_refused(wrong):
    with pytest.raises(msgspec.ValidationError):
        filled(**wrong)


def test_the_schema_has_limits_defaults_and_words(game):
    parts = msgspec.json.schema(game.options)["$defs"]["Options"]["properties"]
    for name, one in options_of(game.box_class).items():
        usual = parts[name]["default"]
        assert (list(usual) if isinstance(usual, tuple) else usual) == (
            list(one.default) if isinstance(one.default, tuple) else one.default
        )
        assert (
            {*LANGUAGES} == {*parts[name]["x-labels"]} == {*parts[name]["x-sentences"]}
        )
        assert parts[name]["title"] == parts[name]["x-labels"]["en"]


def test_what_an_option_may_be_is_told(game):
    assert [*options_of(game.box_class)] == [
        name for name, *_ in told(game.box_class, {})
    ]


def test_a_wrong_option_is_one_sentence(game):
    with pytest.raises(BadSetup, match=r"no option 'nonsense': expected one of \w+"):
        game.read_options({"nonsense": 1})
