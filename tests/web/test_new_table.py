"""Making a table: every option of a game can be chosen on the page, and is told there."""

import pytest
from hands import PHONE, WIDE, expect
from test_looks import violations

from comptoir import games
from server_kit import get

MADE = (
    """async id => (await (await fetch(`/api/tables/${id}`)).json()).table.settings"""
)


def made(page):
    """Make the table, and return its settings."""
    page.locator("[data-make]").click()
    expect(page.locator(".waiting, .frame").first).to_be_visible()
    return page.evaluate(MADE, page.url.rpartition("/")[2])


@pytest.mark.parametrize("size", [PHONE, WIDE], ids=["phone", "wide"])
def test_a_host_sets_options_clock_and_absence(visit, size):
    """They are the table's; the waiting room tells them, in French too."""
    language = "fr" if size is PHONE else "en"
    page = visit("/new/batavia?seats=3&level=strong", size=size, language=language)
    page.locator("input[name=quick_start]").check()
    page.locator("input[name=pirate_line]").fill("110")
    page.locator("input[name=die]").fill("1")
    page.locator("select").nth(3).select_option("calm")
    page.locator("select").nth(4).select_option("ask")
    assert [] == violations(page)
    settings = made(page)

    assert {"quick_start": True, "pirate_line": 110, "die": 1} == settings["options"]
    assert (3, "strong", 900) == (
        settings["seats"],
        settings["substitute"],
        settings["clock"]["bank"],
    )
    assert (180, "vote") == (settings["absence"], settings["timeout"])
    told = page.locator(".waiting dl").inner_text()
    for said in {
        "en": ("Quick start", "Pirate line: 110", "15 min + 30 s", "players after 3"),
        "fr": ("Mise en place rapide", "Ligne des pirates\xa0: 110",
               "15 min + 30 s", "vote des autres joueurs après 3"),
    }[language]:  # fmt: skip
        assert said in told


def test_bots_may_be_characters(visit):
    """Each game offers its own, one by one or mixed, and says how one plays."""
    page = visit("/")
    for game, manners in {
        "osaka": ["cautious", "greedy", "mixed"],
        "negoces": [
            *("cautious", "greedy", "talkative", "honest", "tough"),
            *("generous", "bluffer", "mixed"),
        ],
    }.items():
        card = page.locator("article", has=page.locator(f"[data-play={game}]"))
        card.locator("summary").click()
        expect(card.locator("optgroup option")).to_have_text(manners)
    page = visit("/new/negoces?level=greedy")
    expect(page.locator("[data-bot]")).to_contain_text("greedy – wants it all")
    assert "greedy" == made(page)["substitute"]
    room = page.locator(".waiting")
    room.locator("select").last.select_option("mixed")
    room.locator(".end button").click()
    seats = page.locator(".seats")
    for manner in ("greedy", "talkative", "honest"):
        expect(seats.get_by_text(manner)).to_be_visible()


def test_an_owner_plays_with_their_own_cards(visit, server, tmp_path):
    """From a file; what is wrong in one is said, and nothing is taken from it."""
    page = visit("/new/borneo")
    file = tmp_path / "mine.toml"
    file.write_text("nonsense = 1")
    page.locator("input[type=file]").set_input_files(file)
    expect(page.get_by_role("alert")).to_contain_text("mine.toml")
    ours = get(f"{server}/api/games/borneo/components").text
    file.write_text(ours)
    page.locator("input[type=file]").set_input_files(file)
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.get_by_role("status")).to_have_text(
        "Read from mine.toml: 60 shipments, 14 harbours, 16 missions."
    )

    assert "shipments" in made(page)["options"]["components"]


def test_a_table_of_negoces_has_no_bounds_unless_somebody_sets_them(visit):
    page = visit("/new/negoces")
    expect(page.locator("input[name=revisions]")).to_have_value("0")

    assert {"revisions": 0, "sales": 0} == made(page)["options"]


def test_every_option_is_named_and_explained(game):
    """In both languages."""
    for language in ("en", "fr"):
        words = game.words(language)
        for option in games()[game.name].options.__struct_fields__:
            assert f"option.{option}.name" in words, (language, option)
            assert f"option.{option}.about" in words, (language, option)
