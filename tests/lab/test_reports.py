"""Reports in all their forms, two studies side by side, and the command line."""

import json
import re
import runpy
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import pytest

from command import call
from comptoir import lab
from comptoir.engine.errors import BadRecord, BadSetup
from comptoir.lab.reports import wording as voice
from comptoir.lab.reports.comparison import pairs

NOTEBOOK = Path(__file__).parents[2] / "examples/studies/notebook.py"
ASKED = {
    "game": "osaka", "chunk": 128, "games": 256, "title": {"en": "Nine?", "fr": "Neuf ?"},
    "about": "<b>& a sign", "variants": {"box": {}, "nine": {"options": {"tokens": 9}}},
}  # fmt: skip


@pytest.fixture(scope="module")
def report():
    return lab.report(lab.run(lab.Study(ASKED)))


class Checked(HTMLParser):
    """A parser that checks the nesting of tags and collects their names."""

    VOID = ("meta", "link")

    def __init__(self, text):
        super().__init__()
        self.open, self.named = [], []
        self.feed(text)
        assert not self.open

    def handle_starttag(self, tag, attrs):
        if tag not in self.VOID:
            self.open.append(tag)
        self.named += [v for k, v in attrs if k in ("src", "href", "xlink:href")]
        assert not any(k.startswith("on") for k, _ in attrs)
        assert tag != "script"

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_page_is_whole_and_needs_nothing_from_anywhere(report, language):
    text = lab.html(report, language)
    found = Checked(text)

    assert all(n.startswith(("data:", "report.", "summary.")) for n in found.named)
    assert "http" not in text
    assert "&lt;b&gt;&amp; a sign" in text
    assert text.index('id="answer"') < text.index("<section")
    assert text.count("<svg") >= 6
    assert "nan" not in re.sub(r"<style>.*?</style>", "", text).lower().split()


def test_the_first_screen_says_what_was_asked_changed_and_found():
    """Before the first section: the author's conclusion, each change in words, how sure."""
    asked = {**ASKED, "conclusion": {"en": "Take nine.", "fr": "Prenez-en neuf."}}
    study = lab.Study({**asked, "questions": ["seats", "length"], "games": 128})
    found = lab.report(lab.run(study))
    first = lab.html(found).partition("<section")[0]
    whole = lab.html(found)

    for said in (
        '<div class="answer" id="answer"><p>Take nine.</p></div>',
        "“nine”: Tokens needed to end the game: 8 → 9.",
        "<dt>What differs</dt>", "<dt>Is it fair?</dt>", "<dt>How sure is it?</dt>",
        "128 deals were played in each of 2 variants by house bots; 256 games",
    ):  # fmt: skip
        assert said in first
    assert "<b>box</b> – nothing" in whole
    assert "Prenez-en neuf." in lab.html(found, "fr").partition("<section")[0]


def test_a_french_line_never_begins_with_a_sign(report):
    text = re.sub(r"<style>.*?</style>", "", lab.html(report, "fr"))

    assert [] == re.findall(r".{9} [?!:;»].{9}", text)


def test_a_notebook_shows_the_page_and_a_terminal_its_text(report):
    """The page has no link to one beside it; the text is its Markdown, 80 columns wide."""
    frame, text = report._repr_html_().split("</iframe>")
    page = unescape(re.search("srcdoc='([^']*)'", frame)[1])

    assert [] == [
        name for name in Checked(page).named if name.startswith(("report.", "summary."))
    ]
    assert page.count("<svg") == lab.html(report).count("<svg")
    assert 'title="Nine?"' in frame
    assert "<details><summary>Nine?, as text" in text
    assert "Nine?" in str(report)
    assert max(map(len, str(report).splitlines())) <= 80


def test_nothing_is_neither_more_nor_less():
    """A difference that rounds to nothing has no sign; any other has."""
    tell = voice.Wording("osaka", "fr")
    assert ["0,00", "0,00", "−0,01", "+1,58"] == [
        tell.number(value, sign=True) for value in (-0.004, 0.004, -0.006, 1.58)
    ]
    shares = (tell.value("seat", value, sign=True) for value in (-0.0004, 0.004))
    assert ["0,0\u202f%", "+0,4\u202f%"] == list(shares)


