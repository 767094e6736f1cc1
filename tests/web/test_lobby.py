"""The first page lives: tables come and go without reloading, opponents are found."""

import pytest
from hands import PHONE, WIDE, expect
from test_looks import violations

import server_kit as kit
from comptoir import lab


def test_a_table_comes_and_goes_on_the_first_page(visit):
    """Whose turn it is, on one's own; a table of a stranger, joined with one click."""
    ada, eve = visit("/", name="Ada Nun"), visit("/", name="Eve")
    expect(ada.locator(".games li").first).to_be_visible()
    page = ada.context.new_page()
    page.goto("/new/osaka?seats=2")
    page.locator("form label.check input").first.check()
    page.locator("[data-make]").click()
    expect(page.locator(".waiting")).to_be_visible()
    path = page.url.rpartition("/t/")[2]
    card = eve.locator(f'a[href="/t/{path}"]')
    expect(card).to_contain_text("1 seat free")
    late = visit("/", name="Too Late")
    expect(late.locator(f'[data-join="{path}"]')).to_be_visible()
    late.context.set_offline(True)
    eve.locator(f'[data-join="{path}"]').click()
    expect(eve.locator(".frame")).to_be_visible()
    late.context.set_offline(False)
    expect(late.locator(f'[data-join="{path}"]')).to_have_count(0)

    look = visit("/", name="Di")
    expect(look.locator(f'a[href="/t/{path}"]')).to_contain_text("In progress")
    live = look.locator(f'a[href="/t/{path}"] .window')
    look.locator("#watch").scroll_into_view_if_needed()
    expect(live.locator("[data-place=sea]")).to_be_visible()
    page.close()
    ada.goto("/")
    expect(ada.locator(f'a[href="/t/{path}"]')).to_be_visible()


def test_the_first_page_leads_to_the_studies(visit):
    """In the reader's language, though the server's own page speaks the browser's."""
    page = visit("/", language="fr", kept={"language": "en"})
    page.get_by_role("link", name="Variant studies").click()
    expect(page.get_by_role("heading", name="Variant studies")).to_be_visible()


@pytest.mark.parametrize(("size", "language"), [(PHONE, "fr"), (WIDE, "en")])
def test_studies_keep_nobody_out(visit, tmp_path, size, language):
    """axe-core finds nothing in their list, nor in a report."""
    asked = {"game": "osaka", "chunk": 16, "games": 16, "title": "Nine?"}
    shelf = tmp_path / "studies"
    lab.write(lab.study(asked), shelf / "nine")
    flags = ("--studies", str(shelf))
    with kit.serve_by(tmp_path / "x.sqlite3", *flags) as address:
        page = visit("/studies", base=address, size=size, language=language)
        expect(page.get_by_role("link", name="Nine?")).to_be_visible()
        assert [] == violations(page)
    # the server lets no script run in a report, not even axe-core
    page.goto((shelf / "nine" / f"report.{language}.html").as_uri())
    assert [] == violations(page)


MATCH = """fill => fetch('/api/match', {method: 'POST', body: JSON.stringify(
  {game: 'osaka', seats: 3, fill, level: 'novice', request: 'fill'})})
  .then(answer => answer.json()).then(made => made.table.id)"""


def test_who_waits_is_found_and_bots_fill_up_otherwise(visit):
    """After the time that was chosen, by the server, though nobody looks."""
    ada, bo = (
        visit("/new/osaka?seats=2", name="Ada"),
        visit("/new/osaka?seats=2", name="Bo"),
    )
    ada.locator("[data-match]").click()
    expect(ada.get_by_role("timer")).to_be_visible()
    bo.locator("[data-match]").click()
    expect(bo.locator(".frame")).to_be_visible()
    expect(ada.locator(".frame")).to_be_visible()

    table = ada.evaluate(MATCH, 1)
    ada.goto("/tables")
    expect(ada.locator(f'a[href="/t/{table}"]')).to_be_visible()
    ada.goto(f"/t/{table}")
    expect(ada.locator(".frame")).to_be_visible()
