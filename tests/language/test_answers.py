"""What an agent writes is read, however it is dressed up; what is unclear is not guessed."""

import pytest

from comptoir import Match
from comptoir.language import UnreadAnswer, read_answer
from comptoir.language.answers import phrase_menu
from random_play import seat_of, some_positions

DRESSES = [
    "{}", "  {}.  ", "**{}**", "`{}`", "Action: {}", "action = {}", "> {}", "{}!",
    "Let me think: pass? No.\n\nAction: {}", '{{"action": "{}"}}', "My move: **{}**",
    'Sure!\n```json\n{{"why": "{{}}", "action": "{}"}}\n```', "First this.\n{}",
]  # fmt: skip


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("dress", DRESSES)
def test_every_label_is_read_in_every_dress(game, dress, language):
    """And so is what a person types."""
    for match, _ in some_positions(game, game.seats[-1], 6, 13):
        seat = seat_of(match)
        words = seat.imagined.words(language)
        for action in seat.legal:
            for label in {str(action), str(action).upper(), words.action(action)}:
                assert action == read_answer(dress.format(label), seat, language).action


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "This names no legal action."),
        ("fly to the moon", "This names no legal action."),
        ("bid 1000", "This names no legal action."),
        ("{}" * 500, "This names no legal action."),
        ('{"action": 3}', "This names no legal action."),
        ("bid 3 or bid 4, hard to say", "This names several actions: bid 3, bid 4."),
        ("I bid 3 now", None),
        ("bid 13 and no more", None),
        ("rebid 3", "This names no legal action."),
    ],
)
def test_what_is_unclear_is_not_guessed(text, why):
    """A label within a text counts only if it is the only one."""
    seat = seat_of(Match("batavia", seed="answers"))
    if why is None:
        assert "bid" == read_answer(text, seat).action.verb
        return
    with pytest.raises(UnreadAnswer) as raised:
        read_answer(text, seat)
    assert why == str(raised.value)


def test_phrases_are_read(game):
    """Each of the menu, with every value of its slots."""
    seat = seat_of(Match(game, seed="phrases"))
    label = str(seat.legal[0])
    menu = [line for line in phrase_menu(seat, "en") if line.startswith("say ")]
    assert len(menu) == len(game.phrases)
    for key, slots in game.phrases.items():
        given = [values[-1] for values in slots.values()]
        told = [
            v + 1 if slot == "seat" else v for slot, v in zip(slots, given, strict=True)
        ]
        said = " ".join(map(str, ["say", key, *told]))
        answer = read_answer(f"- {said}.\nAction: {label}", seat)
        (phrase,) = answer.phrases
        assert (seat.number, key) == (phrase.seat, phrase.key)
        assert dict(zip(slots, given, strict=True)) == phrase.args
        assert 0 == answer.unread


def test_phrases_that_do_not_exist_are_counted():
    """They are left out, and so are more than three."""
    seat = seat_of(Match("negoces", seed="phrases"))
    label = str(seat.legal[0])
    text = f"say hello\nsay want gold\nsay ask_coins 9 3\nsay thanks\n{label}"
    answer = read_answer(text, seat)

    assert (["thanks"], 3) == ([one.key for one in answer.phrases], answer.unread)
    assert 3 == len(read_answer("say thanks\n" * 5 + label, seat).phrases)
    both = f'{{"say": ["thanks", "say refuse"], "action": "{label}"}}'
    assert ["thanks", "refuse"] == [one.key for one in read_answer(both, seat).phrases]
