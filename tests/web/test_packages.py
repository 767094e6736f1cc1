"""Games of others in the browser: a package's folder, words from the server, no own board."""

import re
import shutil
from pathlib import Path

import httpx
import pytest
import screens
from hands import expect, make, offered, play_on

from comptoir.cli.commands.new import files
from server_kit import GENEROUS, serve

BOARD = """
export const leaves = [];
export function mount(place) {
  place.id = 'bazaar';
  return { update(given) {
    place.textContent = `${given.view.pile} cards in the pile`;
    for (const action of given.legal) {
      const button = document.createElement('button');
      button.textContent = given.words.about(action);
      button.dataset.action = [action.verb, action.what].join(' ');
      button.onclick = () => given.act(action);
      place.append(button);
    }
  } };
}
"""
EXAMPLE = Path(__file__).parents[2] / "examples/entrepot"


@pytest.fixture(scope="module")
def server(built, tmp_path_factory):
    """The address of a server that also plays the example, and is given a broken package."""
    folder = tmp_path_factory.mktemp("games")
    shutil.copytree(EXAMPLE / "entrepot", folder / "entrepot")
    for place, text in files("bazaar").items():
        (folder / "bazaar" / place).parent.mkdir(parents=True, exist_ok=True)
        (folder / "bazaar" / place).write_text(text, encoding="utf-8")
    (folder / "bazaar/bazaar/board.js").write_text(BOARD, encoding="utf-8")
    (folder / "broken").mkdir()
    (folder / "broken/__init__.py").write_text("import no_such_module\n")
    database = tmp_path_factory.mktemp("tables") / "tables.sqlite3"
    with serve(
        database, "--games", str(folder), "--seed", "packages", *GENEROUS
    ) as address:
        yield address


def test_a_whole_game_of_a_package_is_played_by_clicks(visit):
    """On the default page, against bots, in the words of the package."""
    page = visit(language="fr")
    table = make(page, "entrepot", 3, bots="house", options={"cards": [4] * 5})
    expect(page.locator("main")).to_contain_text("marché")
    expect(page.locator("main")).to_contain_text("soie")
    offered(page)
    expect(page.locator("main")).not_to_contain_text("viewer")
    market = page.locator("[data-place=at-market] button[data-action^='take']")
    expect(market.first).to_be_visible()  # cards are clicked where they lie
    expect(page.locator("[data-place=at-pile] [data-action=draw]")).to_be_visible()

    assert play_on(page, seed=3)

    expect(page.locator(".ending h2")).not_to_be_empty()
    expect(page.locator(".ending .sum").first).to_contain_text(
        re.compile(r"\d+ pièces?")
    )
    expect(page.locator(".prompt .question")).to_have_text("La partie est terminée")
    text = page.request.get(f"/api/tables/{table}/text?language=fr")
    assert re.search(r"\d+ pièces?", text.text())


@pytest.mark.parametrize(
    "size",
    [
        "small",
        "wide",
        *(pytest.param(s, marks=pytest.mark.nightly) for s in ("phone", "side")),
    ],
)
def test_what_is_asked_and_its_answers_are_in_sight(visit, size):
    """And the numbers of every seat, at any size of the window."""
    page = visit(size=screens.SIZES[size])
    make(page, "entrepot", 4, bots="house")

    assert offered(page)
    assert [] == page.evaluate(screens.WRONG)


def test_a_package_may_bring_its_own_board(visit):
    """A module without a framework: it is told of all news, and acts."""
    page = visit()
    make(page, "bazaar", 2, bots="house", options={"cards": [4] * 3})
    expect(page.locator("#bazaar")).to_contain_text("cards in the pile")

    assert play_on(page, seed=3)

    expect(page.locator(".ending h2")).not_to_be_empty()


def test_the_first_page_has_it_beside_the_others(visit):
    page = visit("/")

    expect(page.locator("[data-play=entrepot]")).to_be_visible()
    expect(page.locator("h1")).to_have_text("Play 6 merchant board games online")
    expect(page.locator("[data-play=broken]")).to_have_count(0)


def test_a_first_game_teaches_though_nobody_wrote_it(visit):
    page = visit("/learn/entrepot")

    expect(page.locator("main")).to_contain_text("first game")
    page.get_by_role("button", name="Start").click()
    expect(page.locator("[data-lesson]").first).to_be_visible()


def test_a_program_finds_words_options_and_rules(server):
    """The form of a new table has its labels from the schema."""
    games = {game["name"]: game for game in httpx.get(f"{server}/api/games").json()}
    options = games["entrepot"]["options"]["$defs"]["Options"]["properties"]
    words = httpx.get(f"{server}/api/games/entrepot/words?language=fr").json()

    assert "broken" not in games
    assert {"en": "Stalls", "fr": "Étals"} == options["stalls"]["x-labels"]
    assert "soie" == words["good.silk"]
    assert "ENT-2.4" in httpx.get(f"{server}/api/games/entrepot/rules").text
    assert 404 == httpx.get(f"{server}/api/games/broken/words").status_code
