"""A table at a server where nothing is compiled: the page says what the bots are worth."""

import pytest
from hands import expect, make

import server_kit as kit


@pytest.fixture(scope="module")
def server(built, tmp_path_factory):
    """The address of a server that has everything to compile."""
    folder = tmp_path_factory.mktemp("cold")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COMPTOIR_CACHE", str(folder / "cache"))
        with kit.serve(folder / "x.sqlite3", *kit.GENEROUS) as address:
            yield address


SAID = {
    "en": ("The bots are warming up", "master, warming up"),
    "fr": ("Les robots se préparent", "maître, en préparation"),
}


def test_bots_that_warm_up_are_named_as_such(visit):
    """With a bar, and beside the name of each; in both languages."""
    page = visit()
    make(page, "borneo", 3, bots="master")
    for language, (line, level) in SAID.items():
        if language == "fr":
            page.locator(".top").get_by_role("button", name="Français").click()
        expect(page.locator(".prompt").get_by_text(line)).to_be_visible()
        expect(page.locator(".prompt progress")).to_be_visible()
        expect(page.get_by_text(level)).to_have_count(2)
