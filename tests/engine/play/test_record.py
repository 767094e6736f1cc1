"""Records: whole or refused with one sentence, and never damaged."""

import json
import os
import stat

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from comptoir import BadRecord, BadSetup, Match, Record, replay
from random_play import whole_game

MATCH = whole_game("batavia", 3, "record")
TEXT = MATCH.record().text()


def changed(**fields):
    """A record with some fields changed and a check sum that fits them."""
    return msgspec.structs.replace(MATCH.record(), **fields).signed()


def test_a_record_is_readable_and_has_one_line_a_move():
    """People may read it: seats, seed, options by name, moves as they are typed."""
    record = json.loads(TEXT)

    assert ("batavia", 3, "record") == (record["game"], record["seats"], record["seed"])
    assert "0 stop" in record["moves"]
    assert len(TEXT.splitlines()) > len(record["moves"])


@settings(max_examples=80, deadline=None)
@given(st.integers(0, len(TEXT) - 3))
def test_a_truncated_record_is_refused(length):
    """Wherever the text breaks off, one sentence says so."""
    with pytest.raises(BadRecord, match=r"not a whole record|changed"):
        Record.read(TEXT[:length])


@settings(max_examples=80, deadline=None)
@given(st.data())
def test_an_edited_record_is_refused(data):
    """Any changed character is noticed."""
    place = data.draw(st.integers(0, len(TEXT) - 2))
    letter = data.draw(st.characters(codec="ascii", categories=["L", "N"]))
    edited = TEXT[:place] + letter + TEXT[place + 1 :]
    if json_of(edited) == json_of(TEXT):
        return
    with pytest.raises(BadRecord):
        Record.read(edited)


def json_of(text):
    try:
        return json.loads(text)
    except ValueError:
        return None


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        (
            {"rules": 99},
            "version 99 of the batavia rules, expected 1: a newer Comptoir",
        ),
        ({"rules": 0}, "version 0 of the batavia rules, expected 1: an older Comptoir"),
        ({"seed": "other"}, "does not match the commitment published before the deal"),
        ({"seats": 9}, "expected 3 to 5 seats for batavia, got 9"),
        ({"game": "chess"}, "no game 'chess': expected one of batavia"),
        ({"options": {"die": 0}}, "option die: expected int >= 1"),
        ({"options": {"dice": 2}}, "no option 'dice': expected one of quick_start"),
    ],
)
def test_a_record_that_cannot_be_played_says_why(fields, sentence):
    """What was wrong, and what is allowed."""
    with pytest.raises(BadRecord, match=sentence):
        Record.read(changed(**fields).text())


def test_a_record_is_played_by_the_rules_it_was_played_by():
    """An old game is replayed, and goes on, by its own version; a new one by the newest."""
    match = whole_game("osaka", 2, "old", rules=1)
    record = match.record()
    again = replay(Record.read(record.text()))

    assert (1, 1, record) == (record.rules, again.rules, again.record())
    assert (1, 2) == (again.position.box.rules, Match("osaka").position.box.rules)
    assert 1 == again.copy().imagine(0, [1, 2, 3, 4]).box.rules


@pytest.mark.parametrize(
    ("rules", "sentence"),
    [
        (3, "version 3 of the osaka rules, expected 1 to 2: a newer Comptoir plays it"),
        (
            0,
            "version 0 of the osaka rules, expected 1 to 2: an older Comptoir plays it",
        ),
        (True, "expected version 1 to 2 of the osaka rules, got True"),
        (1.0, "expected version 1 to 2 of the osaka rules, got 1.0"),
    ],
)
def test_rules_that_are_not_known_are_refused_in_one_sentence(rules, sentence):
    """Whoever asks for them: a match, or a record that was dropped or comes from later."""
    with pytest.raises(BadSetup, match=sentence):
        Match("osaka", rules=rules)
    if type(rules) is int:
        fields = {"rules": rules}
        record = msgspec.structs.replace(Match("osaka").record(), **fields)
        with pytest.raises(BadRecord, match=sentence):
            replay(record.signed())


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("9 pass", "move 1, '9 pass': no seat 9 at a table of 3: expected 0 to 2"),
        ("x pass", "move 1, 'x pass'"),
        ("0 dance", "move 1, '0 dance': no action 'dance': expected pass, bid 1–100"),
        ("0 keep", r"move 1, '0 keep': .*\(BAT-6.1\)|It is"),
    ],
)
def test_a_record_with_an_impossible_move_names_it(move, sentence):
    """The number of the move, its text and the reason."""
    with pytest.raises(BadRecord, match=sentence):
        replay(changed(moves=[move, *MATCH.record().moves]))


@pytest.mark.parametrize(
    "text", ["", "[]", "null", "{}", "\x00", '{"comptoir": 2}', "ÿ"]
)
def test_other_files_are_no_records(text):
    """Anything else is refused in one line."""
    with pytest.raises(BadRecord) as error:
        Record.read(text.encode("latin-1"))
    assert "\n" not in str(error.value)


def test_a_missing_or_unreadable_file_is_named(tmp_path):
    """The path stands in the sentence."""
    for path in (tmp_path / "none.json", tmp_path):
        with pytest.raises(BadRecord, match=f"{path}: cannot be read"):
            Record.load(path)
    broken = tmp_path / "broken.json"
    broken.write_text(TEXT[:100])
    with pytest.raises(BadRecord, match=r"broken\.json: not a whole record"):
        Record.load(broken)


def test_saving_never_damages_what_was_saved(tmp_path, monkeypatch):
    """A save that fails half-way leaves the old file and no rubbish."""
    path = tmp_path / "game.json"
    MATCH.record().save(path)

    def full_disk(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full_disk)
    with pytest.raises(OSError, match="No space"):
        Match("batavia", 4).record().save(path)

    assert MATCH.record() == Record.load(path)
    assert [path] == list(tmp_path.iterdir())
    assert stat.S_ISREG(path.stat().st_mode)


@pytest.mark.parametrize("token", ["batavia-", "batavia-AAAA", "nonsense", "batavia-é"])
def test_a_damaged_token_is_refused(token):
    """A token that was cut or mistyped is named as such."""
    with pytest.raises(BadRecord, match="token is damaged"):
        Record.from_token(token)


def test_a_replay_stops_where_it_is_told(tmp_path):
    """`until` plays so many moves and no more."""
    match = replay(MATCH.record(), until=10)

    assert 10 == len(match.moves)
    assert MATCH.record().moves[:10] == match.record().moves
