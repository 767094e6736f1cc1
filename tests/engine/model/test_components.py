"""Cards as a file: read, judged line by line, kept in the record."""

import pickle

import msgspec
import pytest

from comptoir import BadSetup, Match, Record, games, replay
from comptoir.engine.model.components import BadFile, Components, FileFault, fault_in
from comptoir.engine.text.words import Words

WITH = [game for game in games().values() if game.components]


@pytest.fixture(params=WITH, ids=lambda game: game.name)
def filed(request):
    return request.param


def test_a_games_own_file_has_no_faults(filed):
    """And reads the same whether as a file or as an option."""
    content = filed.components.read(filed.components.file)

    assert content == filed.read_options({"components": content}).components


def test_a_record_holds_its_cards_and_needs_no_file(filed, tmp_path):
    """What was printed on the cards is one of the options."""
    content = filed.components.read(filed.components.file)
    match = Match(filed, seed="own", options={"components": content})
    match.play(match.actors[0], match.legal(match.actors[0])[0])
    match.record().save(tmp_path / "game.json")

    record = Record.load(tmp_path / "game.json")
    assert content == record.options["components"]
    assert match.packed().tobytes() == replay(record).packed().tobytes()


def test_a_record_with_faulty_cards_is_refused(filed):
    """Every way in is judged by the same judge."""
    record = Match(filed, seed="bad").record()
    options = record.options | {"components": {}}
    changed = msgspec.structs.replace(record, options=options).signed()

    with pytest.raises(ValueError, match="components: "):
        changed.verify()


def judge(content):
    missing = (word for word in ("sun", "rain") if word not in content)
    return [fault_in(word, FileFault("parts")) for word in missing]


def test_every_fault_is_a_line(tmp_path):
    """Each with the name of the file."""
    file = tmp_path / "cards.toml"
    file.write_text("snow = 1\n")

    with pytest.raises(BadSetup) as error:
        Components(file, judge).read(file)

    keys = [f"{file}: {word}: a key of more than 16 parts" for word in ("sun", "rain")]
    assert keys == str(error.value).splitlines()


@pytest.mark.parametrize(
    ("text", "line", "said", "french"),
    [
        ("sun = 1\nhello\n", 2, "an equals sign is missing", "signe égal"),
        ("sun = \n", 1, "a value must be", "entre guillemets"),
        ("sun = 'x\n", 1, "a quotation mark", "un guillemet"),
        ('sun = "x\nrain = 2\n', 1, "a quotation mark", "un guillemet"),
        ("sun = 'x' 3\n", 1, "after a value", "après une valeur"),
        ("sun = [1,\n2\n", 2, "a bracket", "un crochet"),
        ("a = 1\nb = {x = 1\n}\n", 2, "a bracket", "un crochet"),
        ("[[sun]\nx = 1\n", 1, "a bracket", "un crochet"),
        ("sun = 1\nsun = 2\n", 2, "already in use", "déjà pris"),
        ("[a]\n[b]\n[a]\n", 3, "already in use", "déjà pris"),
        ("= 3\n", 1, "not the name", "un nom de champ"),
        ("a = hello\n", 1, "a value must be", "entre guillemets"),
        ('a = "\\q"\n', 1, "Unescaped", "Unescaped"),  # a rare one: as Python says it
    ],
)
def test_a_line_that_is_not_toml_is_named_in_both_languages(text, line, said, french):
    with pytest.raises(BadFile) as error:
        Components(None, judge).parse(text, "cards.toml")

    told = error.value.said(Words("fr"))
    assert str(error.value).startswith(f"cards.toml, line {line}: not a TOML file: ")
    assert told.startswith(
        f"cards.toml, ligne {line}\xa0: ce n’est pas un fichier TOML"
    )
    assert said in str(error.value)
    assert french in told
    assert str(error.value) == str(pickle.loads(pickle.dumps(error.value)))


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"sun =", "not a TOML file"),
        (b"\xff\xfe", "not a TOML file"),
        (None, "no such"),
    ],
)
def test_what_is_no_file_of_cards_is_refused_in_one_sentence(tmp_path, content, said):
    """Unreadable bytes, no TOML, no file."""
    file = tmp_path / "cards.toml"
    if content is not None:
        file.write_bytes(content)

    with pytest.raises(BadSetup, match=said) as error:
        Components(file, judge).read(file)

    assert 1 == len(str(error.value).splitlines())


def test_a_file_without_faults_is_its_content(tmp_path):
    """TOML as Python reads it."""
    file = tmp_path / "cards.toml"
    file.write_text("sun = 1\nrain = [2]\n")

    assert {"sun": 1, "rain": [2]} == Components(file, judge).read(file)