def test_both_languages_say_all(report):
    """No key is missing in either, and they are not the same."""
    kept = [
        json.loads((voice.WORDS / f"{each}.json").read_text()) for each in ("en", "fr")
    ]

    assert set(kept[0]) == set(kept[1])
    assert lab.markdown(report, "en") != lab.markdown(report, "fr")


def test_the_answer_comes_first_and_has_intervals(report):
    text = lab.markdown(report)

    first = text.split("##")[1].replace("\u202f", " ")
    assert (
        "Compared with “box”: with “nine”, lead changes 2.53 → 2.98 (± 0.07)" in first
    )
    assert text.count("±") > 60


def test_all_files_are_written_and_read_again(report, tmp_path):
    written = {path.name for path in lab.write(report, tmp_path)}

    assert {
        "report.en.html",
        "report.fr.html",
        "report.en.md",
        "answers.csv",
    } <= written
    assert report == lab.read(tmp_path)
    with pytest.raises(BadRecord, match="not a report"):
        lab.read(tmp_path / "answers.csv")
    with pytest.raises(BadSetup, match="cannot be read"):
        lab.read(tmp_path / "none")


def test_the_notebook_runs_and_writes_its_pages(tmp_path, monkeypatch, capsys):
    """Every cell of it, in a folder of its own."""
    pytest.importorskip("pandas")
    monkeypatch.chdir(tmp_path)
    runpy.run_path(str(NOTEBOOK))
    said = capsys.readouterr().out

    assert "Compared with “box”: with “nine”" in said
    assert (
        "a player with no chance is to move" not in said
    )  # of two, nobody makes a king
    assert (tmp_path / "one-token-more" / "report.fr.html").exists()


@pytest.mark.parametrize("library", ["pandas", "polars", "pyarrow"])
def test_answers_are_frames(report, library):
    pytest.importorskip(library)
    frame = lab.frame(report, library)

    assert len(report.answers) == len(frame)
    with pytest.raises(BadSetup, match="no frames of 'excel'"):
        lab.frame(report, "excel")


def test_two_studies_side_by_side(report):
    other = lab.report(
        lab.run(
            lab.Study(
                ASKED
                | {"title": "Ten", "variants": {"box": {"options": {"tokens": 12}}}}
            )
        )
    )
    found = pairs(report, other)

    assert found[0].certain
    assert "moves" in {pair.one.metric for pair in found if pair.certain}
    Checked(lab.compare(report, other, "fr"))
    elsewhere = lab.report(
        lab.run(lab.Study({"game": "batavia", "chunk": 8, "games": 8}))
    )
    with pytest.raises(BadSetup, match="two studies of one game"):
        lab.compare(report, elsewhere)


def test_the_command_plays_writes_and_goes_on(tmp_path):
    study = tmp_path / "nine.toml"
    study.write_text(
        'game = "osaka"\nchunk = 64\ngames = 128\nquestions = ["seats", "length"]\n'
        "[variants.box]\n[variants.nine]\noptions = { tokens = 9 }\n"
    )
    first = call("lab", study, "--out", tmp_path / "out", "--lang", "en")
    before = (tmp_path / "out" / "results.jsonl").read_bytes()
    again = call("lab", study, "--out", tmp_path / "out", "--json")
    beside = call(
        "lab", study, "--out", tmp_path / "other", "--against", tmp_path / "out"
    )

    assert (0, 0, 0) == (first.returncode, again.returncode, beside.returncode)
    assert first.stdout.count("\n") == 1
    assert "report.en.html" in first.stderr
    assert before == (tmp_path / "out" / "results.jsonl").read_bytes()
    assert "osaka" == json.loads(again.stdout)["game"]
    assert (tmp_path / "other" / "compare.fr.html").exists()


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (("--device", "abacus"), "device"),
        (("--cluster", "nowhere"), "expected HOST:PORT"),
        (("--cluster", "127.0.0.1:1", "--threads", 2), "not for a cluster"),
    ],
)
def test_the_command_says_what_is_wrong_in_a_line(tmp_path, more, said):
    study = tmp_path / "one.toml"
    study.write_text('game = "osaka"\nchunk = 8\ngames = 8\n')
    done = call("lab", study, "--out", tmp_path / "out", *more)

    assert 2 == done.returncode
    assert said in done.stderr
    assert 1 == done.stderr.count("\n")
